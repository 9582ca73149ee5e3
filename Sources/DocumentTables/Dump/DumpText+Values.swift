extension DumpText {
  /// Appends an attribute's value in the text form of its type (spec 4).
  mutating func appendValue(_ value: Value, _ type: AttributeType) {
    switch (type, value) {
    case (_, .null): append("nil")
    case (.scalar(let scalar), _): appendScalar(value, scalar)
    case (.array(let element, _), .array(let values)):
      append("[")
      for (index, value) in values.enumerated() {
        if index > 0 { append(", ") }
        if value.isNull { append("nil") } else { appendScalar(value, element) }
      }
      append("]")
    default: appendTree(Tree(value, of: type))
    }
  }

  private mutating func appendScalar(_ value: Value, _ type: ScalarType) {
    switch (type, value) {
    case (.float, .double(let number)): append(FloatingPointText.text(Float(number)))
    case (.date, .double(let seconds)), (_, .date(let seconds)): append(DateText.text(seconds))
    case (_, .double(let number)): append(FloatingPointText.text(number))
    case (_, .bool(let value)): append(BoolText.text(value))
    case (.day, .integer(let days)): append(DayText.text(days))
    case (_, .integer(let number)): append(IntegerText.text(number))
    case (_, .unsigned(let number)): append(IntegerText.text(number))
    case (.decimal, .text(let text)): append(text)
    case (_, .text(let text)): appendString(text)
    case (_, .uuid(let value)): append(UUIDText.text(value))
    case (_, .data(let data)): appendString(DataText.text(data))
    default: appendTree(Tree(value))
    }
  }
}
