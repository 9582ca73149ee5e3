import Foundation
import Testing

@testable import DocumentFile

@Suite("private copies")
struct PrivateCopyTests {
  private let source: TemporaryDirectory
  private let temporary: TemporaryDirectory

  init() throws {
    source = try TemporaryDirectory()
    temporary = try TemporaryDirectory()
  }

  private func copy(_ bytes: [UInt8] = Array("store".utf8)) throws -> PrivateCopy {
    let path = try source.write(bytes, to: "x.store")
    return try PrivateCopy(
      of: path, companions: ["-journal", "-wal"], in: temporary.path, limits: .standard)
  }

  /// What a file system lacks.
  static let lacking: [[String: Int32]] = [[:], ["openat O_TMPFILE": EOPNOTSUPP]]

  @Test("a copy has the bytes of the file and its companions, and no name", arguments: lacking)
  func nameless(lacking: [String: Int32]) throws {
    try Faults(lacking).during {
      _ = try source.write(Array("log".utf8), to: "x.store-wal")
      let copy = try copy()
      #expect(try copy.file.bytes(at: 0, count: 100) == Array("store".utf8))
      #expect(try copy.companions["-wal"]?.bytes(at: 1, count: 100) == Array("og".utf8))
      #expect(copy.companions.count == 1)
      #expect(copy.byteCount == 8)
      #expect(try temporary.names.isEmpty)
      let descriptor = try copy.descriptors().file
      defer { close(descriptor) }
      var status = stat()
      #expect(fstat(descriptor, &status) == 0 && status.st_nlink == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
    #expect(try source.names == ["x.store", "x.store-wal"])
  }

  enum Companion: CaseIterable {
    case folder, pipe, link, looseLink
  }

  @Test(
    "a companion that is no file is an error, and nothing stays behind",
    arguments: Companion.allCases, ["-wal", "-journal"])
  func companions(kind: Companion, ending: String) throws {
    let path = source.file("x.store" + ending)
    switch kind {
    case .folder:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    case .link:
      let other = try source.write(Array("log of another store".utf8), to: "other-wal")
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    case .looseLink:
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
    }
    let error = #expect(throws: DocumentError.self) { try copy() }
    #expect(error?.code == (kind == .folder ? .fileIsDirectory : .fileCannotBeRead))
    #expect(error?.file == path)
    #expect(try temporary.names.isEmpty)
  }

  @Test(
    "after a failed call nothing stays behind",
    arguments: ["write", "pread", "open", "openat", "fstat", "openat O_TMPFILE", "fcntl"], lacking)
  func faults(call: String, lacking: [String: Int32]) throws {
    for isOnce in [true, false] {
      let faults = Faults(lacking.merging([call: ENOSPC]) { _, new in new }, isOnce: isOnce)
      _ = try? faults.during { try copy().descriptors() }
      #expect(try temporary.names.isEmpty, "once: \(isOnce)")
    }
  }

  @Test("a full disk is an error with the folder of the copies")
  func fullDisk() throws {
    let error = #expect(throws: DocumentError.self) {
      try Faults(["write": ENOSPC]).during { try copy() }
    }
    #expect(error?.code == .temporaryFileFailed)
    #expect(error?.file == temporary.path)
  }

  @Test("bytes below a folder are read through no link")
  func linksBelow() throws {
    let other = try TemporaryDirectory()
    _ = try other.write(Array("of another program".utf8), to: "value")
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: source.file("a/b"), withIntermediateDirectories: true)
    _ = try source.write(Array("own".utf8), to: "a/b/value")
    func read(_ names: String...) throws -> [UInt8]? {
      try RegularFile.bytes(of: names, below: source.path, limit: 100)
    }
    #expect(try read("a", "b", "value") == Array("own".utf8))
    #expect(try read("a", "b", "none") == nil)
    #expect(try read("a", "none", "value") == nil)
    try manager.createSymbolicLink(
      atPath: source.file("a/link"), withDestinationPath: other.path)
    try manager.createSymbolicLink(
      atPath: source.file("a/b/linked"), withDestinationPath: other.file("value"))
    #expect(try read("a", "link", "value") == nil)
    #expect(try read("a", "b", "linked") == nil)
    #expect(throws: DocumentError.self) { try read("a", "b") }
  }
}
