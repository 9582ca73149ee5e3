import DocumentTables
import Testing

@testable import DocumentFile

@Suite("Rows that pass by")
struct StreamedSampleTests {
  // Spec 8-2
  @Test(
    "give the findings that rows in memory give, whatever the windows are",
    arguments: SampleFiles.all)
  func findings(path: String) throws {
    let bytes = try SampleFiles.bytes(path)
    let expected = StreamedOracle.findingsInMemory(bytes)
    for (window, reread) in [(2 << 20, 0), (700, 1 << 20)] {
      let options = StreamedOracle.options(windowBytes: window, rereadBytes: reread)
      #expect(StreamedOracle.findingsStreamed(bytes, options) == expected, "\(window)")
    }
  }

  @Test(
    "give the same bytes, in any form and encoding",
    arguments: SampleFiles.all.filter {
      // No program writes a document that requires an unknown feature for that.
      !$0.hasPrefix("broken/") && !$0.contains("feature-required-to-write")
    })
  func written(path: String) throws {
    let bytes = try SampleFiles.bytes(path)
    let directory = try TemporaryDirectory()
    for (form, encoding) in StreamedOracle.targets {
      var options = DocumentWriteOptions(encoding: encoding, type: .trips)
      options.chunkLimit = 3000
      let expected = StreamedOracle.writtenInMemory(bytes, form, options).words
      for window in [2 << 20, 700] {
        let written = try StreamedOracle.writtenStreamed(
          bytes, form, options,
          StreamedOracle.options(windowBytes: window, rereadBytes: 1 << 20), to: directory)
        #expect(written.words == expected, "\(form) \(encoding) \(window)")
      }
    }
  }
}
