import FoundationEssentials

extension ValueTest {
  /// Returns whether a value passes; null never does.
  func matches(_ value: Value) -> Bool {
    switch (self, value) {
    case (.bool(let expected), .bool(let value)): value == expected
    case (.integers(let range), .integer(let value)),
      (.integers(let range), .reference(let value)):
      range.contains(value)
    case (.unsigned(let range), .unsigned(let value)): range.contains(value)
    case (.doubles(let lower, let upper), .double(let value)),
      (.doubles(let lower, let upper), .date(let value)):
      lower <= value && value <= upper
    case (.uuids(let range), .uuid(let value)): range.contains(value)
    case (.data(let expected), .data(let value)): value == expected
    case (.integerSet(let set), .integer(let value)),
      (.integerSet(let set), .reference(let value)):
      set.contains(value)
    case (.doubleSet(let set), .double(let value)), (.doubleSet(let set), .date(let value)):
      set.contains(value)
    case (.valueSet(let set), let value): !value.isNull && set.contains(value)
    case (.nested(let expected), let value):
      !value.isNull && expected.contains { isEqualInSwift($0, value) }
    case (.spelling(let bytes), .text(let text)): text.utf8.elementsEqual(bytes)
    case (.spellingSet(let set), .text(let text)): set.contains(Array(text.utf8))
    case (_, .text(let text)): matches(CanonicalOrder.ordered(text))
    default: false
    }
  }

  /// Returns whether a text passes; no long run of its marks may be out of order.
  func matches(_ text: String) -> Bool {
    switch self {
    case .text(let expected): text == expected.text
    case .textRange(let range): range.contains(text)
    case .textTest(let test, _): test.holds(for: text)
    case .textSet(let set): set.texts.contains(text)
    case .spelled(let range): range.contains(text)
    default: false
    }
  }
}

extension TextTest {
  func holds(for text: String) -> Bool {
    switch self {
    case .contains(let part): containsCharacters(text, part)
    case .hasPrefix(let prefix): text.starts(with: prefix)
    case .hasSuffix(let suffix): text.reversed().starts(with: suffix.reversed())
    case .isEmpty: text.isEmpty
    case .count(let range): range.contains(text.count)
    }
  }
}

/// Returns whether the represented values are equal by Swift's `==`; arrays element by element.
func isEqualInSwift(_ left: Value, _ right: Value) -> Bool {
  switch (left, right) {
  case (.text(let left), .text(let right)): ComparisonText(left) == ComparisonText(right)
  case (.double(let left), .double(let right)), (.date(let left), .date(let right)): left == right
  case (.array(let left), .array(let right)): left.elementsEqual(right, by: isEqualInSwift)
  default: left == right
  }
}
