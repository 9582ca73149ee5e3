/// A floating-point type whose description has the digits of its shortest round trip.
@usableFromInline
package protocol ShortestDecimalFloatingPoint: BinaryFloatingPoint, LosslessStringConvertible {
  /// The number of decimal digits that always survive this width.
  ///
  /// Two decimals of that many digits never read to one value, so a decimal of no more digits that
  /// reads to a value is its shortest.
  static var decimalDigits: Int { get }
}

extension Double: ShortestDecimalFloatingPoint {
  /// 15, the `DBL_DIG` of C.
  @inlinable package static var decimalDigits: Int { 15 }
}

extension Float: ShortestDecimalFloatingPoint {
  /// 6, the `FLT_DIG` of C.
  @inlinable package static var decimalDigits: Int { 6 }
}
