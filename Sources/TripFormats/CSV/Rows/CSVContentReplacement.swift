import DocumentTables

extension ExtensionRecord {
  /// Returns a record that a document keeps of a CSV file with other content; nil for any other record.
  ///
  /// The dialect, what the columns are, and the names of known columns stay, so the copy can be written as a table.
  ///
  /// - Parameters: As in ``replacingContent(in:_:)``.
  func replacingTableContent(
    in schema: TableSchema, _ replacement: (Tree) -> Tree
  ) -> ExtensionRecord? {
    guard var file = CSVFileRecord(self) else { return nil }
    let own = file.columns.isOwn ? Set(CSVLayout(schema).header) : []
    func text(_ text: String) -> String { replacement(.text(text)).textValue ?? "" }
    let language = CSVHeaderWords.language(of: file.columns.columns.map(\.name))
    func header(_ name: String) -> String {
      CSVHeaderWords.field(name, in: language) == nil && !CSVHeaderWords.isKnown(name)
        && !own.contains(name) ? text(name) : name
    }
    file.head = Self.head(file, header)
    file.identity = text(file.identity)
    file.columns.columns = file.columns.columns.map { column in
      var replaced = CSVColumns.Column(name: header(column.name), field: column.field)
      replaced.order = column.order
      replaced.hasOnlyDays = column.hasOnlyDays
      replaced.cancels = column.cancels
      replaced.namesLegs = column.namesLegs
      replaced.statesWholeDays = column.statesWholeDays
      if column.isUnhinted { replaced.dropHint() }
      return replaced
    }
    file.columns.fallbackName = text(file.columns.fallbackName)
    // The names of rows are digests, which would confirm a guess about a row.
    file.known = CSVKnownRows()
    return file.record(key)
  }

  /// Returns the lines before the first row with other names of columns.
  private static func head(_ file: CSVFileRecord, _ header: (String) -> String) -> String {
    let delimiter = file.dialect.delimiter
    guard
      var stream = try? CSVRecordStream(Array(file.head.utf8), delimiter: delimiter)
    else { return "" }
    var bytes: [UInt8] = []
    while (try? stream.next()) == true {
      if file.dialect.hasSeparatorLine, bytes.isEmpty {
        bytes += stream.raw
      } else {
        for (place, cell) in stream.cellTexts.enumerated() {
          if place > 0 { bytes.append(delimiter) }
          CSVText.append(header(cell).utf8, delimiter: delimiter, to: &bytes)
        }
      }
      bytes += stream.lineEnd.rawValue.utf8
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
