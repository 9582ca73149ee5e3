import FoundationEssentials

/// The order of a text column whose texts spell values, and are not ordered as texts.
enum SpelledOrder: Sendable {
  case decimal, clockTime, zonedTime

  /// Returns the value that a text spells; nil if it spells none.
  func value(of text: String) -> SpelledValue? {
    switch self {
    case .decimal: (try? DecimalText.parse(text)).map { .decimal($0) }
    case .clockTime: (try? ClockTimeText(text)).map { .clockTime($0) }
    case .zonedTime: (try? ZonedTimeText(text)).map { .zonedTime($0) }
    }
  }

  /// Returns the value for sorting; texts that spell none, which no reader lets in, are equal.
  func key(of value: Value) -> SpelledValue {
    guard case .text(let text) = value, let value = self.value(of: text) else {
      return .decimal(0)
    }
    return value
  }

  /// Compares two values; negative, zero or positive.
  func order(_ left: Value, _ right: Value) -> Int {
    SpelledValue.order(key(of: left), key(of: right))
  }
}

/// A value that a text spells; all values of one column are of one case.
enum SpelledValue: Comparable, Sendable {
  case decimal(Decimal)
  case clockTime(ClockTimeText)
  case zonedTime(ZonedTimeText)

  static func order(_ left: SpelledValue, _ right: SpelledValue) -> Int {
    left < right ? -1 : right < left ? 1 : 0
  }
}

/// A range of spelled values.
struct SpelledRange: Sendable {
  let order: SpelledOrder
  var lower: (value: SpelledValue, isInclusive: Bool)?
  var upper: (value: SpelledValue, isInclusive: Bool)?

  func contains(_ text: String) -> Bool { isAboveLower(text) && isBelowUpper(text) }

  func isAboveLower(_ text: String) -> Bool {
    guard let value = order.value(of: text) else { return false }
    guard let lower else { return true }
    return lower.isInclusive ? lower.value <= value : lower.value < value
  }

  func isBelowUpper(_ text: String) -> Bool {
    guard let value = order.value(of: text) else { return false }
    guard let upper else { return true }
    return upper.isInclusive ? value <= upper.value : value < upper.value
  }
}

extension ScalarType {
  /// The order of the values that texts spell; nil if it is that of the texts.
  var spelledOrder: SpelledOrder? {
    switch self {
    case .decimal: .decimal
    case .clockTime: .clockTime
    case .zonedTime: .zonedTime
    default: nil
    }
  }
}

extension ColumnLayout {
  /// The order of this text column; nil if it is that of its texts.
  var spelledOrder: SpelledOrder? {
    if case .scalar(let type) = attribute?.type { type.spelledOrder } else { nil }
  }

  /// Whether equal values of this text column have the same bytes.
  var hasOneSpelling: Bool {
    if case .scalar(let type) = attribute?.type { type.isSpelled } else { false }
  }
}
