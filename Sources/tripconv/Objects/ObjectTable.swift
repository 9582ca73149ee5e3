import DocumentFile
import DocumentTables
import TripPages

/// Lines of text with aligned columns.
struct ObjectTable {
  let heading: [String]
  let rows: [[String]]

  init(heading: [String], rows: [[String]]) {
    self.heading = heading
    self.rows = rows
  }

  /// Creates the table of objects.
  ///
  /// - Parameters:
  ///   - titles: How many of the first columns are the title, which is marked if the object is cancelled; nil if a
  ///     person chose the columns. Without a choice, columns without a value are left out, and a last column has the
  ///     entities, if they differ.
  ///   - attributes: The columns.
  init(
    _ objects: [ObjectReader.Object], titles: Int?, _ attributes: [TableAttribute],
    _ reader: ObjectReader
  ) {
    let hasKinds = titles != nil && Set(objects.map(\.entity.name)).count > 1
    let heading = attributes.map { Self.heading($0.name) } + (hasKinds ? ["Entity"] : [])
    let rows = objects.map { object in
      var values = attributes.map { attribute in
        DocumentError.printable(reader.short(attribute, in: object))
      }
      // Where an end of a journey is missing, all of the title is in one column.
      if let titles, values.prefix(titles).contains(where: \.isEmpty) {
        for index in 0..<titles { values[index] = "" }
        values[0] = DocumentError.printable(reader.title(of: object))
      }
      if values.allSatisfy(\.isEmpty) { values = ["\(object.entity.name) \(object.key)"] }
      if let titles {
        let last = values.prefix(titles).lastIndex { !$0.isEmpty } ?? 0
        values[last] += reader.mark(of: object)
      }
      return values + (hasKinds ? [object.entity.name] : [])
    }
    let shown = heading.indices.filter { column in
      titles == nil || column < max(titles ?? 0, 1) || rows.isEmpty
        || rows.contains { column < $0.count && !$0[column].isEmpty }
    }
    self.heading = shown.map { heading[$0] }
    self.rows = rows.map { row in shown.filter(row.indices.contains).map { row[$0] } }
  }

  /// Returns the heading of a column: `Start date` for `startDate`.
  static func heading(_ property: String) -> String {
    ValueWords.capitalized(ValueWords.label(property))
  }

  /// The lines.
  ///
  /// - Parameter color: The colors of the heading; nil for none.
  func lines(heading color: TerminalColor?) -> [String] {
    let all = color == nil ? rows : [heading] + rows
    let count = all.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      all.map { column < $0.count ? TerminalWidth.of($0[column]) : 0 }.max() ?? 0
    }
    return all.enumerated().map { position, cells in
      var line = ""
      for (column, cell) in cells.enumerated() {
        line += cell
        guard column < cells.count - 1 else { break }
        line += String(repeating: " ", count: widths[column] - TerminalWidth.of(cell) + 2)
      }
      while line.last == " " { line.removeLast() }
      if position == 0, let color { return color.faint(line) }
      return line
    }
  }
}
