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

@Suite("What a killed process leaves beside a file")
struct TemporaryNamesTests {
  let directory: TemporaryDirectory
  let path: String
  let hidden = ".x.trips.unfinished-save-"

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.write([1], to: "x.trips")
  }

  /// Ends as a kill does behind the call that fails: nothing can be cleared away.
  private func endKilled(at call: String, lacking: [String: Int32] = [:]) {
    let numbers = lacking.merging([call: EIO, "unlinkat": EIO]) { _, new in new }
    #expect(throws: DocumentError.self) {
      try Faults(numbers).during { try DocumentFile.replace(fileAt: path, with: [2]) }
    }
  }

  @Test(
    "the next save removes what a killed process left",
    arguments: [[:], ["openat O_TMPFILE": EOPNOTSUPP]])
  func removed(lacking: [String: Int32]) throws {
    endKilled(at: "renameat", lacking: lacking)
    #expect(try directory.names == [hidden + "1", "x.trips"])
    try DocumentFile.replace(fileAt: path, with: [3])
    #expect(try directory.names == ["x.trips"])
    #expect(try directory.bytes("x.trips") == [3])
  }

  @Test(
    "a save that fails removes what a killed process left, and so does one during which locks were taken"
  )
  func removedByOthers() throws {
    for number in 1...4 { _ = try directory.write([9], to: hidden + String(number)) }
    #expect(throws: DocumentError.self) {
      try Faults(["renameat": EIO]).during { try DocumentFile.replace(fileAt: path, with: [2]) }
    }
    #expect(try directory.names == ["x.trips"])
  }

  @Test("what another process is at work on stays, whichever way a save takes")
  func livingWriter() throws {
    _ = try directory.write([9], to: hidden + "1")
    let living = try OpenDescriptor.open(directory.file(hidden + "1"), O_RDWR)
    #expect(flock(living.number, LOCK_EX | LOCK_NB) == 0)
    for lacking in FaultTests.surroundings {
      try Faults(lacking).during { try DocumentFile.replace(fileAt: path, with: [2]) }
      #expect(try directory.names == [hidden + "1", "x.trips"])
    }
    #expect(try directory.bytes(hidden + "1") == [9])
  }

  @Test("a file that another save is writing is not taken away from it")
  func ownWriter() throws {
    try Faults(["openat O_TMPFILE": EOPNOTSUPP]).during {
      let first = FileReplacement(file: try WriteTarget.path(path).resolveFile())
      let error = #expect(throws: DocumentError.self) {
        try first.perform({ (_) throws(DocumentError) in
          try DocumentFile.replace(fileAt: path, with: [2])
          #expect((try? directory.names) == [hidden + "1", "x.trips"])
        }) { (_) throws(DocumentError) in }
      }
      #expect(error?.code == .fileChanged)
    }
    #expect(try directory.names == ["x.trips"])
    #expect(try directory.bytes("x.trips") == [2])
  }

  @Test(
    "where locks are missing, or tell nothing, it stays", arguments: [ENOSYS, EIO, EWOULDBLOCK])
  func noProof(number: Int32) throws {
    for number in 1...4 { _ = try directory.write([9], to: hidden + String(number)) }
    for _ in 1...6 {
      try Faults(["flock": number]).during { try DocumentFile.replace(fileAt: path, with: [2]) }
    }
    #expect(try directory.names.count == 5)
    #expect(try directory.bytes("x.trips") == [2])
  }

  @Test("links, folders and other names are left alone")
  func others() throws {
    _ = try directory.write([9], to: "other")
    let beside = [
      ".x.trips.unfinished-save-5", ".y.trips.unfinished-save-1", ".x.trips", "x.trips~",
    ]
    for name in beside { _ = try directory.write([9], to: name) }
    try FileManager.default.createSymbolicLink(
      atPath: directory.file(hidden + "1"), withDestinationPath: "other")
    #expect(mkdir(directory.file(hidden + "2"), 0o700) == 0)
    #expect(mkfifo(directory.file(hidden + "3"), 0o600) == 0)
    let before = try directory.names
    try DocumentFile.replace(fileAt: path, with: [2])
    #expect(try directory.names == before)
  }

  @Test("a new file that was left with both its names is not taken for one with hard links")
  func twoNames() throws {
    unlink(path)
    let lacking: [String: Int32] = ["openat O_TMPFILE": EOPNOTSUPP, "renameat2": EINVAL]
    let numbers = lacking.merging(["unlinkat": EIO]) { _, new in new }
    try Faults(numbers).during { try DocumentFile.replace(fileAt: path, with: [2]) }
    #expect(try directory.names == [hidden + "1", "x.trips"])
    try DocumentFile.replace(fileAt: path, with: [3])
    #expect(try directory.names == ["x.trips"])
  }

  @Test("a name as long as can be leaves room for it", arguments: ["n", "é", "日"])
  func longNames(letter: String) throws {
    var name = String(repeating: letter, count: 255 / letter.utf8.count)
    while name.utf8.count < 255 { name += "x" }
    let path = directory.file(name)
    for lacking in FaultTests.surroundings {
      for byte in 1...2 as ClosedRange<UInt8> {
        try Faults(lacking).during { try DocumentFile.replace(fileAt: path, with: [byte]) }
        #expect(try directory.bytes(name) == [byte])
      }
      unlink(path)
      #expect(try directory.names == ["x.trips"])
    }
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.copy(fileAt: self.path, to: path + "~")
    }
    #expect(error?.code == .outputCannotBeCreated)
    #expect(error?.description.contains("its name has 256 bytes") == true)
  }
}
