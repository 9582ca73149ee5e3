import DocumentTables

/// The rows of two versions of one table, paired by their keys.
struct RowAlignment {
  /// A run of adjacent rows with the same keys, in one segment of each version.
  struct Run {
    let left: Segment
    let leftStart: Int
    let right: Segment
    let rightStart: Int
    let count: Int

    var isIdentical: Bool { left === right && leftStart == rightStart }
  }

  private(set) var runs: [Run] = []
  /// The rows that only the left version has, in key order; ``rightOnly`` has those of the right
  /// version.
  private(set) var leftOnly: [RowLocation] = []
  private(set) var rightOnly: [RowLocation] = []

  init(_ left: Table, _ right: Table) {
    var one = Cursor(left)
    var other = Cursor(right)
    while let leftSegment = one.segment, let rightSegment = other.segment {
      if one.row == 0, other.row == 0,
        leftSegment === rightSegment || leftSegment.keys == rightSegment.keys
      {
        add(one, leftSegment, other, rightSegment, count: leftSegment.count)
        one.advance(leftSegment.count)
        other.advance(rightSegment.count)
        continue
      }
      let leftKey = leftSegment.keys[one.row]
      let rightKey = rightSegment.keys[other.row]
      if leftKey < rightKey {
        leftOnly.append(one.location)
        one.advance(1)
      } else if leftKey > rightKey {
        rightOnly.append(other.location)
        other.advance(1)
      } else {
        let limit = min(leftSegment.count - one.row, rightSegment.count - other.row)
        var count = 1
        while count < limit,
          leftSegment.keys[one.row + count] == rightSegment.keys[other.row + count]
        {
          count += 1
        }
        add(one, leftSegment, other, rightSegment, count: count)
        one.advance(count)
        other.advance(count)
      }
    }
    while one.segment != nil {
      leftOnly.append(one.location)
      one.advance(1)
    }
    while other.segment != nil {
      rightOnly.append(other.location)
      other.advance(1)
    }
  }

  private mutating func add(
    _ one: Cursor, _ left: Segment, _ other: Cursor, _ right: Segment, count: Int
  ) {
    runs.append(
      Run(left: left, leftStart: one.row, right: right, rightStart: other.row, count: count))
  }
}

/// A position in a table that advances row by row across segments.
private struct Cursor {
  let table: Table
  var location = RowLocation(segment: 0, row: 0)

  init(_ table: Table) { self.table = table }

  var row: Int { location.row }

  var segment: Segment? {
    location.segment < table.segments.count ? table.segments[location.segment] : nil
  }

  mutating func advance(_ rows: Int) {
    location.row += rows
    if let segment, location.row >= segment.count {
      location = RowLocation(segment: location.segment + 1, row: 0)
    }
  }
}
