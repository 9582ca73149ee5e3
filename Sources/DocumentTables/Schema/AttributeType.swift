/// The type of an attribute, in terms of the format and of no programming language.
package enum AttributeType: Hashable, Sendable {
  case scalar(ScalarType)
  /// An ordered list of scalars; its elements may be null if stated.
  case array(ScalarType, nullableElements: Bool)
  /// A map from scalars to scalars, written as a typed tree.
  case dictionary(key: ScalarType, value: ScalarType, nullableValues: Bool)
  /// A `Codable` value as a typed tree; `shape` describes it, and is nil if it is opaque.
  case tree(shape: Tree?)
  /// Named values that the schema states once (spec 6.11).
  case structure(TableStructure)

  /// Whether values may be in parts of their own: only texts and data are (spec 3.8).
  package var mayBeExternal: Bool { self == .scalar(.text) || self == .scalar(.data) }
}

extension AttributeType {
  package var storage: ColumnStorage {
    switch self {
    case .scalar(let type): type.storage
    case .array(let element, _): .array(element)
    case .dictionary, .tree: .tree
    case .structure(let structure): .structure(structure)
    }
  }
}
