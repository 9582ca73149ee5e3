import DocumentTables
import Foundation
import Testing

@testable import DocumentFile

@Suite("Copying a file beside itself")
struct CopyTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("x.trips")
  }

  @Test("the copy is the file as it was read", arguments: RoundTripTests.forms)
  func copies(form: DocumentForm, encoding: DocumentEncoding) throws {
    let bytes = try SampleTables.small().document(form, encoding)
    _ = try directory.write(bytes, to: "x.trips")
    let content = try DocumentFile.read(.path(path))
    try DocumentFile.copy(fileAt: path, to: path + "~", of: content.origin)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "~")) == Data(bytes))
  }

  @Test("what another program has made of it meanwhile takes no older copy's place")
  func changed() throws {
    _ = try directory.write(try SampleTables.small().document(.document, .json), to: "x.trips")
    _ = try directory.write([1, 2, 3], to: "x.trips~")
    let content = try DocumentFile.read(.path(path))
    var tables = content.tables
    tables.nextKey += 1
    _ = try DocumentFile.save(tables, inPlaceOf: content, at: path)
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.copy(fileAt: path, to: path + "~", of: content.origin)
    }
    #expect(error?.code == .fileChanged)
    #expect(error?.file == path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "~")) == Data([1, 2, 3]))
    #expect(try directory.names == ["x.trips", "x.trips~"])
  }
}
