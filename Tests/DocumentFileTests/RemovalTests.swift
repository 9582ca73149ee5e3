import DocumentTables
import Foundation
import Testing

@testable import DocumentFile

@Suite("Removing what was read")
struct RemovalTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("x.trips")
  }

  private func made(_ form: DocumentForm, _ encoding: DocumentEncoding) throws -> LoadedDocument {
    _ = try directory.write(try SampleTables.small().document(form, encoding), to: "x.trips")
    return try DocumentFile.read(.path(path))
  }

  @Test("the file goes, and once more is no error", arguments: RoundTripTests.forms)
  func removes(form: DocumentForm, encoding: DocumentEncoding) throws {
    let content = try made(form, encoding)
    try DocumentFile.remove(content, at: path)
    #expect(try directory.names == [])
    try DocumentFile.remove(content, at: path)
  }

  @Test("what was saved last is known, what was read first is not any more")
  func afterSave() throws {
    let content = try made(.document, .json)
    var tables = content.tables
    tables.nextKey += 1
    let saved = try DocumentFile.save(tables, inPlaceOf: content, at: path)
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.remove(content, at: path)
    }
    #expect(error?.code == .fileChanged)
    #expect(error?.file == path)
    #expect(try directory.names == ["x.trips"])
    try DocumentFile.remove(content, after: saved.origin, at: path)
    #expect(try directory.names == [])
  }

  @Test("a link stays, the file it leads to goes")
  func link() throws {
    let content = try made(.document, .json)
    let link = directory.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try DocumentFile.remove(content, at: link)
    #expect(try directory.names == ["link"])
  }

  @Test("a file in another's place, or one that is protected, is not removed")
  func refusals() throws {
    let content = try made(.document, .json)
    try directory.setMode(0o444, of: "x.trips")
    let protected = #expect(throws: DocumentError.self) {
      try DocumentFile.remove(content, at: path)
    }
    #expect(protected?.code == .outputIsWriteProtected)
    try directory.setMode(0o644, of: "x.trips")
    _ = try directory.write([1, 2, 3], to: "x.trips")
    #expect(throws: DocumentError.self) { try DocumentFile.remove(content, at: path) }
    #expect(try directory.names == ["x.trips"])
  }
}
