import DocumentTables

/// What a property of an object holds before it is saved.
///
/// The rare cases that would make every slot of every changed object larger are indirect.
enum SlotValue {
  /// Nothing: the object's row holds the value.
  case unset
  case value(Value)
  /// What a `Codable` property holds, decoded; its stored form is beside it.
  indirect case decoded(Any, Value)
  /// An object that has no key yet because neither end has been inserted.
  case model((any PersistentModel)?)
  case models([any PersistentModel]?)
  /// A `Codable` value that its own coding refused; the save says so.
  indirect case failed(Any, AttributeProblem)
  /// A required relationship that has lost its object: the save takes it for nil and refuses it,
  /// and until then it reads as before.
  case missing(any PersistentModel)
  /// What a required relationship of a removed object led to.
  case gone(LastRows, ObjectKey)

  /// What the tables get; nil where the object's row has the word, or nothing can be stored.
  var stored: Value? {
    switch self {
    case .value(let value), .decoded(_, let value): value
    case .missing, .gone: .null
    case .unset, .model, .models, .failed: nil
    }
  }

  /// A value of a type that only its coding knows.
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

/// The tables before a removal: what removed objects lead to stays readable as long as they do.
final class LastRows {
  let tables: Tables

  init(_ tables: Tables) { self.tables = tables }
}

/// The new and changed values of one class of an object's lineage.
final class LevelBox {
  /// Every access reads or writes one value and is over.
  @exclusivity(unchecked) var slots: [SlotValue] = []
  /// The properties whose `willSet` and `didSet` are running.
  @exclusivity(unchecked) var observing: Set<Int> = []
  /// Where the values are, if the object stands in for one of another class.
  var forwarding: ForwardedSlots?

  subscript(slot: Int) -> SlotValue {
    get {
      if let forwarding, let value = forwarding.value(of: slot) { return value }
      return slot < slots.count ? slots[slot] : .unset
    }
    set {
      if let forwarding, forwarding.set(slot, to: newValue) { return }
      if slots.count <= slot {
        // As many as are set, in most cases; twice as many where they come one by one.
        if slots.capacity <= slot { slots.reserveCapacity((slots.isEmpty ? 1 : 2) * (slot + 1)) }
        while slots.count <= slot { slots.append(.unset) }
      }
      slots[slot] = newValue
    }
  }
}

/// Storage that `@Model` adds to each class: nothing until a property is set (eight bytes).
///
/// Initialisers can only reach the storage of their own class, so every class of a lineage has one.
public struct _LevelValues {
  var box: LevelBox?

  /// Makes empty storage.
  public init() {}

  /// Makes the box, so that a copy of this value shares it.
  public mutating func prepare() {
    if box == nil { box = ReusableLevelBox.take() ?? LevelBox() }
  }

  /// Forgets what the class's own defaults have set, now that a row holds the values.
  mutating func forget() {
    guard var last = box.take() else { return }
    if isKnownUniquelyReferenced(&last) { ReusableLevelBox.put(last) }
  }

  /// False while the property's own observers are running: they do not call themselves.
  public func beginObserving(_ slot: Int) -> Bool {
    box?.observing.insert(slot).inserted ?? true
  }

  /// Ends what ``beginObserving(_:)`` began.
  public func endObserving(_ slot: Int) { box?.observing.remove(slot) }

  func slot(_ slot: Int) -> SlotValue { box.map { $0[slot] } ?? .unset }

  /// Whether no property has been set.
  @usableFromInline var isEmpty: Bool { box == nil }

  @usableFromInline
  mutating func set(_ slot: Int, to value: _AttributeValue) {
    set(slot, to: .value(value.value))
  }

  @usableFromInline
  mutating func set(_ slot: Int, to model: (any PersistentModel)?) {
    set(slot, to: .model(model))
  }

  @usableFromInline
  mutating func set(_ slot: Int, to models: [any PersistentModel]) {
    set(slot, to: .models(models))
  }

  mutating func set(_ slot: Int, to value: SlotValue) {
    prepare()
    box?[slot] = value
  }
}

/// Stands in for an initialised property; the value itself is in the class's ``_LevelValues``.
public struct _Marker: Sendable {
  /// Makes empty storage.
  public init() {}
}
