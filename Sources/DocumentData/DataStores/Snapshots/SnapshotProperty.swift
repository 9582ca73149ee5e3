import DocumentTables

/// The value of one property of an object in a snapshot.
enum SnapshotProperty: Hashable, Sendable {
  case attribute(Value, SnapshotAttributeType)
  case toOne(PersistentIdentifier?)
  case toMany([PersistentIdentifier]?)

  /// Replaces the identifiers of a relationship.
  func mapIdentifiers(
    _ transform: (PersistentIdentifier) -> PersistentIdentifier
  ) -> SnapshotProperty {
    switch self {
    case .attribute: self
    case .toOne(let identifier): .toOne(identifier.map(transform))
    case .toMany(let identifiers): .toMany(identifiers.map { $0.map(transform) })
    }
  }
}

/// The type of an attribute, and whether it may be nil.
struct SnapshotAttributeType: Hashable, Sendable {
  var type: AttributeType
  var isNullable: Bool

  init(_ type: AttributeType, isNullable: Bool) {
    // The values of a tree describe their own types, so shapes and structures are left to the schema.
    switch type {
    case .tree, .structure: self.type = .tree(shape: nil)
    case .scalar, .array, .dictionary: self.type = type
    }
    self.isNullable = isNullable
  }
}

/// The types of a snapshot's properties in words: `int64`, `text?`, `[date?]`, `[text: int64]`,
/// `tree`, `toOne`, `toMany`.
enum SnapshotTypeText {
  static let toOne = "toOne"
  static let toMany = "toMany"

  static func text(_ property: SnapshotProperty) -> String {
    switch property {
    case .attribute(_, let type): text(type)
    case .toOne: toOne
    case .toMany: toMany
    }
  }

  static func text(_ type: SnapshotAttributeType) -> String {
    let name =
      switch type.type {
      case .scalar(let scalar): scalar.rawValue
      case .array(let element, let isNullable): "[\(element.rawValue)\(mark(isNullable))]"
      case .dictionary(let key, let value, let isNullable):
        "[\(key.rawValue): \(value.rawValue)\(mark(isNullable))]"
      case .tree, .structure: "tree"
      }
    return name + mark(type.isNullable)
  }

  private static func mark(_ isNullable: Bool) -> String { isNullable ? "?" : "" }

  /// Nil for words that ``text(_:)-(SnapshotAttributeType)`` does not produce.
  static func attributeType(_ text: String) -> SnapshotAttributeType? {
    let (name, isNullable) = optional(text)
    if name == "tree" { return SnapshotAttributeType(.tree(shape: nil), isNullable: isNullable) }
    if let scalar = ScalarType(rawValue: name) {
      return SnapshotAttributeType(.scalar(scalar), isNullable: isNullable)
    }
    guard name.hasPrefix("["), name.hasSuffix("]") else { return nil }
    let parts = name.dropFirst().dropLast().split(separator: ": ", omittingEmptySubsequences: false)
    guard let last = parts.last else { return nil }
    let (elementName, isElementNullable) = optional(String(last))
    guard let element = ScalarType(rawValue: elementName) else { return nil }
    switch parts.count {
    case 1:
      return SnapshotAttributeType(
        .array(element, nullableElements: isElementNullable), isNullable: isNullable)
    case 2:
      guard let key = ScalarType(rawValue: String(parts[0])) else { return nil }
      return SnapshotAttributeType(
        .dictionary(key: key, value: element, nullableValues: isElementNullable),
        isNullable: isNullable)
    default: return nil
    }
  }

  private static func optional(_ text: String) -> (name: String, isNullable: Bool) {
    text.hasSuffix("?") ? (String(text.dropLast()), true) : (text, false)
  }
}
