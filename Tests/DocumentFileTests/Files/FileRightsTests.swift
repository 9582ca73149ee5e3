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

@Suite("Rights and attributes of a file that is replaced")
struct FileRightsTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.write([1], to: "x.trips")
  }

  private static let accessName = AttributeName(AccessControlList.attribute)
  private static let defaultName = AttributeName("system.posix_acl_default")

  /// User 1000 may write, the file's group may not even read.
  static let list = AccessControlList([
    .init(tag: .owner, rights: 6), .init(tag: .user, rights: 6, id: 1000),
    .init(tag: .owningGroup, rights: 0), .init(tag: .mask, rights: 6),
    .init(tag: .other, rights: 0),
  ])

  /// Whether the file system that tests write to has what they are about.
  static let hasLists = hasAttribute(accessName.text, list.bytes)
  static let hasAttributes = hasAttribute("user.note", [1])

  private static func hasAttribute(_ name: String, _ value: [UInt8]) -> Bool {
    guard let directory = try? TemporaryDirectory(),
      let path = try? directory.write([], to: "probe"),
      let file = try? OpenDescriptor.open(path, O_RDONLY)
    else { return false }
    return (try? file.setAttribute(AttributeName(name), to: value)) != nil
  }

  private func file(_ name: String = "x.trips") throws -> OpenDescriptor {
    try OpenDescriptor.open(directory.file(name), O_RDONLY)
  }

  private func attributes(_ name: String = "x.trips") throws -> [String: [UInt8]] {
    let file = try file(name)
    var result: [String: [UInt8]] = [:]
    for name in try file.attributeNames() { result[name.text] = try file.attribute(name) }
    return result
  }

  @Test("lists and attributes stay, in each way to save", .enabled(if: hasLists && hasAttributes))
  func kept() throws {
    let file = try file()
    try file.setAttribute(Self.accessName, to: Self.list.bytes)
    try file.setAttribute(AttributeName("user.note"), to: Array("from Lisbon".utf8))
    try file.setAttribute(AttributeName("user.empty"), to: [])
    try file.setAttribute(AttributeName("user.large"), to: .init(repeating: 7, count: 3000))
    // Only the superuser has such.
    _ = try? file.setAttribute(AttributeName("trusted.note"), to: [1])
    let before = try attributes()
    #expect(before.count >= 4)
    for lacking in FaultTests.surroundings {
      let unkept = try Faults(lacking).during { try DocumentFile.replace(fileAt: path, with: [2]) }
      #expect(unkept.isEmpty)
      #expect(try attributes() == before)
      #expect(try directory.mode("x.trips") == 0o660)
    }
    let copied = try DocumentFile.copy(fileAt: path, to: path + "~")
    #expect(copied.isEmpty)
    #expect(try attributes("x.trips~") == before)
    #expect(try directory.mode("x.trips~") == 0o660)
  }

  @Test("a document that is saved in place keeps them", .enabled(if: hasLists))
  func saved() throws {
    _ = try directory.write(try SampleTables.small().document(.document, .json), to: "x.trips")
    try file().setAttribute(Self.accessName, to: Self.list.bytes)
    let content = try DocumentFile.read(.path(path))
    let saved = try DocumentFile.save(content.tables, inPlaceOf: content, at: path)
    #expect(saved.unkept.isEmpty)
    #expect(try attributes()[Self.accessName.text] == Self.list.bytes)
  }

  @Test("a list that cannot be kept widens nothing, and is named", .enabled(if: hasLists))
  func narrowed() throws {
    for number in [EPERM, EOPNOTSUPP, ENOSYS, EINVAL, ENOSPC, EIO] {
      try file().setAttribute(Self.accessName, to: Self.list.bytes)
      let unkept = try Faults(["fsetxattr": number]).during {
        try DocumentFile.replace(fileAt: path, with: [2])
      }
      #expect(unkept.description.contains("access control list"))
      // With the mode alone the group would have what user 1000 had.
      #expect(try directory.mode("x.trips") == 0o600)
      #expect(try attributes()[Self.accessName.text] == nil)
    }
  }

  @Test("other attributes that cannot be kept are named", .enabled(if: hasAttributes))
  func namedAttributes() throws {
    try directory.setMode(0o644, of: "x.trips")
    try file().setAttribute(AttributeName("user.note"), to: [1])
    try file().setAttribute(AttributeName("user.\u{1B}é"), to: [1])
    let unkept = try Faults(["fsetxattr": EOPNOTSUPP]).during {
      try DocumentFile.replace(fileAt: path, with: [2])
    }
    #expect(Set(unkept.names) == ["user.note", "user.\u{1B}é"])
    #expect(try directory.mode("x.trips") == 0o644)
    let unseen = try Faults(["flistxattr": E2BIG]).during {
      try DocumentFile.replace(fileAt: path, with: [3])
    }
    #expect(unseen.names == ["extended attributes"])
  }

  @Test(
    "rights that cannot be read are no reason to give any",
    arguments: ["flistxattr", "fgetxattr", "fstat"])
  func unreadable(call: String) throws {
    let error = #expect(throws: DocumentError.self) {
      try Faults([call: EIO]).during { try DocumentFile.replace(fileAt: path, with: [2]) }
    }
    #expect(error?.description.contains(call) == true)
    #expect(try directory.bytes("x.trips") == [1])
    #expect(try directory.names == ["x.trips"])
  }

  @Test("what the folder gives to new files is not added to old ones", .enabled(if: hasLists))
  func inherited() throws {
    try directory.setMode(0o640, of: "x.trips")
    let folder = try OpenDescriptor.open(directory.path, O_RDONLY | O_DIRECTORY)
    try folder.setAttribute(Self.defaultName, to: Self.list.bytes)
    try DocumentFile.replace(fileAt: path, with: [2])
    #expect(try directory.mode("x.trips") == 0o640)
    #expect(try attributes()[Self.accessName.text] == nil)

    let unkept = try Faults(["fremovexattr": EPERM]).during {
      try DocumentFile.replace(fileAt: path, with: [3])
    }
    #expect(unkept.names == ["permissions"])
    #expect(try directory.mode("x.trips") == 0o600)

    // A new file gets what the system gives to all.
    for lacking in FaultTests.surroundings {
      unlink(directory.file("new"))
      try Faults(lacking).during {
        _ = try DocumentFile.replace(fileAt: directory.file("new"), with: [2])
      }
      let given = try #require(try attributes("new")[Self.accessName.text])
      #expect(AccessControlList(bytes: given)?.entries.contains { $0.id == 1000 } == true)
    }
  }

  @Test("what was changed while the file was written holds, or the save is refused")
  func changedMeanwhile() throws {
    try directory.setMode(0o644, of: "x.trips")
    let first = FileReplacement(file: try WriteTarget.path(path).resolveFile())
    _ = try first.perform({ (_) throws(DocumentError) in #expect(chmod(path, 0o600) == 0) }) {
      (_) throws(DocumentError) in
    }
    #expect(try directory.mode("x.trips") == 0o600)

    try directory.setMode(0o644, of: "x.trips")
    let second = FileReplacement(file: try WriteTarget.path(path).resolveFile())
    let error = #expect(throws: DocumentError.self) {
      try second.perform({ (_) throws(DocumentError) in }) { (_) throws(DocumentError) in
        #expect(chmod(path, 0o600) == 0)
      }
    }
    #expect(error?.code == .fileChanged)
    #expect(try directory.names == ["x.trips"])
  }

  @Test("a file that has a name while it is written is its owner's alone until it has its rights")
  func privateMeanwhile() throws {
    try directory.setMode(0o640, of: "x.trips")
    try Faults(["openat O_TMPFILE": EOPNOTSUPP]).during {
      let replacement = FileReplacement(file: try WriteTarget.path(path).resolveFile())
      _ = try replacement.perform({ (_) throws(DocumentError) in
        #expect((try? directory.mode(".x.trips.unfinished-save-1")) == 0o600)
      }) { (_) throws(DocumentError) in }
    }
    #expect(try directory.mode("x.trips") == 0o640)
  }

  @Test(
    "without its owner and group a file gives others no more than those had",
    .enabled(if: geteuid() == 0),
    arguments: [(0o664, 0o604), (0o604, 0o600), (0o646, 0o604), (0o6775, 0o705), (0o1666, 0o606)])
  func withoutOwner(mode: Int, narrowed: Int) throws {
    try #require(chown(path, 12_345, 12_345) == 0)
    try directory.setMode(mode, of: "x.trips")
    #expect(try DocumentFile.replace(fileAt: path, with: [2]).isEmpty)
    #expect(try directory.mode("x.trips") == mode)
    let unkept = try Faults(["fchown": EPERM]).during {
      try DocumentFile.replace(fileAt: path, with: [3])
    }
    #expect(unkept.names == ["the owner", "the group"])
    #expect(try directory.mode("x.trips") == narrowed)
  }

  @Test("a mode that cannot be set is an error where the file would give more")
  func widerMode() throws {
    try directory.setMode(0o200, of: "x.trips")
    let error = #expect(throws: DocumentError.self) {
      try Faults(["fchmod": EPERM]).during { try DocumentFile.replace(fileAt: path, with: [2]) }
    }
    #expect(error?.description.contains("fchmod") == true)
    try directory.setMode(0o600, of: "x.trips")
    #expect(try directory.bytes("x.trips") == [1])
  }
}

@Suite("Copies in the place of symbolic links")
struct LinkedCopyTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.write([1], to: "x.trips")
  }

  @Test(
    "the link is replaced, never what it leads to", arguments: ["precious", "missing", "x.trips"])
  func link(target: String) throws {
    _ = try directory.write([9], to: "precious")
    let copy = path + "~"
    try FileManager.default.createSymbolicLink(atPath: copy, withDestinationPath: target)
    try DocumentFile.copy(fileAt: path, to: copy)
    #expect(try directory.bytes("precious") == [9])
    #expect(try directory.bytes("x.trips~") == [1])
    #expect(try directory.names == ["precious", "x.trips", "x.trips~"])
    #expect(throws: (any Error).self) {
      try FileManager.default.destinationOfSymbolicLink(atPath: copy)
    }
  }

  @Test("folders, pipes and links to folders are refused", arguments: ["folder", "pipe", "link"])
  func refused(kind: String) throws {
    let copy = path + "~"
    switch kind {
    case "folder": #expect(mkdir(copy, 0o700) == 0)
    case "pipe": #expect(mkfifo(copy, 0o600) == 0)
    default: #expect(symlink(".", copy) == 0)
    }
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.copy(fileAt: path, to: copy)
    }
    #expect(error?.category == .cannotCreate)
    #expect(error?.file == copy)
  }
}
