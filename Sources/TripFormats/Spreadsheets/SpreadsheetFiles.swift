import DocumentFile
import DocumentTables

/// The sheets of a spreadsheet as CSV files, which the format of that name imports.
///
///     archive ─► WorkbookFile, OpenDocumentFile ─► SheetTable: values as text, header ─► CSV
enum SpreadsheetFiles {
  /// - Throws: The codes of zip archives and of XML, `limit-expanded-bytes`.
  static func files(
    ofWorkbook bytes: [UInt8], _ options: ImportOptions
  ) throws(DocumentError) -> ContainedFiles {
    let archive = try SheetArchive(bytes, options)
    let workbook = try WorkbookFile(archive)
    return try files(workbook.sheets.count, archive, options) { (index) throws(DocumentError) in
      try workbook.table(workbook.sheets[index])
    }
  }

  /// - Throws: The codes of zip archives and of XML, `limit-expanded-bytes`.
  static func files(
    ofOpenDocument bytes: [UInt8], _ options: ImportOptions
  ) throws(DocumentError) -> ContainedFiles {
    let archive = try SheetArchive(bytes, options)
    let tables = try OpenDocumentFile.tables(archive)
    return try files(tables.count, archive, options) { (index) throws(DocumentError) in
      tables[index]
    }
  }

  private static func files(
    _ count: Int, _ archive: SheetArchive, _ options: ImportOptions,
    _ table: (Int) throws(DocumentError) -> SheetTable
  ) throws(DocumentError) -> ContainedFiles {
    var found = ContainedFiles(
      words: "it is a spreadsheet without a sheet that has cells")
    var budget = archive.expandedBytes
    var tables: [(file: ContainedFile, namesTrips: Bool)] = []
    // The sheets with values that have no header.
    var others: [SheetTable] = []
    for index in 0..<count {
      let sheet = try table(index)
      guard !sheet.rows.isEmpty else { continue }
      let header = sheet.headerPosition
      // Columns that are stated are those of one sheet.
      if options.columns == nil ? header != nil : tables.isEmpty {
        try add(sheet, from: header ?? 0, of: count, options, &budget, &tables, &found)
      } else {
        others.append(sheet)
      }
    }
    if tables.isEmpty, let first = others.first {
      // The reader of tables says what is wrong, and how to state what the columns are.
      try add(first, from: 0, of: count, options, &budget, &tables, &found)
      others.removeFirst()
    }
    for sheet in others { note(unread: sheet, &found) }
    // Trips come before the rows that name them.
    let ordered = tables.filter { !$0.namesTrips } + tables.filter(\.namesTrips)
    found.files = ordered.map(\.file)
    return found
  }

  private static func add(
    _ sheet: SheetTable, from header: Int, of count: Int, _ options: ImportOptions,
    _ budget: inout Int, _ tables: inout [(file: ContainedFile, namesTrips: Bool)],
    _ found: inout ContainedFiles
  ) throws(DocumentError) {
    var sheet = sheet
    let csv = try sheet.csv(from: header, &budget)
    note(sheet, from: header, &found)
    guard !csv.isEmpty else { return }
    // A sheet is a table of its own, which a later version of the file has again.
    let name = count > 1 ? "\(options.fallbackName) – \(sheet.name)" : options.fallbackName
    let file = ContainedFile(
      name: sheet.name, bytes: csv, hasLines: false, format: .csv, identity: name)
    tables.append((file, sheet.namesTrips(at: header)))
  }

  // MARK: Report

  private static func note(unread sheet: SheetTable, _ found: inout ContainedFiles) {
    found.report.note(
      .init(.unreadSheet, entry: sheet.name, "\(sheet.rows.count) rows"))
  }

  private static func note(
    _ sheet: SheetTable, from header: Int, _ found: inout ContainedFiles
  ) {
    func note(_ code: ImportReport.Code, _ findings: SheetTable.Findings) {
      guard findings.count > 0 else { return }
      let more = findings.count > findings.cells.count ? ", …" : ""
      found.report.note(
        .init(
          code, entry: sheet.name,
          "\(findings.count): \(findings.cells.joined(separator: ", "))\(more)"))
    }
    note(.cellError, sheet.errors)
    note(.uncomputedFormula, sheet.uncomputed)
    note(.unreadNumber, sheet.unread)
    if header > 0 {
      found.report.note(.init(.rowsAboveHeader, entry: sheet.name, "\(header)"))
    }
    if sheet.filled > 0 {
      found.report.note(.init(.mergedCell, entry: sheet.name, "\(sheet.filled) cells"))
    }
    if sheet.outside > 0 {
      found.report.note(.init(.cellOutside, entry: sheet.name, "\(sheet.outside) cells"))
    }
    if sheet.repeated > 0 {
      found.report.note(.init(.repeatedRow, entry: sheet.name, "\(sheet.repeated) rows"))
    }
  }
}
