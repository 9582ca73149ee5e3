import DocumentTables

extension Segment {
  /// Returns the bytes of all values of text and data columns in some rows, whatever their entity.
  ///
  /// For rows that were just read, the manifest states this number.
  func textBytes(of rows: Range<Int>) -> Int {
    columns.reduce(0) { $0 + $1.textBytes(of: rows) }
  }

  /// Returns the bytes of the text and data values in the records of some rows.
  ///
  /// A migration step that moves a property to a subentity leaves the values of other entities'
  /// rows in the column; they belong to no record (spec 3.7).
  func textBytes(of rows: Range<Int>, in layout: HierarchyLayout) -> Int {
    var sum = 0
    for (index, column) in columns.enumerated() where column.hasTexts {
      let owners = layout.entities.map { entity in
        entity.properties.contains { $0.column == index }
      }
      switch entities {
      case .constant(let entity):
        if owners[Int(entity)] { sum += column.textBytes(of: rows) }
      case .list(let list):
        if owners.allSatisfy({ $0 }) {
          sum += column.textBytes(of: rows)
        } else {
          for row in rows where owners[Int(list[row])] {
            sum += column.textBytes(of: row..<row + 1)
          }
        }
      }
    }
    return sum
  }
}

extension Segment {
  /// Returns the memory that the trees, arrays and foreign data of some rows will take when they are
  /// read again (spec 3.12).
  func nestedBytes(of rows: Range<Int>) -> Int {
    var sum = columns.reduce(0) { $0 + $1.nestedBytes(of: rows) }
    for (row, tree) in foreign where rows.contains(row) { sum += tree.nestedBytes }
    return sum
  }
}

extension Column {
  fileprivate func nestedBytes(of rows: Range<Int>) -> Int {
    switch self {
    case .nested(let column):
      column.nestedBytes(of: rows)
    case .constant(.array(let items), _): Value.array(items).nestedBytes * rows.count
    case .constant(.tree(let tree), _): tree.nestedBytes * rows.count
    default: 0
    }
  }

  fileprivate var hasTexts: Bool {
    switch self {
    case .text, .data, .constant(.text, _), .constant(.data, _): true
    default: false
    }
  }

  fileprivate func textBytes(of rows: Range<Int>) -> Int {
    guard let last = rows.last else { return 0 }
    return switch self {
    case .text(let heap), .data(let heap):
      heap.range(of: last).upperBound - heap.range(of: rows.lowerBound).lowerBound
    case .constant(.text(let text), _): text.utf8.count * rows.count
    case .constant(.data(let data), _): data.count * rows.count
    default: 0
    }
  }
}

extension NestedColumn {
  /// Returns the memory that the values of some rows take.
  fileprivate func nestedBytes(of rows: Range<Int>) -> Int {
    let scan = NestedTextScan(form)
    return rows.reduce(0) { sum, row in
      if texts.nulls[row] { return sum }
      return sum
        + texts.withText(at: row) { text in
          scan.nestedBytes(of: text) ?? form.value(of: text).nestedBytes
        }
    }
  }
}
