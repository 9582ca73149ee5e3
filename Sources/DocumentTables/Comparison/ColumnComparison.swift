extension Column {
  /// Returns whether both columns share their memory, so that no row needs a comparison.
  package func sharesStorage(with other: Column) -> Bool {
    switch (self, other) {
    case (.constant(let left, let count), .constant(let right, let otherCount)):
      left == right && count == otherCount
    case (.bool(let left), .bool(let right)): left.isSame(right)
    case (.integer(let left), .integer(let right)): left.isSame(right)
    case (.unsigned(let left), .unsigned(let right)): left.isSame(right)
    case (.double(let left), .double(let right)): left.isSame(right)
    case (.date(let left), .date(let right)): left.isSame(right)
    case (.uuid(let left), .uuid(let right)): left.isSame(right)
    case (.reference(let left), .reference(let right)): left.isSame(right)
    case (.text(let left), .text(let right)), (.data(let left), .data(let right)):
      left.isSame(right)
    case (.references(let left), .references(let right)):
      isSameMemory(left.ends, right.ends) && isSameMemory(left.keys, right.keys)
        && left.nulls == right.nulls
    case (.nested(let left), .nested(let right)):
      left.form == right.form && left.texts.isSame(right.texts)
    default: false
    }
  }

  /// Calls `body` with each row, relative to the first row of each side, whose values are written
  /// differently.
  package func forEachDifference(
    from start: Int, to other: Column, from otherStart: Int, count: Int, _ body: (Int) -> Void
  ) {
    switch (self, other) {
    case (.bool(let left), .bool(let right)):
      left.forEachDifference(start, right, otherStart, count, ==, body)
    case (.integer(let left), .integer(let right)):
      left.forEachDifference(start, right, otherStart, count, ==, body)
    case (.reference(let left), .reference(let right)):
      left.forEachDifference(start, right, otherStart, count, ==, body)
    case (.unsigned(let left), .unsigned(let right)):
      left.forEachDifference(start, right, otherStart, count, ==, body)
    case (.uuid(let left), .uuid(let right)):
      left.forEachDifference(start, right, otherStart, count, ==, body)
    case (.double(let left), .double(let right)), (.date(let left), .date(let right)):
      left.forEachDifference(start, right, otherStart, count, isSameNumber, body)
    case (.text(let left), .text(let right)), (.data(let left), .data(let right)):
      left.forEachDifference(start, right, otherStart, count, body)
    case (.nested(let left), .nested(let right)) where left.form == right.form:
      left.texts.forEachDifference(start, right.texts, otherStart, count, body)
    case (.constant(let left, _), .constant(let right, _)):
      if left != right { for offset in 0..<count { body(offset) } }
    default:
      for offset in 0..<count
      where value(at: start + offset) != other.value(at: otherStart + offset) { body(offset) }
    }
  }
}

extension FixedColumn {
  fileprivate func isSame(_ other: FixedColumn) -> Bool {
    isSameMemory(values, other.values) && nulls == other.nulls
  }

  @inline(__always) fileprivate func forEachDifference(
    _ start: Int, _ other: FixedColumn, _ otherStart: Int, _ count: Int,
    _ isEqual: (Element, Element) -> Bool, _ body: (Int) -> Void
  ) {
    for offset in 0..<count {
      let isNull = nulls[start + offset]
      if isNull != other.nulls[otherStart + offset]
        || !isNull && !isEqual(values[start + offset], other.values[otherStart + offset])
      {
        body(offset)
      }
    }
  }
}

extension HeapColumn {
  fileprivate func isSame(_ other: HeapColumn) -> Bool {
    isSameMemory(ends, other.ends) && isSameMemory(bytes, other.bytes) && nulls == other.nulls
  }

  fileprivate func forEachDifference(
    _ start: Int, _ other: HeapColumn, _ otherStart: Int, _ count: Int, _ body: (Int) -> Void
  ) {
    for offset in 0..<count {
      let isNull = nulls[start + offset]
      if isNull != other.nulls[otherStart + offset] {
        body(offset)
      } else if !isNull {
        let range = range(of: start + offset)
        let otherRange = other.range(of: otherStart + offset)
        if range.count != otherRange.count
          || !bytes[range].elementsEqual(other.bytes[otherRange])
        {
          body(offset)
        }
      }
    }
  }
}

private func isSameMemory<Element>(_ left: [Element], _ right: [Element]) -> Bool {
  guard left.count == right.count else { return false }
  // The addresses are only compared, never dereferenced.
  return left.withUnsafeBufferPointer { left in
    right.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress }
  }
}
