import FoundationEssentials

/// A condition on one value of a column, in the form that the column's layout is tested by.
enum ValueTest: Sendable {
  /// A comparison with a value that this column cannot hold.
  case never
  case bool(Bool)
  case integers(ClosedRange<Int64>)
  case unsigned(ClosedRange<UInt64>)
  /// Compared as floating-point numbers, so that NaN is in none of them.
  case doubles(lower: Double, upper: Double)
  case uuids(ClosedRange<UInt128>)
  case data([UInt8])
  case text(PreparedText)
  case textRange(TextRange)
  case textTest(TextTest, PreparedText?)
  /// The exact bytes of a text that has one spelling only.
  case spelling([UInt8])
  case spellingSet(Set<[UInt8]>)
  case decimals(DecimalRange)
  case integerSet(Set<Int64>)
  case doubleSet(Set<Double>)
  case textSet(Set<String>)
  case valueSet(Set<Value>)
  case boxed([Value])
}

struct TextRange: Sendable {
  var lower: (text: PreparedText, isInclusive: Bool)?
  var upper: (text: PreparedText, isInclusive: Bool)?

  func contains(_ text: String) -> Bool {
    if let lower {
      guard lower.isInclusive ? !(text < lower.text.text) : lower.text.text < text else {
        return false
      }
    }
    if let upper {
      guard upper.isInclusive ? !(upper.text.text < text) : text < upper.text.text else {
        return false
      }
    }
    return true
  }
}

struct DecimalRange: Sendable {
  var lower: (number: Decimal, isInclusive: Bool)?
  var upper: (number: Decimal, isInclusive: Bool)?

  func contains(_ number: Decimal) -> Bool {
    if let lower {
      guard lower.isInclusive ? lower.number <= number : lower.number < number else {
        return false
      }
    }
    if let upper {
      guard upper.isInclusive ? number <= upper.number : number < upper.number else {
        return false
      }
    }
    return true
  }
}
