import DocumentTables
import Synchronization

/// The phase of an object's life.
enum ModelPhase: UInt8 {
  /// Created by an initialiser; not in a context.
  case new
  /// Inserted into a context; not in a store.
  case inserted
  /// In a store.
  case stored
  /// The context will remove the object at the next save.
  case deleted
  /// Removed; the last values stay readable.
  case removed
  /// Removed before it was ever saved; the program may insert it again.
  case withdrawn

  /// Whether other objects may be related to the object.
  var isPresent: Bool { self == .inserted || self == .stored }

  /// Whether the object has left its context.
  var hasLeft: Bool { self == .removed || self == .withdrawn }
}

/// The context and the entity description that all objects of one entity in one context share.
///
/// Objects reference this instead of both. It keeps the context's core alive.
final class ObjectHome {
  /// Nil for objects that no context manages.
  let core: ContextCore?
  /// The map that has the entries of the objects.
  let identityMap: IdentityMap
  let description: ModelDescription
  /// The rules for threads that use the objects; nil for objects that no context manages.
  let confinement: Confinement?

  init(_ core: ContextCore?, _ identityMap: IdentityMap, _ description: ModelDescription) {
    self.core = core
    confinement = core?.confinement
    self.identityMap = identityMap
    self.description = description
  }

  var threadRule: ThreadRule { confinement?.rule ?? .free }
}

/// State that few objects need, allocated at the first need.
private final class ObjectExtras {
  /// The key of an object that reads from no row yet; zero for every other.
  var key: ObjectKey = 0
  /// Created at the first tracked read.
  var registrar: ObservationRegistrar?
  /// The object's address, if the identity map finds its entry by address rather than by key; zero for
  /// every other.
  var address: UInt = 0
  /// The values of `let` properties that no row stores, by position, during initialisation.
  var constants: ((Int) -> Any?)?
  /// The registered object of the row, if the object is an alias of it.
  var principal: (any PersistentModel)?

  var isEmpty: Bool {
    key == 0 && registrar == nil && address == 0 && constants == nil && principal == nil
  }
}

/// The state that `@Model` adds to the root class: the object's row, context and observers.
///
/// An unchanged object has no other state: 32 bytes. The reference to the segment is strong, so
/// neither a save nor another context can move or free the values that the object reads.
///
/// The state is not copyable, so that its deinitialiser can remove the object from its context's
/// identity map; models may have deinitialisers of their own. The map finds an entry by the key and
/// the home. Only this type changes them, and never while the entry exists: ``move(to:)``,
/// ``take(key:)`` and ``place(in:row:)`` remove the entry first.
///
/// Where threads take turns, only ``threadRule`` and ``beginTurn()`` may be used without a turn. They
/// read what stays the same while the object is in its context, and nothing else: other threads may be
/// changing the rest. So the state must never be read as a whole. Swift passes a type that contains an
/// atomic by its address; it would load every field of another type before each call.
public struct _ModelState: ~Copyable {
  // First, because the thread sanitiser takes each change of any field for one of the first field.
  private(set) var segment: Segment?
  private var home: ObjectHome?
  private let rowNumber: Atomic<Int32>
  var phase = ModelPhase.new
  /// Whether the identity map has an entry for the object.
  private(set) var isRegistered = false
  /// What a thread does before it reads; here, because the confinement is two references away.
  @usableFromInline private(set) var threadRule = ThreadRule.free
  private var extras: ObjectExtras?

  /// Creates the state of an object without a context.
  public init() { rowNumber = Atomic(0) }

  /// Creates the state of an object without a context whose `let` properties have these values.
  init(constants: @escaping (Int) -> Any?) {
    self.init()
    changeExtras { $0.constants = constants }
  }

  /// Creates the state of an object that reads from a row.
  init(_ home: ObjectHome, segment: Segment, row: Int, phase: ModelPhase) {
    self.home = home
    self.segment = segment
    rowNumber = Atomic(Int32(truncatingIfNeeded: row))
    self.phase = phase
    threadRule = home.threadRule
  }

  /// Creates the state of an object that stands in for another.
  init(standingIn home: ObjectHome, for other: borrowing _ModelState) {
    self.home = home
    segment = other.segment
    rowNumber = Atomic(other.row)
    phase = other.phase
    threadRule = home.threadRule
    if segment == nil { take(key: other.key) }
  }

  // Runs before the object's memory is freed, whichever thread released it last.
  deinit {
    if isRegistered { home?.identityMap.remove(key, at: address) }
  }

  private(set) var row: Int32 {
    get { rowNumber.load(ordering: .relaxed) }
    set { rowNumber.store(newValue, ordering: .relaxed) }
  }

  var core: ContextCore? { home?.core }
  var identityMap: IdentityMap? { home?.identityMap }
  var description: ModelDescription? { home?.description }

  var hasExtras: Bool { extras != nil }

  /// The object's key; zero until the object is inserted.
  var key: ObjectKey { segment.map { $0.keys[Int(row)] } ?? extras?.key ?? 0 }

  /// Whether a read of the object has been tracked.
  var hasRegistrar: Bool {
    // Another library defines the type, so even looking at a value of it has a cost.
    if let extras { extras.registrar != nil } else { false }
  }

  var registrar: ObservationRegistrar? {
    get { extras?.registrar }
    set { changeExtras { $0.registrar = newValue } }
  }

  /// The registered object of the row, if this object is an alias of it; nil for every other object.
  ///
  /// An alias keeps its principal alive. So the identity map finds the principal as long as the program
  /// holds any object of the row, and no second principal can come to be.
  var principal: (any PersistentModel)? {
    get { extras?.principal }
    set { if extras != nil || newValue != nil { changeExtras { $0.principal = newValue } } }
  }

  /// Assigns a new object to a context; the object gets its key next.
  mutating func enter(_ home: ObjectHome) {
    unregister()
    self.home = home
    threadRule = home.threadRule
    phase = .inserted
  }

  /// Moves the object to another context, under the same key.
  mutating func move(to home: ObjectHome) {
    // The old home keeps its context's map alive until the entry is removed from it.
    unregister()
    self.home = home
    threadRule = home.threadRule
  }

  /// Returns the value that a `let` property was given, if the object was created with such values.
  func givenConstant(_ slot: Int) -> Any? { extras?.constants.flatMap { $0(slot) } }

  /// Discards the given values of `let` properties, after the properties have been set.
  mutating func forgetConstants() {
    if hasExtras { changeExtras { $0.constants = nil } }
  }

  /// Sets the key of an object and detaches the object from its row.
  mutating func take(key: ObjectKey) {
    unregister()
    segment = nil
    changeExtras { $0.key = key }
  }

  /// Makes the object read from another row, or from none if `segment` is nil.
  mutating func place(in segment: Segment?, row: Int32) {
    let oldKey = key
    let newKey = segment.map { $0.keys[Int(row)] } ?? oldKey
    if newKey != oldKey { unregister() }
    self.segment = segment
    self.row = row
    if segment == nil || extras != nil { changeExtras { $0.key = segment == nil ? newKey : 0 } }
  }

  /// Records that the identity map has an entry for the object.
  mutating func register(at address: UInt?) {
    isRegistered = true
    if let address { changeExtras { $0.address = address } }
  }

  /// Removes the object from the identity map.
  mutating func unregister() {
    guard isRegistered else { return }
    home?.identityMap.remove(key, at: address)
    isRegistered = false
    if extras != nil { changeExtras { $0.address = 0 } }
  }

  private var address: UInt? { extras.flatMap { $0.address == 0 ? nil : $0.address } }

  /// Returns the unsaved value of an attribute, or else the row's; nil if rows do not store the
  /// attribute.
  @usableFromInline
  func attribute(_ level: _LevelValues, _ base: Int, _ slot: Int) -> _AttributeValue? {
    if let box = level.box {
      switch box[slot] {
      case .value(let value), .decoded(_, let value): return _AttributeValue(value)
      case .unset, .model, .models, .failed, .missing, .gone: break
      }
    }
    return columnValue(base + slot).map { _AttributeValue($0) }
  }

  /// Returns the value in the object's row, or null if the object has no row; nil if rows do not
  /// store the property.
  func columnValue(_ slot: Int) -> Value? {
    guard let column = home?.description.slots[slot].column else { return nil }
    return segment?.value(at: Int(row), column: column) ?? .null
  }

  /// Records that a closure of a migration stage reads a stored value that its type rejects.
  func noteUnreadable(_ value: Value, _ slot: Int) {
    guard let segment, let home, let core = home.core, let closure = core.closure else { return }
    let description = home.description
    let attribute = description.slots[slot].column
      .flatMap { core.schema.hierarchies[description.hierarchy].columns[$0].attribute }
    // A blank value is that of a new property, which the closure has to set, too.
    let blank: Value? = attribute?.type.blank ?? .tree(.object([]))
    if value.isNull || value == blank { return }
    closure.note(
      unreadable: value, of: description.entityName, description.slots[slot].name,
      object: segment.keys[Int(row)])
  }

  /// Reads a value from the object's row with a function of its segment, row and column; nil if the
  /// object has no row, rows do not store the property, an observer may have to note the access, or
  /// the read needs a turn.
  @inline(__always)
  func read<Value>(_ slot: Int, _ read: (Segment?, Int, Int) -> Value?) -> Value? {
    guard threadRule == .free || home?.confinement?.admitsRead ?? true, !isWatched,
      let column = home?.description.slots[slot].column
    else { return nil }
    return read(segment, Int(row), column)
  }

  /// Begins a read or a change of the object; ``Confinement/leave()`` ends it if the result is not nil.
  @usableFromInline
  func beginTurn() -> Confinement? {
    threadRule == .free ? nil : home?.confinement?.beginRead()
  }

  private mutating func changeExtras(_ change: (ObjectExtras) -> Void) {
    let current = extras ?? ObjectExtras()
    change(current)
    extras = current.isEmpty ? nil : current
  }
}
