import CSwiftRuntime
import DocumentTables
import Synchronization

/// The objects that the program holds, by key; the map keeps none alive.
///
/// The map knows where objects are without holding them, not even weakly: a weak reference would
/// cost each object another 32 bytes. Why an address in it always leads to an object:
///
/// * An address is entered while the caller holds the object, and the object's state then knows that
///   it is registered, under which key and in which context. Both cannot change without taking the
///   entry out first (``_ModelState``).
/// * An object whose context is gone may move to another context. Its state removes the entry from
///   the map of the old home before it has the new home, and the caller, who holds the object,
///   enters it into the new map afterwards: at no time does an entry exist in a map that the home
///   does not lead to. A thread that found the old entry before has added its reference under the
///   lock.
/// * The state's deinitialiser takes the entry out. It runs before the object's memory is freed and
///   takes the lock, so a thread that holds the lock and finds an address may read that memory.
/// * An object may have lost its last reference and still run its deinitialiser, on this thread or
///   another one. `swift_tryRetain` then refuses, so a look-up never brings it back; it finds
///   nothing, and a new object may be made for the row.
/// * The map lives as long as any object in it, because the object's home holds the context.
/// * Under the lock no object is released and no code of a model runs: only numbers are moved, and
///   references added. So the lock is never taken twice by one thread.
///
/// Two entries may have one key as long as an object that is being deallocated has not taken its own
/// out yet. The later one is marked, and its object knows its address, which tells them apart.
final class IdentityMap: Sendable {
  /// Addresses of objects are even, so the last bit can say that the object knows its address.
  private static let mark: UInt = 1

  private let catalog: ModelCatalog
  private let table = Mutex(IdentityTable())

  init(_ catalog: ModelCatalog) { self.catalog = catalog }

  /// How many objects are registered, and how many bytes that takes.
  var size: (count: Int, byteCount: Int) { table.withLock { ($0.count, $0.byteCount) } }

  /// Makes room for so many objects in all, whose keys are about so far from each other.
  func reserve(_ count: Int, spacing: Int) {
    table.withLock { $0.reserve(count, spacing: spacing) }
  }

  subscript(key: ObjectKey) -> (any PersistentModel)? {
    get {
      let found = table.withLock { table in table.address(of: key, where: Self.retain) }
      return found.flatMap(model)
    }
    set {
      if let newValue { register(newValue, for: key) } else { self[key]?._$state.unregister() }
    }
  }

  /// The object of a key, whatever its class is.
  func object(for key: ObjectKey) -> AnyObject? {
    let found = table.withLock { table in table.address(of: key, where: Self.retain) }
    guard let found, let place = UnsafeMutableRawPointer(bitPattern: found & ~Self.mark) else {
      return nil
    }
    // Lifetime: `retain` has succeeded for this address, and its reference is used up here.
    return Unmanaged<AnyObject>.fromOpaque(place).takeRetainedValue()
  }

  /// The objects, held from now on; in no particular order.
  var all: [(ObjectKey, any PersistentModel)] {
    let found = table.withLock { table in table.all.filter(Self.retain) }
    return found.compactMap { address in
      model(address).map { ($0._$state.key, $0) }
    }
  }

  /// Finds an object under its key from now on, and no other.
  ///
  /// - Returns: False for an object that has no such key in this map's context, or that is being
  ///   deallocated.
  @discardableResult
  func register(_ model: any PersistentModel, for key: ObjectKey) -> Bool {
    guard model._$state.key == key, model._$state.identityMap === self else { return false }
    let address = UInt(bitPattern: Unmanaged.passUnretained(model as AnyObject).toOpaque())
    // The caller holds the object, but it may be `self` in a deinitialiser.
    guard Self.retain(address) else { return false }
    defer { Self.release(address) }
    if model._$state.isRegistered { return true }
    self[key]?._$state.unregister()
    register(new: model, for: key)
    return true
  }

  /// Whether an object is registered and not being deallocated; much cheaper than to look it up.
  func holds(_ model: any PersistentModel) -> Bool {
    guard model._$state.isRegistered, model._$state.identityMap === self else { return false }
    let address = UInt(bitPattern: Unmanaged.passUnretained(model as AnyObject).toOpaque())
    // The caller holds the object, but it may be `self` in a deinitialiser.
    guard Self.retain(address) else { return false }
    Self.release(address)
    return true
  }

  /// The same for an object that has just been made for a row of this map's context, where the map
  /// has no other for the key.
  ///
  /// - Returns: How many objects are registered now.
  @discardableResult
  func register(new model: some PersistentModel, for key: ObjectKey) -> Int {
    let address = UInt(bitPattern: Unmanaged.passUnretained(model).toOpaque())
    let (added, count) = table.withLock { table in
      (table.insert(address, orElse: address | Self.mark, for: key), table.count)
    }
    model._$state.register(at: added == address ? nil : address)
    return count
  }

  /// Takes out the entry of one object: the one with its address, or the one without a mark.
  func remove(_ key: ObjectKey, at address: UInt?) {
    table.withLock { table in
      table.remove(key) { entry in
        if let address { entry == address | Self.mark } else { entry & Self.mark == 0 }
      }
    }
  }

  /// Adds a reference to a registered object, unless it is being deallocated.
  private static func retain(_ address: UInt) -> Bool {
    // Lifetime: the lock is held, or the caller holds the object, so its memory is not freed yet.
    guard let object = UnsafeMutableRawPointer(bitPattern: address & ~mark) else { return false }
    return swift_tryRetain(object) != nil
  }

  /// Gives up the reference that `retain` has added.
  private static func release(_ address: UInt) {
    guard let object = UnsafeMutableRawPointer(bitPattern: address) else { return }
    // Lifetime: `retain` has succeeded for this address, and the caller holds the object.
    Unmanaged<AnyObject>.fromOpaque(object).release()
  }

  /// Takes over the reference that `retain` has added.
  private func model(_ address: UInt) -> (any PersistentModel)? {
    guard let place = UnsafeMutableRawPointer(bitPattern: address & ~Self.mark) else { return nil }
    // Lifetime: `retain` has succeeded for this address, and its reference is used up here.
    let object = Unmanaged<AnyObject>.fromOpaque(place).takeRetainedValue()
    // Much cheaper than asking whether the object's class conforms.
    guard let type = catalog.type(ofClass: type(of: object)) else {
      return object as? any PersistentModel
    }
    return Self.model(object, as: type)
  }

  private static func model<Model: PersistentModel>(
    _ object: AnyObject, as type: Model.Type
  ) -> any PersistentModel {
    // The catalog has found the class by its identity.
    unsafeDowncast(object, to: type)
  }
}
