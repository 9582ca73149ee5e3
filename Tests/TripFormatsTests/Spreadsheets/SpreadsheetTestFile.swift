import DocumentFile
import DocumentTables
import Testing
import ZipArchive

@testable import TripFormats

/// A workbook or a spreadsheet in OpenDocument, made of XML.
struct SpreadsheetTestFile: TestFile {
  var tables: Tables
  var report: ImportReport

  init(
    _ bytes: [UInt8], _ format: TripFormat = .xlsx, columns: [String]? = nil,
    name: String = "Travels"
  ) throws {
    #expect(TripFormat.readable(beginning: Array(bytes.prefix(TripFormat.probedBytes))) == format)
    let file = try Self.read(
      bytes, format, ImportOptions(fallbackName: name, columns: columns))
    (tables, report) = (file.tables, file.report)
  }

  // MARK: Workbooks

  /// Returns a workbook with sheets of XML.
  ///
  /// - Parameters:
  ///   - sheets: The names and the contents of `worksheet` elements.
  ///   - formats: The codes of formats, from style 1 on.
  static func workbook(
    _ sheets: [(name: String, xml: String)], formats: [String] = [], texts: [String] = [],
    properties: String = "", builtIn: [Int] = []
  ) throws -> [UInt8] {
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    var entries: [(name: String, bytes: [UInt8])] = []
    func add(_ name: String, _ xml: String) { entries.append((name, Array(xml.utf8))) }
    add("[Content_Types].xml", "<Types/>")
    add(
      "_rels/.rels",
      "<Relationships><Relationship Id=\"rId1\" Type=\"\(relations)/officeDocument\" Target=\"/xl/workbook.xml\"/></Relationships>"
    )
    let names = sheets.enumerated().map {
      "<sheet name=\"\($1.name)\" sheetId=\"\($0 + 1)\" r:id=\"rId\($0)\"/>"
    }
    add(
      "xl/workbook.xml",
      "<workbook xmlns:r=\"\(relations)\">\(properties)<sheets>\(names.joined())</sheets></workbook>"
    )
    let targets = sheets.indices.map {
      "<Relationship Id=\"rId\($0)\" Type=\"\(relations)/worksheet\" Target=\"worksheets/sheet\($0).xml\"/>"
    }
    add(
      "xl/_rels/workbook.xml.rels",
      "<Relationships>\(targets.joined())<Relationship Id=\"s\" Type=\"\(relations)/styles\" Target=\"styles.xml\"/><Relationship Id=\"t\" Type=\"\(relations)/sharedStrings\" Target=\"sharedStrings.xml\"/></Relationships>"
    )
    let codes = formats.enumerated().map {
      "<numFmt numFmtId=\"\($0 + 200)\" formatCode=\"\(escaped($1))\"/>"
    }
    let styles =
      formats.indices.map { "<xf numFmtId=\"\($0 + 200)\"/>" }
      + builtIn.map { "<xf numFmtId=\"\($0)\"/>" }
    add(
      "xl/styles.xml",
      "<styleSheet><numFmts>\(codes.joined())</numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs><xf numFmtId=\"0\"/>\(styles.joined())</cellXfs></styleSheet>"
    )
    add("xl/sharedStrings.xml", "<sst>\(texts.map { "<si>\($0)</si>" }.joined())</sst>")
    for (index, sheet) in sheets.enumerated() {
      add("xl/worksheets/sheet\(index).xml", "<worksheet>\(sheet.xml)</worksheet>")
    }
    return try OtherArchive(entries: entries).written()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
  }

  /// Returns the rows of a sheet whose cells are texts, or XML if they begin with `<`.
  static func rows(_ rows: [[String]]) -> String {
    let texts = rows.map { cells in
      let xml = cells.map { cell in
        cell.hasPrefix("<") ? cell : "<c t=\"inlineStr\"><is><t>\(cell)</t></is></c>"
      }
      return "<row>\(xml.joined())</row>"
    }
    return "<sheetData>\(texts.joined())</sheetData>"
  }

  /// Returns the start of a trip whose cell has a number in a format.
  static func start(
    _ cell: String, format: String? = nil, builtIn: Int? = nil, properties: String = ""
  ) throws -> (trip: TestObject, report: ImportReport) {
    let sheet = rows([["Name", "Start", "End"], ["Lisbon", cell, "2026-05-09"]])
    let file = try Self(
      workbook(
        [("Sheet1", sheet)], formats: format.map { [$0] } ?? [], properties: properties,
        builtIn: builtIn.map { [$0] } ?? []))
    return (try #require(try file.objects("Trip").first), file.report)
  }

  // MARK: OpenDocument

  /// Returns a spreadsheet with tables of XML.
  static func openDocument(_ tables: String) throws -> [UInt8] {
    let xml =
      "<office:document-content xmlns:office=\"o\" xmlns:table=\"t\" xmlns:text=\"x\" xmlns:calcext=\"c\"><office:body><office:spreadsheet>\(tables)</office:spreadsheet></office:body></office:document-content>"
    var bytes: [UInt8] = []
    var zip = ZipWriter { bytes.append(contentsOf: $0) }
    // The first bytes of a file tell what it is.
    try zip.add(
      name: "mimetype", contents: Array("application/vnd.oasis.opendocument.spreadsheet".utf8),
      method: .stored)
    try zip.add(name: "content.xml", contents: Array(xml.utf8), method: .deflated(level: 6))
    try zip.finish()
    return bytes
  }
}
