/// The rows of two versions of one table, paired by their keys.
package struct RowAlignment {
  /// A run of adjacent rows with the same keys, in one segment of each version.
  package struct Run {
    package let left: Segment
    package let leftStart: Int
    package let right: Segment
    package let rightStart: Int
    package let count: Int

    package var isIdentical: Bool { left === right && leftStart == rightStart }
  }

  package private(set) var runs: [Run] = []
  /// The rows that only the left version has, in key order; ``rightOnly`` has those of the right
  /// version.
  package private(set) var leftOnly: [RowLocation] = []
  package private(set) var rightOnly: [RowLocation] = []

  package init(_ left: Table, _ right: Table) {
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

extension RowAlignment.Run {
  /// Returns the rows, relative to the run's first, whose entities differ between the two sides.
  package func changedEntities() -> [Int] {
    if case .constant(let one) = left.entities, case .constant(let other) = right.entities {
      return one == other ? [] : Array(0..<count)
    }
    return (0..<count).filter { left.entities[leftStart + $0] != right.entities[rightStart + $0] }
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
