import DocumentFile
import DocumentTables

/// Objects as lines of text with aligned columns.
struct ObjectTable {
  private let heading: [String]
  private let rows: [[String]]

  /// - Parameters:
  ///   - attributes: The columns.
  ///   - showsEntities: Whether a last column has the entities, if they differ.
  init(
    _ objects: [ObjectReader.Object], _ attributes: [TableAttribute], _ reader: ObjectReader,
    showsEntities: Bool
  ) {
    let hasKinds = showsEntities && Set(objects.map(\.entity.name)).count > 1
    heading = attributes.map { $0.name.uppercased() } + (hasKinds ? ["ENTITY"] : [])
    rows = objects.map { object in
      let values = attributes.map { attribute in
        DocumentError.printable(reader.short(attribute, in: object))
      }
      let isEmpty = attributes.isEmpty || values.allSatisfy(\.isEmpty)
      return (isEmpty ? ["\(object.entity.name) \(object.key)"] : values)
        + (hasKinds ? [object.entity.name] : [])
    }
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
