import DocumentTables

/// Where an object is in its life.
enum ModelPhase: UInt8 {
  /// Made by an initialiser; no context knows it.
  case new
  /// A context knows it, no store does.
  case inserted
  /// It stands in a store.
  case stored
  /// Its context will remove it at the next save.
  case deleted
  /// It was removed; its last values stay readable.
  case removed

  /// Whether others may be related to the object.
  var isPresent: Bool { self == .inserted || self == .stored }
}

/// What the objects of one entity have in common in one context.
///
/// Objects hold it instead of the context and the entity's description; it holds the context.
final class ObjectHome {
  /// Nil for objects that no context manages.
  let core: ContextCore?
  /// The map that has the entries of the objects.
  let identityMap: IdentityMap
  let description: ModelDescription

  init(_ core: ContextCore?, _ identityMap: IdentityMap, _ description: ModelDescription) {
    self.core = core
    self.identityMap = identityMap
    self.description = description
  }
}

/// What few objects need; none of it is there until it is needed.
private final class ObjectExtras {
  /// The key of an object that reads from no row yet; zero for every other.
  var key: ObjectKey = 0
  /// Made at the first read that somebody tracks.
  var registrar: ObservationRegistrar?
  /// Where the object is, if the identity map finds its entry by that rather than by the key.
  var address: UInt?
  /// The values of `let` properties that no row holds, by position, while the object is made.
  var constants: ((Int) -> Any?)?

  var isEmpty: Bool { key == 0 && registrar == nil && address == nil && constants == nil }
}

/// What `@Model` adds to the root class: the row that an object reads from, and who watches over
/// it.
///
/// An untouched object is this and nothing else: 32 bytes. The segment is held strongly, so neither
/// a save nor another context can move or free what the object reads.
///
/// It is part of one object and cannot be copied, so that its deinitialiser can take the object out
/// of its context's identity map: models may have deinitialisers of their own. What the map's entry
/// is found by (the key and the home) is set here only, and never while an entry exists under it:
/// ``move(to:)``, ``take(key:)`` and ``place(in:row:)`` remove the entry before they change either.
public struct _ModelState: ~Copyable {
  private var home: ObjectHome?
  private(set) var segment: Segment?
  private(set) var row: Int32 = 0
  var phase = ModelPhase.new
  /// Whether the identity map has an entry for the object.
  private(set) var isRegistered = false
  private var extras: ObjectExtras?

  /// The state of an object that no context knows.
  public init() {}

  /// The state of an object that no context knows and whose `let` properties have these values.
  init(constants: @escaping (Int) -> Any?) { changeExtras { $0.constants = constants } }

  /// The state of an object that reads from a row.
  init(_ home: ObjectHome, segment: Segment, row: Int, phase: ModelPhase) {
    self.home = home
    self.segment = segment
    self.row = Int32(truncatingIfNeeded: row)
    self.phase = phase
  }

  /// The state of an object that stands in for another.
  init(standingIn home: ObjectHome, for other: borrowing _ModelState) {
    self.home = home
    segment = other.segment
    row = other.row
    phase = other.phase
    if segment == nil { take(key: other.key) }
  }

  // Runs before the object's memory is freed, whichever thread released it last.
  deinit {
    if isRegistered { home?.identityMap.remove(key, at: extras?.address) }
  }

  var core: ContextCore? { home?.core }
  var identityMap: IdentityMap? { home?.identityMap }
  var description: ModelDescription? { home?.description }

  /// Whether the object needs more than other objects.
  var hasExtras: Bool { extras != nil }

  /// Zero until the object is inserted.
  var key: ObjectKey { segment.map { $0.keys[Int(row)] } ?? extras?.key ?? 0 }

  /// Whether somebody has tracked a read of the object.
  var hasRegistrar: Bool {
    // The type belongs to another library: looking at it is not for free.
    if let extras { extras.registrar != nil } else { false }
  }

  var registrar: ObservationRegistrar? {
    get { extras?.registrar }
    set { changeExtras { $0.registrar = newValue } }
  }

  /// Becomes the state of a new object, which gets its key next.
  mutating func enter(_ home: ObjectHome) {
    unregister()
    self.home = home
    phase = .inserted
  }

  /// Becomes the state of an object of another context, under the same key.
  mutating func move(to home: ObjectHome) {
    // The old home keeps its context's map alive until the entry is removed from it.
    unregister()
    self.home = home
  }

  /// The value that a `let` property was given, if the object was made with such values.
  func givenConstant(_ slot: Int) -> Any? { extras?.constants.flatMap { $0(slot) } }

  /// Forgets the values that `let` properties were given; they have them.
  mutating func forgetConstants() {
    if hasExtras { changeExtras { $0.constants = nil } }
  }

  /// Takes the key of an object without a row.
  mutating func take(key: ObjectKey) {
    unregister()
    segment = nil
    changeExtras { $0.key = key }
  }

  /// Reads from another row from now on; with no segment, from none.
  mutating func place(in segment: Segment?, row: Int32) {
    let oldKey = key
    let newKey = segment.map { $0.keys[Int(row)] } ?? oldKey
    if newKey != oldKey { unregister() }
    self.segment = segment
    self.row = row
    if segment == nil || extras != nil { changeExtras { $0.key = segment == nil ? newKey : 0 } }
  }

  /// Notes the entry that the identity map has made.
  mutating func register(at address: UInt?) {
    isRegistered = true
    if let address { changeExtras { $0.address = address } }
  }

  /// Takes the object out of the identity map.
  mutating func unregister() {
    guard isRegistered else { return }
    home?.identityMap.remove(key, at: extras?.address)
    isRegistered = false
    if extras != nil { changeExtras { $0.address = nil } }
  }

  /// What an attribute was set to, or else what the object's row holds; nil where no row has it.
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

  /// What the object's row holds, null for an object without one; nil for a property that no row
  /// holds.
  func columnValue(_ slot: Int) -> Value? {
    guard let column = home?.description.slots[slot].column else { return nil }
    return segment?.value(at: Int(row), column: column) ?? .null
  }

  private mutating func changeExtras(_ change: (ObjectExtras) -> Void) {
    let current = extras ?? ObjectExtras()
    change(current)
    extras = current.isEmpty ? nil : current
  }
}
