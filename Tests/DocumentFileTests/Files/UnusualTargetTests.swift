import DocumentTables
import Foundation
import Testing

@testable import DocumentFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Writing to what is no ordinary file, or does not stay one")
struct UnusualTargetTests {
  let directory: TemporaryDirectory
  let options = DocumentWriteOptions(encoding: .json)

  init() throws { directory = try TemporaryDirectory() }

  func write(_ target: WriteTarget) throws {
    try DocumentFile.write(
      try SampleTables.small(), form: .flat, options: options, to: target)
  }

  @Test(
    "a descriptor that is appended to is appended to",
    arguments: ["/dev/fd/", "/proc/self/fd/"])
  func appending(folder: String) throws {
    let path = try directory.write(Array("before".utf8), to: "log")
    let descriptor = open(path, O_WRONLY | O_APPEND)
    defer { close(descriptor) }
    try write(.path("\(folder)\(descriptor)"))
    #expect(try directory.bytes("log").starts(with: Array("before{".utf8)))
  }

  @Test("a descriptor that is not open is refused")
  func closedDescriptor() throws {
    let error = #expect(throws: DocumentError.self) { try write(.path("/dev/fd/987654")) }
    #expect(error?.code == .outputCannotBeCreated)
  }

  @Test(
    "a file in memory below /dev is replaced like any other",
    .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm")))
  func sharedMemory() throws {
    let path = "/dev/shm/document-file-tests-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(repeating: 0x20, count: 1 << 20).write(to: URL(fileURLWithPath: path))
    try write(.path(path))
    let content = try DocumentFile.read(.path(path))
    #expect(TablesContent(content.tables) == TablesContent(try SampleTables.small()))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).last != 0x20)
  }

  @Test("a link whose target is not UTF-8 is refused, and makes no file of another name")
  func foreignLink() throws {
    let target: [CChar] = [0x74, -1, 0]
    try #require(symlink(target, directory.file("link")) == 0)
    let error = #expect(throws: DocumentError.self) { try write(.path(directory.file("link"))) }
    #expect(error?.code == .outputCannotBeCreated)
    #expect(try directory.names == ["link"])
  }

  @Test("the file that was read is replaced only by what came from it, by whatever name")
  func changedSinceRead() throws {
    let path = directory.file("a.json")
    try write(.path(path))
    let content = try DocumentFile.read(.path(path))
    let other = directory.path + "/./a.json"
    #expect(WriteTarget.path(other).isSameFile(as: .path(path)))
    #expect(!WriteTarget.path(other).isSameFile(as: .path(directory.path)))
    let tables = try SampleTables.small()
    let saved = try DocumentFile.save(tables, inPlaceOf: content, at: other)

    _ = try directory.write(Array("another program's".utf8), to: "a.json")
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.save(tables, inPlaceOf: content, after: saved.origin, at: other)
    }
    #expect(error?.code == .fileChanged)
    #expect(try directory.bytes("a.json") == Array("another program's".utf8))
  }

  @Test("a file that another program writes to meanwhile stays as that program leaves it")
  func writtenMeanwhile() throws {
    let path = try directory.write([1, 2, 3], to: "a")
    guard case .file(let file) = try WriteTarget.path(path).resolve() else {
      Issue.record("a regular file was expected")
      return
    }
    let error = #expect(throws: DocumentError.self) {
      try FileReplacement(file: file).perform({ (_) throws(DocumentError) in
        let descriptor = open(path, O_WRONLY)
        #expect(pwrite(descriptor, [9, 9, 9, 9] as [UInt8], 4, 0) == 4)
        close(descriptor)
      }) { (_) throws(DocumentError) in }
    }
    #expect(error?.code == .fileChanged)
    #expect(try directory.bytes("a") == [9, 9, 9, 9])
  }
}
