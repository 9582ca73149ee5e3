import DocumentTables

/// What a property of an object holds before it is saved.
package enum SlotValue {
  /// Nothing: the object's row holds the value.
  case unset
  case value(Value)
  /// What a `Codable` property holds, decoded; its stored form is beside it.
  case decoded(Any, Value)
  /// An object that has no key yet because neither end has been inserted.
  case model((any PersistentModel)?)
  case models([any PersistentModel]?)
  /// A `Codable` value that its own coding refused; the save says so.
  case failed(Any, AttributeProblem)

  /// A value of a type that only its coding knows.
  static func coded<Content>(_ content: Content) -> SlotValue {
    guard let coding = AttributeCoding.shared(Content.self) else {
      return .failed(content, AttributeProblem(.notEncodable, type: Content.self, path: []))
    }
    do {
      return .decoded(content, try coding.encode(content))
    } catch {
      return .failed(content, error)
    }
  }
}

/// The new and changed values of one class of an object's lineage.
final class LevelBox {
  var slots: [SlotValue] = []
  /// The properties whose `willSet` and `didSet` are running.
  var observing: Set<Int> = []

  subscript(slot: Int) -> SlotValue {
    get { slot < slots.count ? slots[slot] : .unset }
    set {
      while slots.count <= slot { slots.append(.unset) }
      slots[slot] = newValue
    }
  }
}

/// Storage that `@Model` adds to each class: nothing until a property is set (eight bytes).
///
/// Initialisers can only reach the storage of their own class, so every class of a lineage has one.
public struct _LevelValues {
  var box: LevelBox?

  public init() {}

  /// Makes the box, so that a copy of this value shares it.
  public mutating func prepare() {
    if box == nil { box = LevelBox() }
  }

  /// False while the property's own observers are running: they do not call themselves.
  public func beginObserving(_ slot: Int) -> Bool {
    box?.observing.insert(slot).inserted ?? true
  }

  public func endObserving(_ slot: Int) { box?.observing.remove(slot) }

  func slot(_ slot: Int) -> SlotValue { box.map { $0[slot] } ?? .unset }

  mutating func set(_ slot: Int, to value: SlotValue) {
    prepare()
    box?[slot] = value
  }
}

/// Stands in for an initialised property; the value itself is in the class's ``_LevelValues``.
public struct _Marker: Sendable {
  public init() {}
}
