import DocumentTables
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Index parts of documents that are saved in place")
struct IndexCopyTests {
  typealias Document = ChunkCopyTests.Document

  private func options(isDivided: Bool = false) -> DocumentWriteOptions {
    var options = ChunkCopyTests.options(.json)
    if isDivided { options.dividedIndexRows = 0 }
    return options
  }

  /// A document as it was read from bytes, saved anew after one item got another trip.
  private func saved(
    _ bytes: [UInt8], isDivided: Bool = false
  ) throws -> (after: Document, full: Document) {
    let options = options(isDivided: isDivided)
    let content = try DocumentFile.read(.bytes(bytes))
    var before = try Document(content.tables, options)
    before.bytes = bytes
    before.parts = try #require(content.origin?.parts)
    let changed = try ChunkCopyTests.update(content.tables, 402, "trip", .reference(1))
    return (
      try Document(changed, options, after: before),
      try Document(changed, options)
    )
  }

  private func indexes(_ document: Document) throws -> [String: [UInt8]] {
    try document.entries().filter { $0.key.hasPrefix("index/") }
  }

  private func original(isDivided: Bool = false) throws -> [UInt8] {
    try Document(try ChunkCopyTests.tables(trips: 200), options(isDivided: isDivided)).bytes
  }

  @Test(
    "are those of a full write, and only those with the changed values are others",
    arguments: [false, true])
  func copied(isDivided: Bool) throws {
    let bytes = try original(isDivided: isDivided)
    let (after, full) = try saved(bytes, isDivided: isDivided)
    #expect(try indexes(after) == indexes(full))
    let old = try ZipReader(MemoryByteSource(bytes))
    let changed = try indexes(after).filter { name, stored in
      try old.entry(named: name).map { try old.storedBytes(of: $0) } != stored
    }
    #expect(Array(changed.keys) == [isDivided ? "index/Item/0" : "index/Item"])
    #expect(DocumentFile.validate(.bytes(after.bytes)).isEmpty)
  }

  @Test(
    "are divided, or put together, when the number of objects asks for it",
    arguments: [false, true])
  func divided(isDivided: Bool) throws {
    let (after, full) = try saved(try original(isDivided: isDivided), isDivided: !isDivided)
    #expect(try indexes(after) == indexes(full))
    #expect(try indexes(after).keys.contains("index/Item") == isDivided)
    #expect(DocumentFile.validate(.bytes(after.bytes)).isEmpty)
  }

  @Test("are added where the file has none")
  func added() throws {
    let (after, full) = try saved(try OwnedTables.withoutIndexes(try original()))
    #expect(try !indexes(after).isEmpty)
    #expect(try indexes(after) == indexes(full))
    #expect(DocumentFile.validate(.bytes(after.bytes)).isEmpty)
  }

  @Test("are made anew where they are of another state of the data, or no indexes at all")
  func stale() throws {
    for offset in [nil, 0, 9] {
      var archive = try RebuiltArchive(try original())
      archive.updatesIndexed = offset != nil
      for index in archive.entries.indices where archive.entries[index].name.hasPrefix("index/") {
        if let offset {
          archive.entries[index].bytes[offset] ^= 1
        } else {
          archive.entries[index].bytes = IndexPart.magic + [0]
        }
      }
      let bytes = try archive.bytes()
      #expect(!DocumentFile.validate(.bytes(bytes)).isEmpty)
      let (after, full) = try saved(bytes)
      #expect(try indexes(after) == indexes(full))
      #expect(DocumentFile.validate(.bytes(after.bytes)).isEmpty)
    }
  }
}
