import DocumentFile
import DocumentMigration
import DocumentTables
import Testing
import ZipArchive

@testable import TripFormats

/// What the cells of workbooks and spreadsheets in OpenDocument mean.
@Suite struct SpreadsheetTests {
  private typealias File = SpreadsheetTestFile

  // MARK: Days and times

  @Test(
    arguments: [
      ("46143", 14, "2026-05-01", nil), ("46143.378472222219", 22, nil, "2026-05-01T09:05:00"),
      // A time that was computed is that of the nearest second; midnight is no time.
      ("46143.99999999999", 22, "2026-05-02", nil), ("46143.5", 14, "2026-05-01", nil),
      ("1", 14, "1900-01-01", nil), ("59", 14, "1900-02-28", nil), ("61", 14, "1900-03-01", nil),
      ("2958465", 14, "9999-12-31", nil), ("46143", 31, "2026-05-01", nil),
      ("46143", 58, "2026-05-01", nil), ("46143", 17, "2026-05-01", nil),
    ] as [(String, Int, String?, String?)])
  func `a number in a format of days that every program knows is a day`(
    number: String, format: Int, day: String?, time: String?
  ) throws {
    let sheet = File.rows([
      ["Item", "Start", "Trip"], ["Tower", "<c s=\"1\"><v>\(number)</v></c>", "Lisbon"],
    ])
    let file = try File(File.workbook([("Sheet1", sheet)], builtIn: [format]))
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item.day("startDate") == day)
    #expect(item.text("startTime") == time)
    #expect(file.findings(.unreadNumber).isEmpty)
  }

  @Test(
    arguments: [
      ("yyyy-mm-dd", "day"), ("dd.mm.yyyy", "day"), ("[$-407]d. mmm yyyy;@", "day"),
      ("m/d/yy", "day"), ("mmm", "day"), ("ddd", "day"), ("mmmm yy", "day"),
      ("yyyy\"年\"m\"月\"d\"日\"", "day"), ("[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "day"),
      ("dd.mm.yyyy hh:mm", "both"), ("m/d/yy h:mm AM/PM", "both"),
      ("yyyy-mm-dd\\Thh:mm:ss", "both"),
      ("hh:mm", "time"), ("h:mm AM/PM", "time"), ("[h]:mm", "time"), ("mm:ss.0", "time"),
      ("[mm]:ss", "time"), ("hh\"h\"mm", "time"), ("[$-409]h:mm:ss AM/PM;@", "time"),
      ("General", "number"), ("0.00", "number"), ("#,##0", "number"), ("0.00E+00", "number"),
      ("# ?/?", "number"), ("0 \"days\"", "number"), ("0\\d", "number"), ("[Red]0", "number"),
      ("@", "number"), ("", "number"), ("Standard", "number"), ("0_m", "number"),
      ("0%", "percent"), ("0.00 %", "percent"), ("#,##0.00 [$€-407]", "€"),
      ("[$USD] 0.00", "USD"), ("\"$\"#,##0.00", "$"), ("#,##0 \"CHF\"", "CHF"), ("$0", "$"),
      ("[$-409]0", "number"), ("00000", "padded"), ("0", "number"), ("000-000", "padded"),
    ])
  func `a code says whether a number is a day`(code: String, meaning: String) {
    let format = SheetNumberFormat(code: code)
    let expected: SheetNumberFormat =
      switch meaning {
      case "day": .day
      case "time": .time
      case "both": .dayAndTime
      case "number": .number
      case "percent": .percent
      case "padded": .padded(code.filter { $0 == "0" }.count)
      default: .currency(meaning)
      }
    #expect(format == expected)
  }

  @Test(
    arguments: [
      ("0.5", SheetNumberFormat.time, "12:00"), ("0.37847222222222221", .time, "09:05"),
      ("1.5", .time, "36:00"), ("46143.5", .time, "12:00"), ("0.0000115741", .time, "00:00:01"),
      ("-1", .time, nil), ("19.989999999999998", .number, "19.99"), ("1E-3", .number, "0.001"),
      ("1234567890123456789", .number, "1234567890123456789"),
      ("0.30000000000000004", .number, "0.3"),
      ("-5", .number, "-5"), ("0.07", .percent, "7%"), ("0.125", .percent, "12.5%"),
      ("12.5", .currency("€"), "12.5 €"), ("80331", .padded(5), "80331"),
      ("1067", .padded(5), "01067"),
      ("-3", .padded(5), "-3"), ("0", .day, nil), ("60", .day, nil), ("-1", .day, nil),
      ("2958466", .day, nil), ("1e300", .dayAndTime, nil), ("x", .number, nil),
      ("nan", .number, nil),
      ("0.25", .dayAndTime, "06:00"), ("inf", .number, nil),
    ] as [(String, SheetNumberFormat, String?)])
  func `a number becomes the text that a table has`(
    number: String, format: SheetNumberFormat, text: String?
  ) {
    #expect(SheetNumbers().text(number, format) == text)
  }

  @Test(arguments: 61...300)
  func `days of both counts are 1,462 days apart`(number: Int) {
    let from1904 = SheetNumbers(isFrom1904: true)
    #expect(
      from1904.text("\(number)", .day) == SheetNumbers().text("\(number + 1462)", .day))
  }

  @Test func `a workbook states the count of its days`() throws {
    let sheet = File.rows([
      ["Name", "Start", "End"], ["Lisbon", "<c s=\"1\"><v>44681</v></c>", "2026-05-09"],
    ])
    for value in ["1", "true"] {
      let file = try File(
        File.workbook(
          [("Sheet1", sheet)], properties: "<workbookPr date1904=\"\(value)\"/>", builtIn: [14]))
      #expect(try file.objects("Trip").first?.day("startDate") == "2026-05-01")
    }
    let other = try File(
      File.workbook(
        [("Sheet1", sheet)], properties: "<workbookPr date1904=\"0\"/>", builtIn: [14]))
    #expect(try other.objects("Trip").first?.day("startDate") == "2022-04-30")
  }

  @Test func `the day that never was is reported with its cell`() throws {
    let (trip, report) = try File.start("<c s=\"1\"><v>60</v></c>", builtIn: 14)
    #expect(trip.day("startDate") == nil)
    #expect(report.findings.filter { $0.code == .unreadNumber }.map(\.detail) == ["1: B2"])
  }

  // MARK: Texts

  @Test(
    arguments: [
      ("<t>Lis</t><t>bon</t>", "Lisbon"),
      ("<r><t xml:space=\"preserve\">Lis </t></r><r><rPr><b/></rPr><t>bon</t></r>", "Lis bon"),
      ("<t>東京</t><rPh sb=\"0\" eb=\"2\"><t>トウキョウ</t></rPh>", "東京"),
      ("<t>a_x000D__x000A_b_x005F_x0041_</t>", "a\nb_x0041_"), ("<t>_x_ _x12_</t>", "_x_ _x12_"),
    ])
  func `texts are shared or of one cell, and have runs`(xml: String, text: String) throws {
    let shared = File.rows([
      ["Name", "Start", "End"], ["<c t=\"s\"><v>0</v></c>", "2026-05-01", "2026-05-02"],
    ])
    let own = File.rows([
      ["Name", "Start", "End"],
      ["<c t=\"inlineStr\"><is>\(xml)</is></c>", "2026-05-01", "2026-05-02"],
    ])
    for sheet in [shared, own] {
      let file = try File(File.workbook([("Sheet1", sheet)], texts: [xml]))
      #expect(try file.texts("Trip", "name") == [text])
    }
  }

  @Test func `prices, answers and computed values are read, and errors are not`() throws {
    let sheet = File.rows([
      ["Trip", "Hotel", "Check-in", "Price", "Confirmed", "Phone"],
      [
        "Lisbon", "<c t=\"str\"><f>A1&amp;B1</f><v>Hotel Mundial</v></c>",
        "<c t=\"d\"><v>2026-05-01</v></c>", "<c s=\"1\"><f>1+1</f><v>199.989999999999998</v></c>",
        "<c t=\"b\"><v>1</v></c>", "<c t=\"e\"><v>#N/A</v></c>",
      ],
      [
        "Lisbon", "Casa Azul", "<c s=\"2\"><f>TODAY()</f></c>", "<c s=\"1\"><f>SUM(A1)</f></c>",
        "<c t=\"b\"><v>0</v></c>", "<c><f>1/2</f><v/></c>", "<c t=\"str\"><f>A9</f><v></v></c>",
      ],
    ])
    let file = try File(
      File.workbook([("Sheet1", sheet)], formats: ["#,##0.00 [$€-407]", "dd.mm.yyyy"]))
    let stays = try file.objects("Stay")
    #expect(stays.map { $0.text("name") } == ["Hotel Mundial", "Casa Azul"])
    #expect(stays.map { $0["isConfirmed"] } == [.bool(true), .bool(false)])
    #expect(stays.map { $0.day("checkinDate") } == ["2026-05-01", nil])
    guard case .tree(let price) = stays[0]["price"] else { return #expect(Bool(false)) }
    #expect(price["currency"]?.textValue == "EUR")
    #expect(price["amount"].map { "\($0)" }?.contains("199.99") ?? false)
    #expect(file.findings(.cellError).map(\.detail) == ["1: F2"])
    #expect(file.findings(.uncomputedFormula).map(\.detail) == ["3: C3, D3, F3"])
  }

  // MARK: Tables

  @Test func `the header lies below other rows, and a value of merged cells counts in each row`()
    throws
  {
    let sheet =
      "<sheetData><row r=\"1\"><c r=\"B1\" t=\"inlineStr\"><is><t>My travels</t></is></c></row>"
      + "<row r=\"4\"><c r=\"B4\" t=\"str\"><v>Trip</v></c><c r=\"C4\" t=\"str\"><v>From</v></c><c r=\"D4\" t=\"str\"><v>To</v></c></row>"
      + "<row r=\"5\"><c r=\"B5\" t=\"str\"><v>Lisbon</v></c><c r=\"C5\" t=\"str\"><v>MUC</v></c><c r=\"D5\" t=\"str\"><v>LIS</v></c><c r=\"XFD5\" t=\"str\"><v>note</v></c></row>"
      + "<row r=\"6\"><c r=\"C6\" t=\"str\"><v>LIS</v></c><c r=\"D6\" t=\"str\"><v>MUC</v></c></row>"
      + "<row r=\"1048576\"><c r=\"C1048576\" t=\"str\"><v>HAM</v></c><c r=\"D1048576\" t=\"str\"><v>OSL</v></c></row></sheetData>"
      + "<mergeCells><mergeCell ref=\"B1:D1\"/><mergeCell ref=\"B5:B6\"/><mergeCell ref=\"x\"/></mergeCells>"
    let file = try File(File.workbook([("Sheet1", sheet)]))
    let trip = try #require(try file.objects("Trip").first { $0.text("name") == "Lisbon" })
    #expect(
      try file.objects("Leg").map { $0["trip"] == .reference(trip.key) } == [true, true, false])
    #expect(file.findings(.rowsAboveHeader).map(\.detail) == ["1"])
    #expect(file.findings(.mergedCell).map(\.detail) == ["1 cells"])
    #expect(file.findings(.cellOutside).map(\.detail) == ["1 cells"])
  }

  @Test func `each sheet with columns of trips is a table, and others are named`() throws {
    let flights = File.rows([["Trip", "From", "To"], ["Lisbon", "MUC", "LIS"]])
    let hotels = File.rows([["Trip", "Hotel", "Check-in"], ["Lisbon", "Mundial", "2026-05-01"]])
    let notes = File.rows([["buy", "milk"], ["and", "bread"]])
    let bytes = try File.workbook([
      ("Flights", flights), ("Notes", notes), ("Hotels", hotels), ("Empty", "<sheetData/>"),
    ])
    let file = try File(bytes)
    #expect(try file.objects("Leg").count == 1)
    #expect(try file.texts("Stay", "name") == ["Mundial"])
    // The trip of one sheet is that of another one.
    #expect(try file.texts("Trip", "name") == ["Lisbon"])
    #expect(file.findings(.unreadSheet).map { [$0.entry, $0.detail] } == [["Notes", "2 rows"]])
    let again = try UpdatedFile(
      file.tables, with: bytes, .xlsx, ImportOptions(fallbackName: "Travels"),
      removesCancelled: false, side: .ours)
    #expect(
      TablesDump.text(again.outcome.tables, all: true) == TablesDump.text(file.tables, all: true))
  }

  @Test func `trips of one sheet are those that rows of other sheets name`() throws {
    let hotels = File.rows([
      ["Trip", "Hotel", "Check-in"], ["Oslo", "Fjord", "2026-07-02"],
      ["Lisbon", "Mundial", "2026-05-01"],
    ])
    let trips = File.rows([
      ["Name", "Start", "End"], ["Lisbon", "2026-05-01", "2026-05-09"],
      ["Rome", "2026-09-01", "2026-09-02"],
    ])
    let file = try File(File.workbook([("Hotels", hotels), ("Trips", trips)]))
    let names = Dictionary(
      uniqueKeysWithValues: try file.objects("Trip").map { ($0.key, $0.text("name") ?? "") })
    #expect(names.values.sorted() == ["Lisbon", "Oslo", "Rome"])
    let stays = try file.objects("Stay").map { stay -> String in
      guard case .reference(let key) = stay["trip"] else { return "" }
      return "\(stay.text("name") ?? "") \(names[key] ?? "")"
    }
    #expect(stays.sorted() == ["Fjord Oslo", "Mundial Lisbon"])
    #expect(
      try file.objects("Trip").first { $0.text("name") == "Lisbon" }?.day("endDate")
        == "2026-05-09")
  }

  @Test func `a later version of a sheet changes its rows, and edits stay`() throws {
    func bytes(_ day: String) throws -> [UInt8] {
      try File.workbook([
        (
          "Sheet1",
          File.rows([
            ["ID", "Name", "Start", "End", "Colour"], ["7", "Lisbon", day, "2026-05-09", "red"],
          ])
        )
      ])
    }
    let file = try File(bytes("2026-05-01"))
    let key = try #require(try file.objects("Trip").first?.key)
    let edited = try file.tables.setting("destination", of: key, to: .text("Lisboa"))
    let later = try UpdatedFile(
      edited, with: bytes("2026-05-02"), .xlsx, ImportOptions(fallbackName: "Travels"),
      removesCancelled: false, side: .ours)
    let trip = try #require(try later.outcome.tables.testObjects("Trip").first)
    #expect(trip.day("startDate") == "2026-05-02")
    #expect(trip.text("destination") == "Lisboa")
    #expect(later.outcome.conflicts.isEmpty)
  }

  @Test func `columns are stated, and their advice is that of tables`() throws {
    let sheet = File.rows([["Aaa", "Bbb", "Ccc"], ["Lisbon", "2026-05-01", "2026-05-02"]])
    let bytes = try File.workbook([("Sheet1", sheet)])
    let error = #expect(throws: DocumentError.self) {
      try ImportedFile(bytes, .xlsx, ImportOptions())
    }
    #expect(error?.detail.contains("--columns") ?? false, "\(error?.detail ?? "")")
    let file = try File(bytes, columns: ["name", "start", "end"])
    #expect(try file.objects("Trip").map { $0.day("startDate") }.contains("2026-05-01"))
  }

  // MARK: OpenDocument

  private static func table(_ rows: String, name: String = "Sheet1") -> String {
    "<table:table table:name=\"\(name)\"><table:table-column table:number-columns-repeated=\"16384\"/>\(rows)</table:table>"
  }

  private static func cell(_ text: String, _ more: String = "") -> String {
    "<table:table-cell office:value-type=\"string\" \(more)><text:p>\(text)</text:p></table:table-cell>"
  }

  private static func row(_ cells: String...) -> String {
    "<table:table-row>\(cells.joined())</table:table-row>"
  }

  @Test func `cells of OpenDocument state their types`() throws {
    let header = ["Trip", "Hotel", "Check-in", "Check-out", "Price", "Confirmed", "Notes"]
      .map { Self.cell($0) }.joined()
    func value(_ type: String, _ attributes: String, _ shown: String) -> String {
      "<table:table-cell office:value-type=\"\(type)\" \(attributes)><text:p>\(shown)</text:p></table:table-cell>"
    }
    let rows =
      "<table:table-header-rows>\(Self.row(header))</table:table-header-rows>"
      + Self.row(
        Self.cell("Lisbon", "table:number-rows-spanned=\"2\""), Self.cell("Mundial"),
        value("date", "office:date-value=\"2026-05-01\"", "1.5."),
        value("date", "office:date-value=\"2026-05-03T10:30:00.000000000\"", "3.5."),
        value("currency", "office:value=\"199.5\" office:currency=\"EUR\"", "199,50 €"),
        value("boolean", "office:boolean-value=\"true\"", "WAHR"),
        "<table:table-cell office:value-type=\"string\"><office:annotation><text:p>hidden</text:p></office:annotation><text:p>a<text:s text:c=\"2\"/>b<text:line-break/><text:span>c</text:span></text:p><text:p>d</text:p></table:table-cell>"
      )
      + "<table:table-row-group><table:table-row><table:covered-table-cell/>\(Self.cell("Azul"))<table:table-cell table:formula=\"of:=TODAY()\"/></table:table-row></table:table-row-group>"
      + "<table:table-row table:number-rows-repeated=\"1048000\"><table:table-cell table:number-columns-repeated=\"16384\"/></table:table-row>"
      + Self.row(
        Self.cell("Oslo"), Self.cell("Fjord"),
        value("string", "calcext:value-type=\"error\" table:formula=\"of:=1/0\"", "#DIV/0!"))
    let file = try File(File.openDocument(Self.table(rows)), .ods)
    let stays = try file.objects("Stay")
    #expect(stays.map { $0.text("name") } == ["Mundial", "Azul", "Fjord"])
    #expect(stays[0].day("checkinDate") == "2026-05-01")
    #expect(stays[0].text("checkoutTime") == "2026-05-03T10:30:00")
    #expect(stays[0].text("notes") == "a  b\nc\nd")
    #expect(stays[0]["isConfirmed"] == .bool(true))
    #expect(stays[0]["trip"] == stays[1]["trip"] && stays[0]["trip"] != stays[2]["trip"])
    #expect(file.findings(.uncomputedFormula).map(\.detail) == ["1: C3"])
    #expect(file.findings(.cellError).map(\.detail) == ["1: C1048004"])
  }

  @Test(
    arguments: [
      ("PT10H05M00S", "10:05"), ("PT9H5M7.5S", "09:05:08"), ("PT26H00M00S", "26:00"),
    ])
  func `times of OpenDocument are those of sheets`(value: String, text: String) throws {
    let rows =
      Self.row(Self.cell("Name"), Self.cell("Start"), Self.cell("Colour"), Self.cell("Other"))
      + Self.row(
        Self.cell("Lisbon"), Self.cell("2026-05-01"), Self.cell("red"),
        "<table:table-cell office:value-type=\"time\" office:time-value=\"\(value)\"/>")
    let file = try File(File.openDocument(Self.table(rows)), .ods)
    let dump = TablesDump.text(file.tables, all: true)
    #expect(dump.contains(text), "\(dump)")
  }

  // MARK: Hostile files

  @Test func `repeated rows and columns cost what they have`() throws {
    let header = Self.row(Self.cell("Name"), Self.cell("Start"))
    let rows =
      "<table:table-row table:number-rows-repeated=\"9223372036854775807\">\(Self.cell("A", "table:number-columns-repeated=\"9223372036854775807\""))</table:table-row>"
      + "<table:table-row table:number-rows-repeated=\"9223372036854775807\"/>"
      + "<table:table-row table:number-rows-repeated=\"-5\">\(Self.cell("B"))</table:table-row>"
    let file = try File(File.openDocument(Self.table(header + rows)), .ods)
    #expect(try file.objects("Trip").count <= 1001)
    #expect(file.findings(.repeatedRow).count == 1)
  }

  @Test func `a shared text in many cells is refused beyond the budget of its file`() throws {
    let text = String(repeating: "a", count: 10_000)
    let cell = "<c t=\"s\"><v>0</v></c>"
    let rows = File.rows([["Name", "Notes"]] + (0..<500).map { _ in [cell, cell] })
    let bytes = try File.workbook([("Sheet1", rows)], texts: ["<t>\(text)</t>"])
    var options = ImportOptions()
    options.limits.expandedBytes = 1 << 20
    let error = #expect(throws: DocumentError.self) {
      try ImportedFile(bytes, .xlsx, options)
    }
    #expect(error?.code == .limitExpanded)
  }

  @Test(
    arguments: [
      "<row r=\"99999999999999999999\"><c r=\"A1\"/></row>",
      "<row r=\"-1\"><c r=\"ZZZZ1\"><v>1</v></c></row>",
      "<row r=\"0\"><c><v>1</v></c></row>",
      "<row><c t=\"s\"><v>-1</v></c><c t=\"s\"><v>9</v></c></row>",
      "<row><c s=\"-1\"><v>1</v></c><c s=\"99\"><v>1</v></c></row>", "<row><c><v/></c><c/></row>",
      "<row r=\"3\"><c r=\"B3\" t=\"str\"><v>x</v></c><c r=\"A3\" t=\"str\"><v>y</v></c></row><row r=\"2\"><c><v>1</v></c></row>",
    ])
  func `wrong places and styles are no trap`(row: String) throws {
    let header =
      "<row><c t=\"str\"><v>Name</v></c><c t=\"str\"><v>Start</v></c><c t=\"str\"><v>End</v></c></row><row><c t=\"str\"><v>Lisbon</v></c><c t=\"d\"><v>2026-05-01</v></c><c t=\"d\"><v>2026-05-09</v></c></row>"
    let file = try File(
      File.workbook([("Sheet1", "<sheetData>\(header)\(row)</sheetData>")]))
    #expect(try file.texts("Trip", "name").contains("Lisbon"))
  }

  @Test(arguments: ["<!DOCTYPE a [<!ENTITY b 'c'>]><worksheet/>", "<worksheet><sheetData>", ""])
  func `a part that cannot be read is an error with its name`(xml: String) throws {
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let bytes = try OtherArchive(entries: [
      (
        "xl/workbook.xml",
        Array(
          "<workbook xmlns:r=\"r\"><sheets><sheet name=\"A\" r:id=\"a\"/></sheets></workbook>".utf8)
      ),
      (
        "xl/_rels/workbook.xml.rels",
        Array(
          "<a><Relationship Id=\"a\" Type=\"\(relations)/worksheet\" Target=\"s.xml\"/></a>".utf8)
      ),
      ("xl/s.xml", Array(xml.utf8)),
    ]).written()
    let error = #expect(throws: DocumentError.self) {
      try ImportedFile(bytes, .xlsx, ImportOptions())
    }
    #expect(error?.part == "xl/s.xml", "\(error.map { "\($0)" } ?? "")")
  }

  @Test(arguments: 0..<60)
  func `damage gives a document or an error`(seed: UInt64) throws {
    var random = GeneratedTrips.Generator(state: seed)
    let rows = File.rows([
      ["Trip", "Hotel", "Check-in", "Price"],
      [
        "<c t=\"s\"><v>0</v></c>", "<c><v>5</v></c>", "<c s=\"1\"><v>46143</v></c>",
        "<c s=\"2\"><v>1.5</v></c>",
      ],
    ])
    var xml = Array(
      (rows + "<mergeCells><mergeCell ref=\"A2:A9\"/></mergeCells>").utf8)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: xml.indices, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: xml[place] = UInt8.random(in: 32...126, using: &random)
      case 1: xml.remove(at: place)
      default: xml.insert(contentsOf: "99999999999".utf8, at: place)
      }
    }
    let bytes = try File.workbook(
      [("Sheet1", String(decoding: xml, as: UTF8.self))], formats: ["d.m.y", "0 \"EUR\""],
      texts: ["<t>Lisbon</t>"])
    do {
      let file = try ImportedFile(bytes, .xlsx, ImportOptions())
      #expect(TablesCheck.findings(file.tables, limit: 5) == [])
    } catch {}
  }
}
