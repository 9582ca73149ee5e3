/// What becomes of a value on its way from an old column to a new one.
struct ValueConversion: Hashable, Sendable {
  /// The form that it takes; nil where it keeps its form and fits.
  var type: AttributeType?
  /// What stands for nil; nil where nil stays.
  var filling: Value?
  /// The values allowed; nil where any is, or where others are refused.
  var cases: Set<Value>?
  /// What stands for a value that is not allowed.
  var replacement = Value.null
  /// Whether the new column lies otherwise in memory.
  var changesStorage = false

  var isNeeded: Bool { type != nil || filling != nil || cases != nil }

  func convert(_ value: Value) -> Value {
    var value = type.map { Self.nearest(value, of: $0) } ?? value
    if let cases, !value.isNull, !cases.contains(value) { value = replacement }
    if let filling, value.isNull { value = filling }
    return value
  }

  /// The value of a type that is nearest to one of a wider or narrower type.
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

  /// Halves go away from zero, and what is no number is 0.
  private static func nearest(_ number: Double, in range: ClosedRange<Int64>) -> Int64 {
    guard !number.isNaN else { return min(max(0, range.lowerBound), range.upperBound) }
    let rounded = number.rounded()
    if let exact = Int64(exactly: rounded) {
      return min(max(exact, range.lowerBound), range.upperBound)
    }
    return rounded < 0 ? range.lowerBound : range.upperBound
  }

  /// A finite number stays finite.
  private static func nearestFloat(_ number: Double) -> Double {
    let float = Float(number)
    guard float.isInfinite, number.isFinite else { return Double(float) }
    return Double(number < 0 ? -Float.greatestFiniteMagnitude : .greatestFiniteMagnitude)
  }
}

extension Column {
  /// The converted values; the column itself where none changes.
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
