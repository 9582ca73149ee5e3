/// The scalar types of the format; raw values are their names in schemas.
package enum ScalarType: String, Hashable, Sendable, CaseIterable {
  case bool
  case int8, int16, int32, int64
  case uint8, uint16, uint32, uint64
  case float, double, decimal
  case text, date, day, zonedTime, uuid, url, data
}

/// The type of an attribute, in terms of the format and of no programming language.
package enum AttributeType: Hashable, Sendable {
  case scalar(ScalarType)
  /// An ordered list of scalars; its elements may be null if stated.
  case array(ScalarType, nullableElements: Bool)
  /// A map from scalars to scalars, written as a typed tree.
  case dictionary(key: ScalarType, value: ScalarType, nullableValues: Bool)
  /// A `Codable` value as a typed tree; `shape` describes it, and is nil if it is opaque.
  case tree(shape: Tree?)

  /// Whether values may be in parts of their own: only texts and data are (spec 3.8).
  package var mayBeExternal: Bool { self == .scalar(.text) || self == .scalar(.data) }
}

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
  /// UTF-8 text: `text`, and `zonedTime`, `url` and `decimal` in their canonical spelling.
  case text
  case data
  case tree
  case array(ScalarType)
  /// One key, or null.
  case reference
  /// An ordered list of keys, or null.
  case references
}

extension ScalarType {
  package var storage: ColumnStorage {
    switch self {
    case .bool: .bool
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .day: .integer
    case .uint64: .unsigned
    case .float, .double, .date: .double
    case .uuid: .uuid
    case .text, .zonedTime, .url, .decimal: .text
    case .data: .data
    }
  }

  /// The range of an integer type of at most 63 value bits; nil for every other type.
  package var integerRange: ClosedRange<Int64>? {
    switch self {
    case .int8: Int64(Int8.min)...Int64(Int8.max)
    case .int16: Int64(Int16.min)...Int64(Int16.max)
    case .int32: Int64(Int32.min)...Int64(Int32.max)
    case .int64: Int64.min...Int64.max
    case .uint8: 0...Int64(UInt8.max)
    case .uint16: 0...Int64(UInt16.max)
    case .uint32: 0...Int64(UInt32.max)
    default: nil
    }
  }
}

extension AttributeType {
  package var storage: ColumnStorage {
    switch self {
    case .scalar(let type): type.storage
    case .array(let element, _): .array(element)
    case .dictionary, .tree: .tree
    }
  }
}
