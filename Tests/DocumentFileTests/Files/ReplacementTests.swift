import DocumentTables
import Foundation
import Testing

@testable import DocumentFile

@Suite("Writing files so that the old or the new one stands there whole")
struct ReplacementTests {
  let directory: TemporaryDirectory
  let options = DocumentWriteOptions(encoding: .json)

  init() throws { directory = try TemporaryDirectory() }

  func write(_ tables: Tables, to name: String) throws {
    try DocumentFile.write(
      tables, form: .document, options: options, to: .path(directory.file(name)))
  }

  func refusal(_ name: String) throws -> DocumentError? {
    let tables = try SampleTables.small()
    return #expect(throws: DocumentError.self) { try write(tables, to: name) }
  }

  @Test("a new file is made, and nothing beside it")
  func newFile() throws {
    try write(try SampleTables.small(), to: "new.trips")
    #expect(try directory.names == ["new.trips"])
    let content = try DocumentFile.read(.path(directory.file("new.trips")))
    #expect(TablesContent(content.tables) == TablesContent(try SampleTables.small()))
  }

  // Spec 16.3-1
  @Test("while a file is written nothing is to be seen of it, and after a failure neither")
  func nothingIsLeft() throws {
    _ = try directory.write([1, 2, 3], to: "old.trips")
    let path = directory.file("old.trips")
    guard case .file(let file) = try WriteTarget.path(path).resolve() else {
      Issue.record("a regular file was expected")
      return
    }
    let names = try directory.names
    #expect(throws: DocumentError.self) {
      try FileReplacement(file: file).perform({ (output) throws(DocumentError) in
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        try bytes.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
          try output(UnsafeRawBufferPointer(bytes))
        }
        let namesMeanwhile = try? directory.names
        #expect(namesMeanwhile == names)
        throw DocumentError(.chunkMalformed)
      }) { (_) throws(DocumentError) in }
    }
    #expect(try directory.names == ["old.trips"])
    #expect(try directory.bytes("old.trips") == [1, 2, 3])
  }

  @Test("a symbolic link stays one, and the file it names is replaced")
  func symbolicLink() throws {
    _ = try directory.write([1], to: "real.trips")
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("link.trips"), withDestinationPath: "real.trips")
    try write(try SampleTables.small(), to: "link.trips")
    let target = try FileManager.default.destinationOfSymbolicLink(
      atPath: directory.file("link.trips"))
    #expect(target == "real.trips")
    #expect(try directory.bytes("real.trips").prefix(2) == [0x50, 0x4B])
  }

  @Test("a link to nothing makes the file that it names; a circle of links is refused")
  func danglingLink() throws {
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("link.trips"), withDestinationPath: "real.trips")
    try write(try SampleTables.small(), to: "link.trips")
    #expect(try directory.names == ["link.trips", "real.trips"])
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("circle"), withDestinationPath: "circle")
    #expect(try refusal("circle")?.code == .outputCannotBeCreated)
  }

  @Test("the rights of the replaced file stay", arguments: [0o600, 0o644, 0o755, 0o660])
  func mode(mode: Int) throws {
    _ = try directory.write([1], to: "x.trips")
    try directory.setMode(mode, of: "x.trips")
    try write(try SampleTables.small(), to: "x.trips")
    #expect(try directory.mode("x.trips") == mode)
  }

  @Test(
    "directories, protected files, files with several names and missing directories are refused")
  func refused() throws {
    try FileManager.default.createDirectory(
      atPath: directory.file("folder"), withIntermediateDirectories: false)
    #expect(try refusal("folder")?.code == .outputIsDirectory)
    #expect(try refusal("none/x.trips")?.code == .outputCannotBeCreated)

    _ = try directory.write([1], to: "protected.trips")
    try directory.setMode(0o444, of: "protected.trips")
    #expect(try refusal("protected.trips")?.code == .outputIsWriteProtected)
    #expect(try directory.bytes("protected.trips") == [1])

    _ = try directory.write([1], to: "one.trips")
    try FileManager.default.linkItem(
      atPath: directory.file("one.trips"), toPath: directory.file("two.trips"))
    let error = try refusal("one.trips")
    #expect(error?.code == .outputHasHardLinks)
    #expect(error?.category == .cannotCreate)
  }

  @Test("devices are written straight into, and a full one is an error")
  func devices() throws {
    let tables = try SampleTables.small()
    try DocumentFile.write(tables, form: .flat, options: options, to: .path("/dev/null"))
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
    for form in DocumentForm.allCases {
      let error = #expect(throws: DocumentError.self) {
        try DocumentFile.write(tables, form: form, options: options, to: .path("/dev/full"))
      }
      #expect(error?.code == .outputFailed)
      #expect(error?.category == .inputOutput)
      #expect((error?.underlying as? SystemFailure)?.number == ENOSPC)
    }
  }

  @Test("a pipe is read and written like a file")
  func pipe() throws {
    let path = directory.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let tables = try SampleTables.small()
    let writer = Thread { [options] in
      _ = try? DocumentFile.write(tables, form: .document, options: options, to: .path(path))
    }
    writer.start()
    let content = try DocumentFile.read(.path(path))
    #expect(TablesContent(content.tables) == TablesContent(tables))
  }

  @Test("what cannot be read is said to be so")
  func reading() throws {
    let missing = #expect(throws: DocumentError.self) {
      try DocumentFile.read(.path(directory.file("missing.trips")))
    }
    #expect(missing?.code == .fileNotFound)
    #expect(missing?.category == .cannotRead)
    #expect(missing?.file == directory.file("missing.trips"))
    let folder = #expect(throws: DocumentError.self) {
      try DocumentFile.read(.path(directory.path))
    }
    #expect(folder?.code == .fileIsDirectory)
  }

  @Test("a long name leaves room for a temporary one")
  func longName() throws {
    let name = String(repeating: "é", count: 127)
    try write(try SampleTables.small(), to: name)
    try write(try SampleTables.small(), to: name)
    #expect(try directory.names.count == 1)
  }
}
