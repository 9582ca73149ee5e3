/// A condition on one value of a column, in the form that suits the column's layout.
enum ValueTest: Sendable {
  /// A comparison with a value that this column cannot hold.
  case never
  case bool(Bool)
  case integers(ClosedRange<Int64>)
  case unsigned(ClosedRange<UInt64>)
  /// Compares as floating-point numbers, so NaN is in no range.
  case doubles(lower: Double, upper: Double)
  case uuids(ClosedRange<UInt128>)
  case data([UInt8])
  case text(PreparedText)
  case textRange(TextRange)
  /// Contains the text to search for, if the test has one.
  case textTest(TextTest, PreparedText?)
  /// The exact bytes of a text that has only one spelling.
  case spelling([UInt8])
  case spellingSet(Set<[UInt8]>)
  case spelled(SpelledRange)
  case integerSet(Set<Int64>)
  case doubleSet(Set<Double>)
  case textSet(PreparedTexts)
  case valueSet(Set<Value>)
  case nested([Value])
}

/// A range of texts, in the order of `String`.
struct TextRange: Sendable {
  var lower: (text: PreparedText, isInclusive: Bool)?
  var upper: (text: PreparedText, isInclusive: Bool)?

  func contains(_ text: String) -> Bool { isAboveLower(text) && isBelowUpper(text) }

  func isAboveLower(_ text: String) -> Bool {
    guard let lower else { return true }
    return lower.isInclusive ? lower.text.text <= text : lower.text.text < text
  }

  func isBelowUpper(_ text: String) -> Bool {
    guard let upper else { return true }
    return upper.isInclusive ? text <= upper.text.text : text < upper.text.text
  }
}
