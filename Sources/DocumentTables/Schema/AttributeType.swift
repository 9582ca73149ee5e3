/// The scalar types of the format's fixed vocabulary; raw values are the names written in schemas.
package enum ScalarType: String, Hashable, Sendable, CaseIterable {
  case bool
  case int8, int16, int32, int64
  case uint8, uint16, uint32, uint64
  case float, double, decimal
  case text, date, uuid, url, data
}

/// What an attribute holds, in the format's own words, never in those of a programming language.
package enum AttributeType: Hashable, Sendable {
  case scalar(ScalarType)
  /// An ordered list of scalars, whose elements may be nil.
  case array(ScalarType, nullableElements: Bool)
  /// A map between scalars, written as a typed tree.
  case dictionary(key: ScalarType, value: ScalarType, nullableValues: Bool)
  /// A `Codable` value as a typed tree; `shape` describes it, and is nil where it is opaque.
  case tree(shape: Tree?)
}

/// How a column of an attribute or relationship lies in memory.
package enum ColumnStorage: Hashable, Sendable {
  case bool
  /// Every signed width, and unsigned widths up to 32 bits.
  case integer
  /// Unsigned 64-bit numbers, by their bit pattern.
  case unsigned
  /// `float`, `double`, and `date` as seconds since 2001.
  case double
  case uuid
  /// UTF-8 text: `text`, and `url` and `decimal` in their canonical spelling.
  case text
  case data
  case tree
  case array(ScalarType)
  /// One key, or nil.
  case reference
  /// An ordered list of keys, or nil.
  case references
}

extension ScalarType {
  package var storage: ColumnStorage {
    switch self {
    case .bool: .bool
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32: .integer
    case .uint64: .unsigned
    case .float, .double, .date: .double
    case .uuid: .uuid
    case .text, .url, .decimal: .text
    case .data: .data
    }
  }

  /// The numbers an integer type of at most 63 value bits can hold; nil for every other type.
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
