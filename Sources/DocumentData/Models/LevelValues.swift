import DocumentTables

/// The unsaved value of a property.
///
/// Rare cases are indirect if they would enlarge every slot of every changed object.
enum SlotValue {
  /// No unsaved value: the object's row has the value.
  case unset
  case value(Value)
  /// The decoded value of a `Codable` property, and its stored form.
  indirect case decoded(Any, Value)
  /// A related object that has no key yet because neither end has been inserted.
  case model((any PersistentModel)?)
  case models([any PersistentModel]?)
  /// A `Codable` value that its own coding rejected; the save throws the problem.
  indirect case failed(Any, AttributeProblem)
  /// A required relationship that has lost its object. The save treats it as nil and rejects it;
  /// until then it reads as before.
  case missing(any PersistentModel)
  /// The object that a required relationship of a removed object referred to, as its key and the
  /// tables before the removal.
  case gone(LastRows, ObjectKey)

  /// The value for the tables; nil if the object's row has the value, or nothing can be stored.
  var stored: Value? {
    switch self {
    case .value(let value), .decoded(_, let value): value
    case .missing, .gone: .null
    case .unset, .model, .models, .failed: nil
    }
  }

  /// Whether a value may be refused although its property takes every value.
  var needsCheck: Bool {
    switch self {
    case .failed, .decoded: true
    case .unset, .value, .model, .models, .missing, .gone: false
    }
  }

  /// Returns the slot value of a type that only its coding can store.
  static func coded<Content>(_ content: Content) -> SlotValue {
    coded(content, by: AttributeCoding.shared(Content.self))
  }

  static func coded<Content>(
    _ content: Content, by coding: AttributeCoding<Content>?
  ) -> SlotValue {
    guard let coding else {
      return .failed(content, AttributeProblem(.notEncodable, type: Content.self, path: []))
    }
    do {
      return .decoded(content, try coding.encode(content))
    } catch {
      return .failed(content, error)
    }
  }
}

/// The tables before a removal: objects related to removed objects stay readable as long as the
/// removed objects live.
final class LastRows {
  let tables: Tables

  init(_ tables: Tables) { self.tables = tables }
}

/// The unsaved values of the properties that one class of an object's lineage declares.
@usableFromInline
final class LevelBox {
  /// Unchecked, because every access reads or writes one value and ends at once.
  @exclusivity(unchecked) var slots: [SlotValue] = []
  /// The properties whose `willSet` and `didSet` are running.
  @exclusivity(unchecked) var observing: Set<Int> = []
  /// The values of the principal, if the object stands in for one of another class.
  var forwarding: ForwardedSlots?

  subscript(slot: Int) -> SlotValue {
    get {
      if let forwarding, let value = forwarding.value(of: slot) { return value }
      return slot < slots.count ? slots[slot] : .unset
    }
    set {
      if let forwarding, forwarding.set(slot, to: newValue) { return }
      if slots.count <= slot {
        // The first reservation fits the slot, which is enough in most cases; later ones double,
        // because slots are then set one by one.
        if slots.capacity <= slot { slots.reserveCapacity((slots.isEmpty ? 1 : 2) * (slot + 1)) }
        while slots.count <= slot { slots.append(.unset) }
      }
      slots[slot] = newValue
    }
  }
}

/// The storage that `@Model` adds to each class: eight bytes, without a box until a property is
/// set.
///
/// Initialisers can only reach the storage of their own class, so every class of a lineage has its
/// own.
public struct _LevelValues {
  @usableFromInline var box: LevelBox?

  /// Creates empty storage.
  public init() {}

  /// Creates the box if there is none, so that a copy of this value shares it.
  mutating func prepare() {
    if box == nil { box = ReusableLevelBox.take() ?? LevelBox() }
  }

  /// Creates the box if there is none, and returns a copy that shares it.
  public mutating func prepared() -> _LevelValues {
    prepare()
    return self
  }

  /// Discards the values that the class's own defaults have set, because a row has the values.
  mutating func forget() {
    guard var last = box.take() else { return }
    if isKnownUniquelyReferenced(&last) { ReusableLevelBox.put(last) }
  }

  func slot(_ slot: Int) -> SlotValue { box.map { $0[slot] } ?? .unset }

  /// Whether no property has been set.
  @inlinable var isEmpty: Bool { box == nil }

  @usableFromInline
  mutating func set(_ slot: Int, to value: _AttributeValue) {
    initialize(slot, to: .value(value.value))
  }

  @usableFromInline
  mutating func set(_ slot: Int, to model: (any PersistentModel)?) {
    initialize(slot, to: .model(model))
  }

  @usableFromInline
  mutating func set(_ slot: Int, to models: [any PersistentModel]) {
    initialize(slot, to: .models(models))
  }

  /// Sets a property of a new object, most of whose other properties will be set, too.
  private mutating func initialize(_ slot: Int, to value: SlotValue) {
    if box == nil {
      prepare()
      box?.slots.reserveCapacity(8)
    }
    box?[slot] = value
  }

  mutating func set(_ slot: Int, to value: SlotValue) {
    prepare()
    box?[slot] = value
  }
}

/// The placeholder of an initialised property; the value itself is in the class's ``_LevelValues``.
public struct _Marker: Sendable {
  /// Creates empty storage.
  public init() {}
}
