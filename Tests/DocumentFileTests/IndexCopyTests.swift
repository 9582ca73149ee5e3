import DocumentTables
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Index parts of documents that are saved in place")
struct IndexCopyTests {
  typealias Document = ChunkCopyTests.Document

  /// A document as it was read from bytes, saved anew after a change of one trip.
  private func saved(_ bytes: [UInt8]) throws -> (after: Document, full: Document) {
    let content = try DocumentFile.read(.bytes(bytes))
    var before = try Document(content.tables, ChunkCopyTests.options(.json))
    before.bytes = bytes
    before.parts = try #require(content.origin?.parts)
    let changed = try ChunkCopyTests.update(content.tables, 401, "name", .text("Another name"))
    return (
      try Document(changed, ChunkCopyTests.options(.json), after: before),
      try Document(changed, ChunkCopyTests.options(.json))
    )
  }

  private func indexes(_ document: Document) throws -> [String: [UInt8]] {
    try document.entries().filter { $0.key.hasPrefix("index/") }
  }

  private func original() throws -> [UInt8] {
    try Document(try ChunkCopyTests.tables(trips: 200), ChunkCopyTests.options(.json)).bytes
  }

  @Test("are those of a full write, and only that of the changed chunk is another")
  func copied() throws {
    let bytes = try original()
    let (after, full) = try saved(bytes)
    #expect(try indexes(after) == indexes(full))
    let old = try ZipReader(MemoryByteSource(bytes))
    let changed = try indexes(after).filter { name, stored in
      try old.entry(named: name).map { try old.storedBytes(of: $0) } != stored
    }
    #expect(changed.count == 1)
    #expect(DocumentFile.validate(.bytes(after.bytes)).isEmpty)
  }

  @Test("are added where the file has none")
  func added() throws {
    let (after, full) = try saved(try OwnedTables.withoutIndexes(try original()))
    #expect(try !indexes(after).isEmpty)
    #expect(try indexes(after).keys == indexes(full).keys)
    #expect(DocumentFile.validate(.bytes(after.bytes)).isEmpty)
  }

  @Test("are made anew where they are of another state of the data, or no indexes at all")
  func stale() throws {
    for offset in [0, 9] {
      var archive = try RebuiltArchive(try original())
      for index in archive.entries.indices where archive.entries[index].name.hasPrefix("index/") {
        archive.entries[index].bytes[offset] ^= 1
      }
      let bytes = try archive.bytes()
      #expect(!DocumentFile.validate(.bytes(bytes)).isEmpty)
      #expect(DocumentFile.validate(.bytes(try saved(bytes).after.bytes)).isEmpty)
    }
  }
}
