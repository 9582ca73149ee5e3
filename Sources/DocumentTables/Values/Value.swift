/// The key of an object, from one counter for each document; never reused, never zero.
@usableFromInline
package typealias ObjectKey = Int64

/// One value of one property, outside its column.
///
/// Two values are equal if their written forms are equal: texts scalar for scalar, doubles by their
/// bits, except that all NaN are equal. The value of a `url`, `decimal`, `clockTime` or
/// `zonedTime` attribute is a `text` in canonical spelling, that of a `day` an `integer` of days since 2001.
package enum Value: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case double(Double)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case text(String)
  /// Apart, because a number of 128 bits would align every value to 16 bytes: each would take 32 bytes
  /// instead of 24, and each array a slower allocation.
  indirect case uuid(UInt128)
  case data([UInt8])
  case array([Value])
  case tree(Tree)
  case reference(ObjectKey)
  case references([ObjectKey])

  package var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

/// Returns whether two doubles have the same written form: 0 and −0 do not, any two NaN do.
package func isSameNumber(_ left: Double, _ right: Double) -> Bool {
  left.bitPattern == right.bitPattern || left.isNaN && right.isNaN
}

extension Value: Hashable {
  package static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.double(let left), .double(let right)): isSameNumber(left, right)
    case (.date(let left), .date(let right)): isSameNumber(left, right)
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.uuid(let left), .uuid(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.tree(let left), .tree(let right)): left == right
    case (.reference(let left), .reference(let right)): left == right
    case (.references(let left), .references(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value), .reference(let value): hasher.combine(value)
    case .unsigned(let value): hasher.combine(value)
    case .double(let value), .date(let value): hasher.combine(value.isNaN ? .nan : value)
    case .text(let value): hasher.combine(spelling: value)
    case .uuid(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .tree(let value): hasher.combine(value)
    case .references(let value): hasher.combine(value)
    }
  }
}

extension Hasher {
  /// Hashes the UTF-8 bytes of a text, for types that compare texts byte by byte.
  mutating func combine(spelling text: String) {
    var native = text
    // Lifetime: the bytes are used inside the closure.
    native.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    combine(0xFF as UInt8)
  }
}
