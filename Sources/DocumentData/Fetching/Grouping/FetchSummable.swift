import DocumentTables

/// A number that a fetch can add: integers, floating-point numbers, decimals, and optionals of them.
///
/// | values | sum | average |
/// |---|---|---|
/// | signed integers, and unsigned ones up to 32 bits | `Int` | `Double` |
/// | `UInt`, `UInt64` | `UInt` | `Double` |
/// | `Float`, `Double` | `Double` | `Double` |
/// | `Decimal` | `Decimal` | `Decimal` |
public protocol FetchSummable {
  /// The type of sums.
  associatedtype FetchedSum
  /// The type of averages.
  associatedtype FetchedAverage

  /// Returns a sum; nil if it is outside the range of its type.
  static func _$sum(_ total: _FetchedTotal) -> FetchedSum?
  /// Returns the average of at least one number; nil if it is outside the range of its type.
  static func _$average(_ total: _FetchedTotal) -> FetchedAverage?
}

/// The sum and the number of values; its content is internal to the package.
public struct _FetchedTotal: Sendable {
  var total = ValueTotal(count: 0, sum: .integer(0))

  var count: Int { total.count }

  fileprivate var integer: Int128 {
    if case .integer(let sum) = total.sum { sum } else { 0 }
  }

  fileprivate var double: Double {
    switch total.sum {
    case .double(let sum): sum
    case .integer(let sum): Double(sum)
    case .decimal: 0
    }
  }

  /// Nil if the sum has too many digits.
  fileprivate var decimal: Decimal? {
    if case .decimal(let sum) = total.sum { sum.decimal } else { 0 }
  }

  /// The average of integers, rounded once.
  fileprivate var integerAverage: Double {
    let (quotient, remainder) = integer.quotientAndRemainder(dividingBy: Int128(max(1, count)))
    return Double(quotient) + Double(remainder) / Double(max(1, count))
  }
}

extension FetchSummable where Self: FixedWidthInteger {
  /// Returns a sum; nil if it is outside the range of `Int`.
  public static func _$sum(_ total: _FetchedTotal) -> Int? { Int(exactly: total.integer) }
  /// Returns the average of integers.
  public static func _$average(_ total: _FetchedTotal) -> Double? { total.integerAverage }
}

extension Int: FetchSummable {}
extension Int8: FetchSummable {}
extension Int16: FetchSummable {}
extension Int32: FetchSummable {}
extension Int64: FetchSummable {}
extension UInt8: FetchSummable {}
extension UInt16: FetchSummable {}
extension UInt32: FetchSummable {}

extension UInt: FetchSummable {
  /// Returns a sum; nil if it is outside the range of `UInt`.
  public static func _$sum(_ total: _FetchedTotal) -> UInt? { UInt(exactly: total.integer) }
}

extension UInt64: FetchSummable {
  /// Returns a sum; nil if it is outside the range of `UInt`.
  public static func _$sum(_ total: _FetchedTotal) -> UInt? { UInt(exactly: total.integer) }
}

extension FetchSummable where Self: BinaryFloatingPoint {
  /// Returns a sum.
  public static func _$sum(_ total: _FetchedTotal) -> Double? { total.double }
  /// Returns the average.
  public static func _$average(_ total: _FetchedTotal) -> Double? {
    total.double / Double(max(1, total.count))
  }
}

extension Float: FetchSummable {}
extension Double: FetchSummable {}

extension Decimal: FetchSummable {
  /// Returns a sum; nil if it has more digits than a decimal.
  public static func _$sum(_ total: _FetchedTotal) -> Decimal? { total.decimal }
  /// Returns the average, rounded to the digits of a decimal.
  public static func _$average(_ total: _FetchedTotal) -> Decimal? {
    total.decimal.map { $0 / Decimal(max(1, total.count)) }
  }
}

extension Optional: FetchSummable where Wrapped: FetchSummable {
  /// Returns the sum of the values that are not nil.
  public static func _$sum(_ total: _FetchedTotal) -> Wrapped.FetchedSum? {
    Wrapped._$sum(total)
  }

  /// Returns the average of the values that are not nil.
  public static func _$average(_ total: _FetchedTotal) -> Wrapped.FetchedAverage? {
    Wrapped._$average(total)
  }
}
