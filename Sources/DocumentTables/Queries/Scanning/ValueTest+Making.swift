extension ValueTest {
  /// Creates a test of equality with a value, in the form that a column of this layout stores.
  init(equalTo value: Value, in column: ColumnLayout) {
    self = .never
    switch column.storage {
    case .bool: if case .bool(let value) = value { self = .bool(value) }
    case .integer, .reference:
      if let value = value.columnInteger { self = .integers(value...value) }
    case .unsigned: if let value = value.columnUnsigned { self = .unsigned(value...value) }
    case .double:
      if let value = value.columnDouble, !value.isNaN {
        self = .doubles(lower: value, upper: value)
      }
    case .uuid: if case .uuid(let value) = value { self = .uuids(value...value) }
    case .text:
      if case .text(let value) = value {
        self = column.hasOneSpelling ? .spelling(Array(value.utf8)) : .text(PreparedText(value))
      }
    case .data: if case .data(let value) = value { self = .data(value) }
    case .tree, .array, .structure, .references: if !value.isNull { self = .nested([value]) }
    }
  }

  /// Creates a test of equality with one of several values.
  init(isOneOf values: [Value], in column: ColumnLayout) {
    self = .never
    let values = values.filter { !$0.isNull }
    if let only = values.first, values.count == 1 {
      self.init(equalTo: only, in: column)
      return
    }
    switch column.storage {
    case .bool, .uuid, .data: self = .valueSet(Set(values))
    case .integer, .reference: self = .integerSet(Set(values.compactMap(\.columnInteger)))
    case .unsigned:
      self = .valueSet(Set(values.compactMap(\.columnUnsigned).map(Value.unsigned)))
    case .double: self = .doubleSet(Set(values.compactMap(\.columnDouble)))
    case .text:
      let texts = values.compactMap(\.columnText)
      self =
        column.hasOneSpelling
        ? .spellingSet(Set(texts.map { Array($0.utf8) })) : .textSet(PreparedTexts(Set(texts)))
    case .tree, .array, .structure, .references: self = .nested(values)
    }
  }

  /// Creates a test of membership in a range; never true for values without an order.
  init(_ range: ColumnRange, in column: ColumnLayout) {
    self = .never
    switch column.storage {
    case .integer:
      if let range = Self.wholeNumbers(range, \.columnInteger) { self = .integers(range) }
    case .unsigned:
      if let range = Self.wholeNumbers(range, \.columnUnsigned) { self = .unsigned(range) }
    case .uuid:
      if let range = Self.wholeNumbers(range, \.columnUUID) { self = .uuids(range) }
    case .double: self = Self.doubles(range)
    case .text:
      if let order = column.spelledOrder {
        self = Self.spelled(range, order)
        return
      }
      guard let lower = Self.bound(range.lower, { $0.columnText.map(PreparedText.init) }),
        let upper = Self.bound(range.upper, { $0.columnText.map(PreparedText.init) })
      else { return }
      self = .textRange(TextRange(lower: lower.bound, upper: upper.bound))
    default: return
    }
  }

  init(_ test: TextTest, in column: ColumnLayout) {
    guard column.storage == .text else {
      self = .never
      return
    }
    self =
      switch test {
      case .contains(let part), .hasPrefix(let part), .hasSuffix(let part):
        .textTest(test, PreparedText(part))
      case .isEmpty, .count: .textTest(test, nil)
      }
  }

  /// Returns the whole numbers of a range; nil if there are none.
  private static func wholeNumbers<Number: FixedWidthInteger>(
    _ range: ColumnRange, _ number: (Value) -> Number?
  ) -> ClosedRange<Number>? {
    guard let lower = bound(range.lower, number), let upper = bound(range.upper, number) else {
      return nil
    }
    var first = Number.min
    var last = Number.max
    if let (value, isInclusive) = lower.bound {
      guard isInclusive || value < Number.max else { return nil }
      first = isInclusive ? value : value + 1
    }
    if let (value, isInclusive) = upper.bound {
      guard isInclusive || value > Number.min else { return nil }
      last = isInclusive ? value : value - 1
    }
    return first <= last ? first...last : nil
  }

  private static func spelled(_ range: ColumnRange, _ order: SpelledOrder) -> ValueTest {
    guard let lower = bound(range.lower, { $0.columnText.flatMap(order.value(of:)) }),
      let upper = bound(range.upper, { $0.columnText.flatMap(order.value(of:)) })
    else { return .never }
    return .spelled(SpelledRange(order: order, lower: lower.bound, upper: upper.bound))
  }

  private static func doubles(_ range: ColumnRange) -> ValueTest {
    guard let lower = bound(range.lower, \.columnDouble),
      let upper = bound(range.upper, \.columnDouble)
    else { return .never }
    var first = -Double.infinity
    var last = Double.infinity
    if let (value, isInclusive) = lower.bound {
      guard isInclusive || value < .infinity else { return .never }
      first = isInclusive ? value : value.nextUp
    }
    if let (value, isInclusive) = upper.bound {
      guard isInclusive || value > -.infinity else { return .never }
      last = isInclusive ? value : value.nextDown
    }
    // False also if a bound is NaN.
    return first <= last ? .doubles(lower: first, upper: last) : .never
  }

  /// Returns a bound, which may be missing, in the column's type; nil if its type differs.
  private static func bound<Bound>(
    _ bound: ColumnRange.Bound?, _ convert: (Value) -> Bound?
  ) -> (bound: (Bound, isInclusive: Bool)?, Void)? {
    guard let bound else { return (nil, ()) }
    return convert(bound.value).map { (($0, bound.isInclusive), ()) }
  }
}

// A query may give a value as another case that represents the same number.
extension Value {
  fileprivate var columnInteger: Int64? {
    switch self {
    case .integer(let value), .reference(let value): value
    case .unsigned(let value): Int64(exactly: value)
    default: nil
    }
  }

  fileprivate var columnUnsigned: UInt64? {
    switch self {
    case .unsigned(let value): value
    case .integer(let value): UInt64(exactly: value)
    default: nil
    }
  }

  fileprivate var columnDouble: Double? {
    switch self {
    case .double(let value), .date(let value): value
    default: nil
    }
  }

  fileprivate var columnUUID: UInt128? {
    if case .uuid(let value) = self { value } else { nil }
  }

  fileprivate var columnText: String? {
    if case .text(let value) = self { value } else { nil }
  }
}
