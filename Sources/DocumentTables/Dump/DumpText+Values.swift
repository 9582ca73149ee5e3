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
    case (.float, .double(let number)):
      append { FloatingPointText.append(Float(number), to: &$0) }
    case (.date, .double(let seconds)), (_, .date(let seconds)):
      append { DateText.append(seconds, to: &$0) }
    case (_, .double(let number)): append { FloatingPointText.append(number, to: &$0) }
    case (_, .bool(let value)): append { BoolText.append(value, to: &$0) }
    case (.day, .integer(let days)): append { DayText.append(days, to: &$0) }
    case (_, .integer(let number)): append { IntegerText.append(number, to: &$0) }
    case (_, .unsigned(let number)): append { IntegerText.append(number, to: &$0) }
    case (_, .text(let text)):
      if type.isQuotedInDump { appendString(text) } else { appendText(text) }
    case (_, .uuid(let value)): append { UUIDText.append(value, to: &$0) }
    case (_, .data(let data)): appendString(DataText.text(data))
    default: appendTree(Tree(value))
    }
  }

  /// Appends a scalar of a row from the memory of its column; returns false if it is not such a value.
  @inline(__always)
  mutating func appendScalar(_ view: ColumnView, _ row: Int, _ type: ScalarType) -> Bool {
    switch view.layout {
    case .null: append("nil")
    case .constant, .other, .nested, .data: return false
    case _ where view.isNull(at: row): append("nil")
    case .text:
      if type.isQuotedInDump {
        appendString(view.bytes(at: row))
      } else {
        append(view.bytes(at: row))
      }
    case .bool:
      if view.value(at: row, as: Bool.self, zero: false) { append("true") } else { append("false") }
    case .integer:
      let number = view.value(at: row, as: Int64.self, zero: 0)
      append(atMost: IntegerText.longestText) {
        type == .day ? DayText.write(number, to: $0) : IntegerText.write(number, to: $0)
      }
    case .unsigned:
      let number = view.value(at: row, as: UInt64.self, zero: 0)
      append(atMost: IntegerText.longestText) { IntegerText.write(number, to: $0) }
    case .double where type == .date, .date:
      let seconds = view.value(at: row, as: Double.self, zero: 0)
      append(atMost: DateText.longestText) { DateText.write(seconds, to: $0) }
    case .double:
      let number = view.value(at: row, as: Double.self, zero: 0)
      append(atMost: FloatingPointText.longestText) {
        type == .float
          ? FloatingPointText.write(Float(number), to: $0)
          : FloatingPointText.write(number, to: $0)
      }
    case .uuid:
      let number = view.value(at: row, as: UInt128.self, zero: 0)
      append(atMost: UUIDText.length) {
        UUIDText.write(number, to: $0)
        return UUIDText.length
      }
    case .reference: append(view.value(at: row, as: ObjectKey.self, zero: 0))
    }
    return true
  }
}
