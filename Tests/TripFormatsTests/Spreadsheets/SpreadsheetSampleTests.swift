import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// Spreadsheets in `Samples/Spreadsheets`, with the dump and the report of the document that each becomes beside it.
///
/// openpyxl 3.1 and odfpy 1.4 wrote them. `TRIPDOCUMENTS_BLESS=1` writes the documents anew.
@Suite struct SpreadsheetSampleTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Samples/Spreadsheets")

  @Test(arguments: [("openpyxl.xlsx", "xlsx"), ("epoch1904.xlsx", "xlsx"), ("odfpy.ods", "ods")])
  func `a sample becomes the document beside it`(name: String, format: String) throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: name)))
    let found = TripFormat.readable(beginning: Array(bytes.prefix(TripFormat.probedBytes)))
    #expect(found?.name == format)
    let file = try ImportedFile(
      bytes, try #require(found), ImportOptions(fallbackName: "Travels"))
    let report = file.report.findings.map { "\($0)\n" }.joined()
    let text = report + "\n" + TablesDump.text(file.tables, all: true)
    let golden = Self.folder.appending(path: name + ".txt")
    if ProcessInfo.processInfo.environment["TRIPDOCUMENTS_BLESS"] == "1" {
      try Data(text.utf8).write(to: golden)
    }
    #expect(text == String(decoding: try Data(contentsOf: golden), as: UTF8.self))
  }
}
