import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// Timelines in `Samples/Timeline`, with the dump and the report of the document that each becomes beside it.
///
/// `TRIPDOCUMENTS_BLESS=1` writes these anew.
@Suite struct TimelineSampleTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Samples/Timeline")

  @Test(arguments: ["android", "iphone", "2022_MARCH", "Records"])
  func `a sample becomes the document beside it`(name: String) throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "\(name).json")))
    #expect(
      TripFormat.readable(beginning: Array(bytes.prefix(TripFormat.probedBytes))) == .timeline)
    let file = try ImportedFile(bytes, .timeline, ImportOptions(fallbackName: name))
    let report = file.report.findings.map { "\($0)\n" }.joined()
    let text = report + "\n" + TablesDump.text(file.tables, all: true)
    let golden = Self.folder.appending(path: "\(name).txt")
    if ProcessInfo.processInfo.environment["TRIPDOCUMENTS_BLESS"] == "1" {
      try Data(text.utf8).write(to: golden)
    }
    #expect(text == String(decoding: try Data(contentsOf: golden), as: UTF8.self))
  }
}
