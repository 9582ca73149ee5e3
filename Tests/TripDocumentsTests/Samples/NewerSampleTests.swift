import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import Testing
import TripDocuments

@Suite("Samples of newer schemas")
struct NewerSampleTests {
  private static let folder = SampleFolder.url.appendingPathComponent("newer")

  // Spec 1.5-2
  @Test(
    "a document of a newer schema opens as tables and not as models",
    arguments: SampleFolder.cases(below: folder))
  func newer(name: String) async throws {
    let sample = SampleCase(name, below: Self.folder)
    let source = try DocumentFile.read(.bytes(try sample.bytes(SampleCase.source)))
    let dump = Array(TablesDump.text(source.tables, all: true).utf8)
    let expected = try #require(try sample.golden("expected-dump.txt", is: dump))
    #expect(String(decoding: expected, as: UTF8.self) == String(decoding: dump, as: UTF8.self))

    let error = try await #require(throws: SwiftDataError.unknownDataStoreSchema) {
      try await TripDocument(contentsOf: sample.folder.appendingPathComponent(SampleCase.source))
    }
    let text = Array("\(error)\n".utf8)
    let words = try #require(try sample.golden("expected-error.txt", is: text))
    #expect(String(decoding: words, as: UTF8.self) == String(decoding: text, as: UTF8.self))
  }
}
