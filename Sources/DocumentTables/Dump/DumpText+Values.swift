extension DumpText {
  /// Appends the value of a row as ``appendValue(_:_:)`` does; texts and trees are copied from their
  /// column.
  mutating func appendValue(of column: Column, at row: Int, _ type: AttributeType) {
    switch (column, type) {
    case (.text(let heap), .scalar(let scalar)) where scalar != .decimal && !heap.nulls[row]:
      heap.withText(at: row) { appendString($0) }
    case (.nested(let nested), _) where !nested.texts.nulls[row]:
      let isCopied = nested.texts.withText(at: row) { text in
        guard nested.form == .tree ? !hasWholeDouble(text) : text.count == 2 else { return false }
        appendCanonical(text)
        return true
      }
      if !isCopied { appendValue(column.value(at: row), type) }
    default: appendValue(column.value(at: row), type)
    }
  }

  /// Whether a tree may have a double without a fraction, which a dump spells otherwise.
  private func hasWholeDouble(_ tree: UnsafeBufferPointer<UInt8>) -> Bool {
    let mark: StaticString = "$double"
    let length = mark.utf8CodeUnitCount
    // Bound: as many bytes are left as the mark has.
    return tree.indices.dropLast(length - 1).contains { start in
      tree[start] == UInt8(ascii: "$")
        && TextForm.isEqual(UnsafeBufferPointer(rebasing: tree[start..<start + length]), mark)
    }
  }

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
    case (.decimal, .text(let text)): append(text)
    case (_, .text(let text)): appendString(text)
    case (_, .uuid(let value)): append { UUIDText.append(value, to: &$0) }
    case (_, .data(let data)): appendString(DataText.text(data))
    default: appendTree(Tree(value))
    }
  }
}
