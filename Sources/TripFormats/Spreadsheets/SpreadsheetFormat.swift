import DocumentFile

extension TripFormat {
  /// Workbooks of Excel and other programs: Office Open XML (ECMA-376).
  ///
  /// A workbook is only read: each sheet with columns of trips as a table.
  public static let xlsx = TripFormat(
    FormatDefinition(
      name: "xlsx", title: "Workbook of Excel", suffixes: [".xlsx", ".xlsm"],
      mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      isText: false, losses: [],
      begins: { SheetArchive.begins($0, withEntry: "xl/") },
      mayBegin: OtherArchive.begins,
      model: .files { (bytes, options) throws(DocumentError) in
        try SpreadsheetFiles.files(ofWorkbook: bytes, options)
      }))

  /// Spreadsheets of LibreOffice and other programs: OpenDocument (ISO/IEC 26300).
  ///
  /// A spreadsheet is only read: each sheet with columns of trips as a table.
  public static let ods = TripFormat(
    FormatDefinition(
      name: "ods", title: "Spreadsheet in OpenDocument", suffixes: [".ods"],
      mediaType: "application/vnd.oasis.opendocument.spreadsheet", isText: false, losses: [],
      begins: beginsOpenDocument, mayBegin: OtherArchive.begins,
      model: .files { (bytes, options) throws(DocumentError) in
        try SpreadsheetFiles.files(ofOpenDocument: bytes, options)
      }))

  /// Whether a file begins with the media type of a spreadsheet, or has one of the first entries of one.
  private static func beginsOpenDocument(_ bytes: [UInt8]) -> Bool {
    guard OtherArchive.firstName(bytes) == "mimetype" else { return false }
    let mark = Array(ods.mediaType.utf8)
    return bytes.prefix(200).indices.contains { bytes[$0...].starts(with: mark) }
  }
}
