import DocumentFile
import Markup

/// A spreadsheet in OpenDocument (ISO/IEC 26300): its sheets.
///
/// Cells state their types, so formats say nothing. Empty cells and rows are repeated a million times, which costs nothing here.
enum OpenDocumentFile {
  /// The part with the sheets.
  static let content = "content.xml"
  /// The most rows that are read of one which is repeated, and has values.
  private static let mostRepeated = 1000
  /// The most columns of a sheet.
  private static let mostColumns = 16_384

  /// Reads the sheets.
  ///
  /// - Throws: The codes of archives and XML.
  static func tables(_ archive: SheetArchive) throws(DocumentError) -> [SheetTable] {
    guard let bytes = try archive.contents(content) else {
      throw DocumentError(.notADocument, "the archive has no sheets")
    }
    return try SheetReader.read(bytes, part: content) { xml in
      var tables: [SheetTable] = []
      while try xml.advance() != .endOfDocument {
        // Sheets of a tracked change, or within a cell, are none.
        if xml.isStart("tracked-changes") {
          try xml.skip()
        } else if xml.isStart("table") {
          tables.append(try table(&xml))
        }
      }
      return tables
    }
  }

  private static func table(_ xml: inout SheetReader) throws(MarkupError) -> SheetTable {
    var table = SheetTable(name: xml.attribute("name") ?? "")
    var number = 0
    let outer = xml.depth - 1
    while xml.depth > outer {
      switch try xml.advance() {
      case .start:
        switch xml.name {
        case "table-row":
          let count = max(1, xml.number("number-rows-repeated") ?? 1)
          let row = try row(&xml, number, &table)
          if !row.cells.isEmpty {
            for step in 0..<min(count, mostRepeated) {
              table.add(.init(number: number + step, cells: row.cells))
            }
            table.repeated += max(0, count - mostRepeated)
          }
          number = min(number.addingReportingOverflow(count).partialValue, 1 << 40)
        // Groups of rows, and the rows of a title, are rows.
        case "table-rows", "table-row-group", "table-header-rows": break
        default: try xml.skip()
        }
      case .endOfDocument: return table
      case .end, .text: break
      }
    }
    return table
  }

  private static func row(
    _ xml: inout SheetReader, _ number: Int, _ table: inout SheetTable
  ) throws(MarkupError) -> SheetTable.Row {
    var row = SheetTable.Row(number: number)
    var column = 0
    let outer = xml.depth - 1
    while xml.depth > outer {
      switch try xml.advance() {
      case .start where xml.name == "table-cell":
        let count = min(max(1, xml.number("number-columns-repeated") ?? 1), mostColumns)
        if let rows = xml.number("number-rows-spanned"), rows > 1, rows <= 1 << 24 {
          table.merge(.init(rows: number...number + rows - 1, column: column))
        }
        if let text = try cell(&xml, number, column, &table), column < mostColumns {
          // A value may be repeated in a million columns; a header has fewer.
          for place in column..<min(column + count, mostColumns) {
            row.cells.append(.init(column: place, text: text))
          }
        }
        column = min(column + count, mostColumns)
      case .start where xml.name == "covered-table-cell":
        column = min(
          column + min(max(1, xml.number("number-columns-repeated") ?? 1), mostColumns),
          mostColumns)
        try xml.skip()
      case .start: try xml.skip()
      case .endOfDocument: return row
      case .end, .text: break
      }
    }
    return row
  }

  /// Reads the cell of the current start tag; nil for one without a value.
  private static func cell(
    _ xml: inout SheetReader, _ row: Int, _ column: Int, _ table: inout SheetTable
  ) throws(MarkupError) -> String? {
    // LibreOffice states beside the standard which texts are errors.
    let type = xml.attribute("value-type")
    let isError = xml.hasAttribute("value-type", stating: "error")
    let hasFormula = xml.attribute("formula") != nil
    var value: String?
    switch type {
    case "float": value = xml.attribute("value").flatMap { SheetNumbers().text($0, .number) }
    case "percentage": value = xml.attribute("value").flatMap { SheetNumbers().text($0, .percent) }
    case "currency":
      let unit = xml.attribute("currency") ?? ""
      value = xml.attribute("value").flatMap {
        SheetNumbers().text($0, unit.isEmpty ? .number : .currency(unit))
      }
    case "date": value = xml.attribute("date-value").map(day)
    case "time": value = xml.attribute("time-value").flatMap(time)
    case "boolean": value = xml.attribute("boolean-value")
    default: value = xml.attribute("string-value")
    }
    let shown = try paragraphs(&xml)
    if isError || type == nil && hasFormula && shown.hasPrefix("#") {
      table.noteError(row, column)
      return nil
    }
    if type == nil, hasFormula, shown.isEmpty {
      table.noteUncomputed(row, column)
      return nil
    }
    let text = value ?? shown
    return text.isEmpty ? nil : text
  }

  /// Reads the paragraphs of a cell, without its notes.
  private static func paragraphs(_ xml: inout SheetReader) throws(MarkupError) -> String {
    var text = ""
    var isFirst = true
    let outer = xml.depth - 1
    while xml.depth > outer {
      switch try xml.advance() {
      case .start:
        switch xml.name {
        case "annotation", "shapes", "table", "frame", "ruby-text": try xml.skip()
        case "p", "h":
          if !isFirst { text += "\n" }
          isFirst = false
        case "s": text += String(repeating: " ", count: min(max(xml.number("c") ?? 1, 1), 1000))
        case "tab": text += "\t"
        case "line-break": text += "\n"
        default: break
        }
      case .text: text += xml.text
      case .endOfDocument: return text
      case .end: break
      }
    }
    return text
  }

  /// Returns a day or a time of a day without a fraction of zeros: `2024-05-01T10:00:00.000000000`.
  private static func day(_ text: String) -> String {
    guard let point = text.firstIndex(of: "."),
      text[text.index(after: point)...].allSatisfy({ $0 == "0" })
    else { return text }
    return String(text[..<point])
  }

  /// Returns a time of day or a duration as sheets show it: `PT10H05M00S` is `10:05`.
  private static func time(_ text: String) -> String? {
    guard text.hasPrefix("PT") else { return nil }
    var numbers: [Character: Double] = [:]
    var digits = ""
    for letter in text.dropFirst(2) {
      if letter.isNumber || letter == "." || letter == "," {
        digits.append(letter == "," ? "." : letter)
      } else {
        numbers[letter] = Double(digits)
        digits = ""
      }
    }
    let hours = (numbers["H"] ?? 0) + (numbers["M"] ?? 0) / 60 + (numbers["S"] ?? 0) / 3600
    // Beyond a thousand days, a number is a day with a time.
    guard 0..<24_000 ~= hours else { return nil }
    return SheetNumbers().text("\(hours / 24)", .time)
  }
}
