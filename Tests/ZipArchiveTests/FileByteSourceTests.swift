import Foundation
import Testing
import ZipArchive

@Suite("Archives in files")
struct FileByteSourceTests {
  /// Makes a file of some bytes, hands over its descriptor, and removes it.
  private func withFile(_ bytes: [UInt8], _ body: (Int32) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).zip")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let descriptor = open(url.path, O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try body(descriptor)
  }

  @Test(
    "read like archives in memory",
    arguments: [FileByteSource.Ownership.lent, .duplicated])
  func reads(ownership: FileByteSource.Ownership) throws {
    let bytes = try CraftedArchive().serialized
    try withFile(bytes) { descriptor in
      let reader = try ZipReader(FileByteSource(descriptor: descriptor, ownership: ownership))
      let expected = try bytes.readAll()
      #expect(reader.entries == expected.map(\.0))
      for (entry, contents) in expected {
        #expect(try reader.contents(of: entry) == contents)
      }
    }
  }

  @Test("that become shorter, are read beyond their end or are no files are errors")
  func failures() throws {
    try withFile([1, 2, 3, 4]) { descriptor in
      let source = try FileByteSource(descriptor: descriptor)
      #expect(try source.read(at: 1, count: 2) == [2, 3])
      #expect(try source.read(at: 4, count: 0) == [])
      for (offset, count) in [(3, 2), (-1, 1), (0, -1), (Int.max, 1), (1, Int.max)] {
        #expect(throws: ZipError.self) { try source.read(at: offset, count: count) }
      }
      try #require(ftruncate(descriptor, 2) == 0)
      #expect {
        try source.read(at: 0, count: 4)
      } throws: {
        ($0 as? ZipError)?.detail == .fileBecameShorter
      }
    }
    #expect(throws: ZipError.self) { try FileByteSource(descriptor: -1) }
    let null = open("/dev/null", O_RDONLY)
    defer { close(null) }
    #expect {
      try FileByteSource(descriptor: null)
    } throws: {
      ($0 as? ZipError)?.detail == .notARegularFile
    }
  }

  @Test("keep a duplicated descriptor open after the caller closed theirs")
  func duplicated() throws {
    var source: FileByteSource?
    try withFile([7, 8, 9]) { source = try FileByteSource(descriptor: $0) }
    #expect(try source?.read(at: 0, count: 3) == [7, 8, 9])
  }
}
