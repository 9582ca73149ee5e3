import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// The work for a CSV file grows in proportion to its bytes.
@Suite struct CSVProportionTests {
  /// Reads all rows of a text.
  private func stream(_ text: String) throws -> CSVRecordStream {
    var stream = try CSVRecordStream(Array(text.utf8), delimiter: 44)
    while try stream.next() {}
    return stream
  }

  /// Lines that each begin a quoted cell which ends far away, with text behind its quote.
  private func broken(_ lines: Int) -> String {
    String(repeating: "z\",\"\n", count: lines) + "z\"x\n"
  }

  @Test("A quote that is broken far away is looked for a bounded number of times")
  func farQuote() throws {
    for lines in [20_000, 40_000] {
      let text = broken(lines)
      #expect(try stream(text).bytesInVain < 8 * text.utf8.count + 1 << 17)
    }
  }

  @Test("Rows over several lines between broken quotes are read where that costs little")
  func soundRows() throws {
    var stream = try CSVRecordStream(
      Array("a,\"b\"x\nc,\"d\ne\",f\n\"g\n\"h\ni,j\n".utf8), delimiter: 44)
    var rows: [[String]] = []
    while try stream.next() { rows.append(stream.cellTexts) }
    #expect(rows.contains(["c", "d\ne", "f"]) && rows.last == ["i", "j"])
  }

  @Test("Short rows below a wide header look at their own cells only")
  func wideHeader() throws {
    var cells = CSVCells()
    for cell in stride(from: 1, to: 16_000, by: 2) { cells.append(cell) }
    for cell in stride(from: 0, to: 16_000, by: 2) { cells.append(cell) }
    cells.finish()
    var stream = try CSVRecordStream(Array("a,b,c\n,,c\n,b\n".utf8), delimiter: 44)
    var found: [Int?] = []
    var looked = 0
    while try stream.next() {
      found.append(
        cells.first(in: stream) {
          looked += 1
          return !stream.isEmpty($0)
        })
      #expect(cells.isReached(by: stream))
    }
    // The odd cells count before the even ones.
    #expect(found == [1, 2, 1] && looked <= 7)
  }

  @Test("A header of 16,000 columns over short rows is read and written back")
  func wideFile() throws {
    let names = ["name", "start"] + (0..<15_998).map { $0 % 2 == 0 ? "notes" : "n\($0)" }
    let rows = (0..<3_000).map { "t\($0),2025-05-01\n" }.joined()
    let text = names.joined(separator: ",") + "\n" + rows
    let file = try CSVFile(text)
    #expect(try file.objects("Trip").count + file.objects("BucketListItem").count >= 3_000)
    #expect(try file.written == text)
  }

  @Test("A file of many trips comes back, and a file without its rows is compared with it")
  func manyTrips() throws {
    let head = "Name,Start,End\n"
    let text = head + (0..<8_000).map { "t\($0),2025-05-01,2025-05-02\n" }.joined()
    let file = try CSVFile(text)
    #expect(try file.written == text)
    let updated = try UpdatedFile(
      file.tables, with: Array((head + "other,2025-05-01,2025-05-02\n").utf8), .csv,
      ImportOptions(timeZone: nil, fallbackName: "file", limits: .standard),
      removesCancelled: false, side: .ours)
    #expect(updated.report.counts[.missing] == 8_000)
  }

  @Test("Each new row may have a trip of its own")
  func ownTrips() throws {
    let head = "Type,Trip,Name,Start\n"
    let file = try CSVFile(head + "event,a,b,2025-05-01\n")
    let rows = (0..<5_000).map { "event,trip \($0),e\($0),2025-05-01\n" }.joined()
    let updated = try UpdatedFile(
      file.tables, with: Array((head + rows).utf8), .csv,
      ImportOptions(timeZone: nil, fallbackName: "file", limits: .standard),
      removesCancelled: false, side: .ours)
    #expect(try updated.outcome.tables.testObjects("Trip").count >= 5_000)
  }
}
