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

@Suite("Saving where system calls fail or are missing")
struct FaultTests {
  let directory: TemporaryDirectory
  let path: String
  let old = Array("what stands there".utf8)

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("x.trips")
  }

  static let calls = [
    "open", "openat", "openat O_TMPFILE", "stat", "lstat", "fstat", "fstatat", "faccessat", "flock",
    "write", "pread", "flistxattr", "fgetxattr", "fsetxattr", "fremovexattr", "fchown", "fchmod",
    "fsync", "fsync directory", "linkat", "renameat", "renameat2", "unlinkat", "close",
  ]
  static let numbers = [
    EIO, ENOSPC, EPERM, EACCES, ENOSYS, EOPNOTSUPP, EINVAL, ENOENT, EXDEV, EBUSY, EROFS, EMFILE,
    ENOLCK, EBADF, EEXIST, ELOOP, ENOMEM, E2BIG, ERANGE,
  ]

  /// What a file system lacks beside the call that fails.
  static let surroundings: [[String: Int32]] = [
    [:], ["openat O_TMPFILE": EOPNOTSUPP], ["linkat": EXDEV],
    ["openat O_TMPFILE": EOPNOTSUPP, "renameat2": EINVAL],
    ["openat O_TMPFILE": EOPNOTSUPP, "renameat2": EINVAL, "linkat": EPERM],
  ]

  /// - Parameter timeout: A process that another test starts inherits the lock until it runs its own
  ///   program, so a write that must succeed waits.
  private func write(_ new: [UInt8], timeout: Duration = .zero) -> DocumentError? {
    do throws(DocumentError) {
      let lock = try FileLock(path: path, timeout: timeout)
      try DocumentFile.replace(fileAt: path, with: new)
      withExtendedLifetime(lock) {}
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "the new file stands in its place whole, or the old one does and the error names the call",
    arguments: calls, surroundings)
  func everyFault(call: String, lacking: [String: Int32]) throws {
    let new = [UInt8](repeating: 7, count: 1000)
    for number in Self.numbers {
      for (isNew, isOnce) in [(true, true), (true, false), (false, true), (false, false)]
      where !isOnce || lacking.isEmpty {
        if isNew { unlink(path) } else { _ = try directory.write(old, to: "x.trips") }
        var numbers = lacking.merging([call: number]) { _, new in new }
        // Waiting for the disk proves nothing here.
        for sync in ["fsync", "fsync directory"] where call != sync { numbers[sync] = EINVAL }
        let error = Faults(numbers, isOnce: isOnce).during { write(new) }
        let found = FileManager.default.contents(atPath: path).map { Array($0) }
        let what: Comment = "\(call) fails with \(number), new: \(isNew), once: \(isOnce)"
        if let error, error.code != .savedDurabilityUnknown {
          #expect(found == (isNew ? nil : old), what)
          let isNamed =
            error.description.contains(call.prefix { $0 != " " })
            || number == ENOENT && error.detail.hasSuffix("does not exist")
          #expect(
            isNamed || [.fileChanged, .outputIsWriteProtected, .fileLocked].contains(error.code),
            "\(what): \(error)")
        } else {
          #expect(found == new, what)
        }
        if call != "unlinkat" {
          #expect(try directory.names == (found == nil ? [] : ["x.trips"]), what)
        }
        let unsynced = Faults(["fsync": EINVAL, "fsync directory": EINVAL])
        #expect(unsynced.during { write(new, timeout: .seconds(5)) } == nil, what)
        #expect(try directory.names == ["x.trips"], what)
      }
    }
  }

  @Test(
    "a file system that lacks a call gets the next best way",
    arguments: [
      ("flock", [ENOSYS, EOPNOTSUPP, ENOLCK, EINVAL, EBADF]),
      ("openat O_TMPFILE", [EOPNOTSUPP, EISDIR, EINVAL, ENOSYS, ENOENT, EPERM]),
      ("linkat", [ENOENT, EXDEV, EPERM, EACCES, ENOSYS, EOPNOTSUPP, EINVAL]),
      ("renameat2", [ENOSYS, EINVAL, EOPNOTSUPP]),
      ("fsync", [EINVAL, ENOSYS, EOPNOTSUPP]),
      ("fsync directory", [EINVAL, EBADF, EOPNOTSUPP, ENOSYS]),
      ("fchmod", [EPERM, ENOSYS, EOPNOTSUPP]), ("flistxattr", [ENOSYS, EOPNOTSUPP]),
      ("fgetxattr", [ENOSYS, EOPNOTSUPP]), ("fremovexattr", [ENOSYS, EOPNOTSUPP]),
    ])
  func nextBest(call: String, numbers: [Int32]) throws {
    let tables = try SampleTables.small()
    let options = DocumentWriteOptions(encoding: .json)
    for number in numbers {
      for lacking in Self.surroundings {
        let faults = Faults(lacking.merging([call: number]) { _, new in new })
        unlink(path)
        try faults.during {
          _ = try DocumentFile.create(tables, form: .document, options: options, at: path)
          let content = try DocumentFile.read(.path(path))
          var changed = content.tables
          changed.nextKey += 1
          _ = try DocumentFile.save(changed, inPlaceOf: content, at: path)
          let again = try DocumentFile.read(.path(path))
          #expect(TablesContent(again.tables) == TablesContent(changed))
        }
        #expect(try directory.names == ["x.trips"])
      }
    }
  }

  @Test("a file that cannot be replaced in one step is not overwritten", arguments: [EXDEV, EBUSY])
  func mountedFile(number: Int32) throws {
    for lacking in Self.surroundings {
      _ = try directory.write(old, to: "x.trips")
      let faults = Faults(lacking.merging(["renameat": number]) { _, new in new })
      let error = try #require(faults.during { write([1], timeout: .seconds(5)) })
      #expect(error.code == .outputCannotBeReplaced && error.category == .cannotCreate)
      #expect(error.description.contains("write to another name, then copy over it"))
      #expect(try directory.bytes("x.trips") == old)
      #expect(try directory.names == ["x.trips"])
    }
    #expect(
      Faults(["renameat": EXDEV], isOnce: true).during { write([1], timeout: .seconds(5)) } == nil)
    #expect(try directory.bytes("x.trips") == [1])
  }

  @Test("a link that cannot be looked at is not taken for a file", arguments: numbers)
  func unreadableLink(number: Int32) throws {
    guard number != ENOENT else { return }
    _ = try directory.write(old, to: "real")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "real")
    let error = Faults(["lstat": number]).during { write([1]) }
    #expect(error?.code == .outputCannotBeCreated)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "real")
    #expect(try directory.bytes("real") == old)
  }

  @Test("a report whose end could not be put back is not put in place")
  func damagedReport() throws {
    let file = try GrowingFile(path: path)
    try file.append(ending: [2]) { (sink) throws(DocumentError) in try sink([1]) }
    Faults(["ftruncate": EIO]).during {
      #expect(throws: DocumentError.self) {
        try file.append(ending: [3]) { (_) throws(DocumentError) in
          throw DocumentError(.outputFailed)
        }
      }
    }
    #expect(throws: DocumentError.self) { try file.finish() }
    #expect(try directory.names == [])
  }
}
