import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// Files of other programs are read in any dialect, and written as they were.
@Suite struct CSVDialectTests {
  private static let rows = [
    ["Name", "Start date", "End date", "City", "Prix €", "Notes"],
    ["Lisboa", "2025-05-03", "2025-05-12", "Lisboa", "1", "one, two; three | four\tfive"],
    ["Öl \"extra\"", "2025-06-01", "", "Wien", "", "line one\nline two"],
    ["", "", "", "", "", ""],
    ["X", "2025-07-01", "2025-07-02", "", "12,5", " spaces "],
  ]

  struct Dialect: CustomTestStringConvertible, Sendable {
    var delimiter: String
    var lineEnd: String
    var encoding: CSVEncoding
    var isMarked: Bool
    var quotesAll: Bool
    var endsWithLine: Bool
    var hasSeparatorLine = false

    var testDescription: String {
      "\(delimiter.debugDescription) \(lineEnd.debugDescription) \(encoding) \(isMarked) \(quotesAll)"
    }

    func bytes(_ rows: [[String]]) -> [UInt8] {
      let lines = rows.map { row in
        row.map { cell in
          var bytes: [UInt8] = []
          CSVText.append(
            cell.utf8, delimiter: delimiter.utf8.first ?? 44, isQuoted: quotesAll, to: &bytes)
          return String(decoding: bytes, as: UTF8.self)
        }.joined(separator: delimiter)
      }
      let text =
        (hasSeparatorLine ? "sep=\(delimiter)\(lineEnd)" : "") + lines.joined(separator: lineEnd)
        + (endsWithLine ? lineEnd : "")
      return (isMarked ? encoding.mark : []) + (encoding.bytes(of: text.utf8) ?? [])
    }
  }

  static let dialects: [Dialect] = {
    var all: [Dialect] = []
    for delimiter in [",", ";", "\t", "|"] {
      for lineEnd in ["\r\n", "\n", "\r"] {
        for encoding in CSVEncoding.allCases {
          for quotesAll in [false, true] {
            let isWide = encoding == .utf16BigEndian || encoding == .utf16LittleEndian
            all.append(
              Dialect(
                delimiter: delimiter, lineEnd: lineEnd, encoding: encoding,
                isMarked: isWide || encoding == .utf8 && quotesAll, quotesAll: quotesAll,
                endsWithLine: lineEnd != "\r", hasSeparatorLine: delimiter == ";" && !quotesAll))
          }
        }
      }
    }
    return all
  }()

  @Test("Every dialect is told by its content and written again byte for byte", arguments: dialects)
  func dialect(_ dialect: Dialect) throws {
    let bytes = dialect.bytes(Self.rows)
    let file = try CSVFile(bytes: bytes)
    let trips = try file.objects("Trip")
    #expect(trips.map { $0.text("name") } == ["Lisboa", "Öl \"extra\"", "X"])
    #expect(trips.map { $0.day("startDate") } == ["2025-05-03", "2025-06-01", "2025-07-01"])
    #expect(trips.map { $0.day("endDate") } == ["2025-05-12", "2025-06-01", "2025-07-02"])
    #expect(trips[1].text("notes") == "line one\nline two")
    #expect(trips[2].text("notes") == " spaces ")
    #expect(file.report.keptNames == ["Prix €": 1])
    #expect(try ExportedFile(file.tables, .csv).bytes == bytes)
    let isCoerced = dialect.encoding == .windows1252
    #expect(file.report.isStrictlyRead != isCoerced && file.rejected == nil)
    #expect(TripFormat.readable(beginning: Array(bytes.prefix(4096))) == .csv)
  }

  @Test("Random files are written again byte for byte", arguments: 0..<100)
  func random(_ seed: Int) throws {
    var random = CSVRandom(seed)
    let headers = [
      "Trip", "Title", "Start", "End", "Hotel", "Check-in", "From", "To", "Departure time", "x",
      "y",
      "Latitude", "Longitude", "Website", "Confirmed", "Type", "Notes", "Confirmation number",
    ].shuffled(using: &random).prefix(Int.random(in: 3..<12, using: &random))
    var rows = [Array(headers)]
    for _ in 0..<Int.random(in: 1..<20, using: &random) {
      rows.append(
        headers.map { header in
          switch header {
          case "Start", "End", "Check-in":
            [
              "2025-01-0\(Int.random(in: 1...9, using: &random))", "3/4/2025", "13.4.25", "",
              "May 5, 2025 7 pm", "soon",
            ].randomElement(using: &random) ?? ""
          case "Departure time":
            ["10:15", "2025-01-02 10:15", "", "25:00"].randomElement(using: &random) ?? ""
          case "Latitude", "Longitude": ["1.5", "-8", "", "N"].randomElement(using: &random) ?? ""
          case "Confirmed": ["yes", "No", "", "maybe"].randomElement(using: &random) ?? ""
          case "Type": ["Hotel", "flight", "Trip", "", "?"].randomElement(using: &random) ?? ""
          default: random.text()
          }
        })
    }
    var dialect = Self.dialects.filter { $0.encoding != .windows1252 }.randomElement(using: &random)
    dialect?.endsWithLine = random.isLucky()
    let bytes = try #require(dialect).bytes(rows)
    let file: CSVFile
    do {
      file = try CSVFile(bytes: bytes)
    } catch let error as DocumentError {
      #expect(error.code == .csvMalformed, "\(error)")
      return
    }
    // Rows that say nothing of a trip are not in the document.
    guard file.rejected == nil, file.tables.rowCount > 0 else { return }
    #expect(try ExportedFile(file.tables, .csv).bytes == bytes)
  }

  @Test("Columns are stated, with a header or without")
  func statedColumns() throws {
    let plain = try CSVFile("Lisboa,2025-05-03,2025-05-12\n", columns: ["name", "start", "end"])
    #expect(try plain.objects("Trip").map { $0.text("name") } == ["Lisboa"])
    #expect(try plain.written == "Lisboa,2025-05-03,2025-05-12\n")
    let renamed = try CSVFile(
      "Reise,Start,Ende\nLisboa,2025-05-03,2025-05-12\n", columns: ["name", "", "end"])
    #expect(try renamed.objects("Trip").map { $0.day("endDate") } == ["2025-05-12"])
    #expect(try renamed.written == "Reise,Start,Ende\nLisboa,2025-05-03,2025-05-12\n")
    let german = try CSVFile(
      "Reise,Von,Bis\nA,2025-05-03,2025-05-12\n", columns: ["name", "start", "end"])
    #expect(try german.objects("Trip").map { $0.text("name") } == ["A"])
    for columns in [["name", "start", "end", "notes"], ["name", "nonsense"]] {
      #expect {
        _ = try CSVFile("a,b,c\n", columns: columns)
      } throws: { ($0 as? DocumentError)?.code == .csvMalformed }
    }
  }

  @Test(
    "Other files are not taken for CSV",
    arguments: [
      "{\"name\":1,\"start\":2}", "<a>,<b>", "BEGIN:VCALENDAR\r\nSUMMARY:name,start,end", "",
      "name", "one, two and three", "[1,2]", "Dear name, the trip starts",
      "PK\u{3}\u{4},name,start",
      "\n\n", "name;name;name\n",
    ])
  func notCSV(_ text: String) {
    #expect(TripFormat.readable(beginning: Array(text.utf8)) != .csv)
  }

  @Test(
    "Headers are known by usual words",
    arguments: [
      ("Start date", "startDate"), ("CHECK-IN", "start"), ("check_out date", "endDate"),
      ("Confirmation number", "reservationNumber"), ("Lat", "location.latitude"),
      ("Flight #", "number"), ("From", "from"), ("Hotel", "name"), ("URL", "links"),
      ("Trip name", "trip"), ("Departure airport code", "fromLocation.code"), ("Price", "price"),
      ("Weather", ""),
      ("notes", "notes"), ("  Title ", "name"), ("Time zone", "timeZone"),
      ("Start zone", "startZone"),
    ])
  func headers(_ header: String, _ name: String) {
    #expect(CSVField(header: header)?.name ?? "" == name)
  }
}
