/// The layout of an attribute's or relationship's column in memory.
package enum ColumnStorage: Hashable, Sendable {
  case bool
  /// Signed integers of every width, unsigned ones up to 32 bits, and `day` as days since 2001.
  case integer
  /// Unsigned 64-bit numbers, by their bit pattern.
  case unsigned
  /// `float`, `double`, and `date` as seconds since 2001.
  case double
  case uuid
  /// UTF-8 text: `text`, and spelled types such as `url`.
  case text
  case data
  case tree
  case array(ScalarType)
  case structure(TableStructure)
  /// One key, or null.
  case reference
  /// An ordered list of keys, or null.
  case references
}

extension ColumnStorage {
  /// What the texts of a column of trees, arrays or structures spell; nil for every other column.
  var nestedForm: NestedForm? {
    switch self {
    case .tree: .tree
    case .array(let type): .array(type)
    case .structure(let structure): .structure(structure)
    default: nil
    }
  }
}
