import DocumentTables
import Foundation
import Synchronization
import Testing

@testable import DocumentFile

@Suite("Saving in the place of what was read")
struct SavingTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("x.trips")
  }

  func made(_ form: DocumentForm, _ encoding: DocumentEncoding) throws -> LoadedDocument {
    _ = try directory.write(try SampleTables.small().document(form, encoding), to: "x.trips")
    return try DocumentFile.read(.path(path))
  }

  // Spec 3.7-2
  @Test("form, encoding and type stay, the revision counts on", arguments: RoundTripTests.forms)
  func saves(form: DocumentForm, encoding: DocumentEncoding) throws {
    let content = try made(form, encoding)
    #expect(content.volatile?.revision == (form == .document ? 1 : nil))
    var tables = content.tables
    tables.nextKey += 1
    let saved = try DocumentFile.save(tables, inPlaceOf: content, at: path)
    #expect(saved.durabilityProblem == nil)
    tables.nextKey += 1
    _ = try DocumentFile.save(tables, inPlaceOf: content, after: saved.origin, at: path)

    let again = try DocumentFile.read(.path(path))
    #expect(TablesContent(again.tables) == TablesContent(tables))
    #expect(again.form == form)
    #expect(again.encoding == encoding)
    #expect(again.type == .generic)
    #expect(try directory.names == ["x.trips"])
    guard form == .document else { return }
    #expect(again.volatile?.revision == 3)
    #expect(again.volatile?.parent == saved.origin.manifestDigest)
    #expect(saved.origin.manifestDigest != content.origin?.manifestDigest)
  }

  @Test("a cancelled save leaves the old file, at every step", arguments: RoundTripTests.forms)
  func cancelled(form: DocumentForm, encoding: DocumentEncoding) throws {
    let content = try made(form, encoding)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    var tables = content.tables
    tables.nextKey += 1
    let asked = Mutex(0)
    var steps = 0
    while true {
      asked.withLock { $0 = 0 }
      do {
        let last = steps
        _ = try DocumentFile.save(tables, inPlaceOf: content, at: path) {
          asked.withLock { count in
            defer { count += 1 }
            return count == last
          }
        }
        break
      } catch {
        #expect(error.code == .outputFailed)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(try directory.names == ["x.trips"])
      }
      steps += 1
    }
    #expect(steps > 1)
    #expect(try TablesContent(DocumentFile.read(.path(path)).tables) == TablesContent(tables))
  }

  @Test(
    "a file that somebody else changed meanwhile is not overwritten",
    arguments: RoundTripTests.forms)
  func conflict(form: DocumentForm, encoding: DocumentEncoding) throws {
    let content = try made(form, encoding)
    var other = content.tables
    other.nextKey = 99
    let theirs = try other.document(form, encoding)
    _ = try directory.write(theirs, to: "x.trips")
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.save(content.tables, inPlaceOf: content, at: path)
    }
    #expect(error?.code == .fileChanged)
    #expect(error?.category == .lockedOrChanged)
    #expect(try directory.bytes("x.trips") == theirs)
  }

  @Test("a file that is gone, or is no document any more, was changed too")
  func gone() throws {
    let content = try made(.document, .json)
    _ = try directory.write([1, 2, 3], to: "x.trips")
    #expect(throws: DocumentError.self) {
      try DocumentFile.save(content.tables, inPlaceOf: content, at: path)
    }
    try FileManager.default.removeItem(atPath: path)
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.save(content.tables, inPlaceOf: content, at: path)
    }
    #expect(error?.code == .fileChanged)
    #expect(try directory.names == [])
  }

  @Test("while another holds the lock, saving waits no longer than it may")
  func locked() throws {
    let content = try made(.document, .xml)
    let before = try directory.bytes("x.trips")
    let lock = try #require(try FileLock(path: path))
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.save(
        content.tables, inPlaceOf: content, at: path, lockTimeout: .milliseconds(60))
    }
    #expect(error?.code == .fileLocked)
    #expect(error?.category == .lockedOrChanged)
    #expect(try directory.bytes("x.trips") == before)
    withExtendedLifetime(lock) {}
  }

  @Test("a lock on a file that was replaced meanwhile is not taken for one on the new file")
  func replacedWhileWaiting() throws {
    _ = try made(.document, .json)
    let first = try #require(try FileLock(path: path))
    // What a save does while it holds the lock.
    _ = try directory.write([1], to: "other")
    #expect(rename(directory.file("other"), path) == 0)
    let second = try #require(try FileLock(path: path, timeout: .milliseconds(60)))
    let old = try fileStatus(of: first.descriptor.number)
    let new = try fileStatus(of: second.descriptor.number)
    #expect(!old.isSameFile(as: new))
    withExtendedLifetime((first, second)) {}
  }

  @Test("of two that save what both have read, the second is told")
  func lostUpdate() throws {
    let first = try made(.document, .json)
    let second = try DocumentFile.read(.path(path))
    _ = try DocumentFile.save(first.tables, inPlaceOf: first, at: path)
    let error = #expect(throws: DocumentError.self) {
      try DocumentFile.save(second.tables, inPlaceOf: second, at: path)
    }
    #expect(error?.code == .fileChanged)
  }
}
