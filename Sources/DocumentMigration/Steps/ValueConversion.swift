import DocumentTables

/// The conversion of a value from an old column to a new one.
struct ValueConversion: Hashable, Sendable {
  /// The type to convert to; nil if values keep their form and fit.
  var type: AttributeType?
  /// The value that replaces nil; nil if nil is kept.
  var filling: Value?
  /// The allowed values; nil if all values are allowed, or if other values are refused instead of
  /// replaced.
  var cases: Set<Value>?
  /// The replacement for a value that is not allowed.
  var replacement = Value.null
  /// Whether the new column has another storage.
  var changesStorage = false

  var isNeeded: Bool { type != nil || filling != nil || cases != nil }

  func convert(_ value: Value) -> Value {
    var value = type.map { Self.nearest(value, of: $0) } ?? value
    if let cases, !value.isNull, !cases.contains(value) { value = replacement }
    if let filling, value.isNull { value = filling }
    return value
  }

  /// Returns the value of a type that is nearest to a value of a wider or narrower type.
  static func nearest(_ value: Value, of type: AttributeType) -> Value {
    switch (type, value) {
    case (.scalar(let type), _): nearest(value, of: type)
    case (.array(let element, let isNullable), .array(let values)):
      .array(
        values.map { item in
          item.isNull && !isNullable
            ? AttributeType.scalar(element).blank : nearest(item, of: element)
        })
    case (.dictionary(_, let element, false), .tree(.object(let members))):
      .tree(
        .object(
          members.map { member in
            TreeMember(
              member.name,
              member.value.isNull
                ? Tree(AttributeType.scalar(element).blank, of: .scalar(element)) : member.value)
          }))
    default: value
    }
  }

  private static func nearest(_ value: Value, of type: ScalarType) -> Value {
    if case .date(let seconds) = value, type == .day {
      return .integer(DateOfDay.day(of: seconds))
    }
    if case .integer(let day) = value, type == .date { return .date(DateOfDay.midnight(of: day)) }
    if let range = type.integerRange {
      switch value {
      case .integer(let number):
        return .integer(min(max(number, range.lowerBound), range.upperBound))
      case .unsigned(let number):
        return .integer(min(Int64(clamping: number), range.upperBound))
      case .double(let number):
        return .integer(nearest(number, in: range))
      default: return value
      }
    }
    switch (type, value) {
    case (.uint64, .integer(let number)): return .unsigned(UInt64(clamping: number))
    case (.double, .integer(let number)): return .double(Double(number))
    case (.float, .integer(let number)): return .double(Double(Float(number)))
    case (.float, .double(let number)): return .double(nearestFloat(number))
    default: return value
    }
  }

  /// Returns the nearest integer in a range; rounds halves away from zero and treats NaN as 0.
  private static func nearest(_ number: Double, in range: ClosedRange<Int64>) -> Int64 {
    guard !number.isNaN else { return min(max(0, range.lowerBound), range.upperBound) }
    let rounded = number.rounded()
    if let exact = Int64(exactly: rounded) {
      return min(max(exact, range.lowerBound), range.upperBound)
    }
    return rounded < 0 ? range.lowerBound : range.upperBound
  }

  /// Returns the nearest `Float`; finite numbers stay finite.
  private static func nearestFloat(_ number: Double) -> Double {
    let float = Float(number)
    guard float.isInfinite, number.isFinite else { return Double(float) }
    return Double(number < 0 ? -Float.greatestFiniteMagnitude : .greatestFiniteMagnitude)
  }
}

extension Column {
  /// Returns the converted column, or the column itself if no value changes.
  func converted(_ conversion: ValueConversion, to layout: ColumnLayout) -> Column {
    guard conversion.isNeeded else { return self }
    if case .constant(let value, let count) = self {
      return .constant(conversion.convert(value), count: count)
    }
    let isOnlyFilled = conversion.type == nil && conversion.cases == nil
    if isOnlyFilled, !mayHoldNull { return self }
    if !conversion.changesStorage {
      let isUnchanged = (0..<count).allSatisfy { row in
        if isOnlyFilled { return !isNull(at: row) }
        let value = value(at: row)
        return conversion.convert(value) == value
      }
      if isUnchanged { return self }
    }
    let builder = layout.makeBuilder(expectedRows: count)
    for row in 0..<count {
      if isOnlyFilled, !isNull(at: row) {
        builder.append(self, rows: row..<row + 1)
      } else {
        builder.append(conversion.convert(value(at: row)))
      }
    }
    return builder.finish()
  }
}
