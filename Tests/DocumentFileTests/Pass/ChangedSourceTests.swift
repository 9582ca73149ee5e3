import DocumentTables
import Foundation
import Testing

@testable import DocumentFile

@Suite("A file that somebody writes into while it is read")
struct ChangedSourceTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A file that was last written long ago.
  private func file(_ form: DocumentForm, _ encoding: DocumentEncoding) throws -> String {
    let bytes = try SampleTables.small().document(form, encoding)
    let path = try directory.write(bytes, to: "x")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path)
    return path
  }

  /// Writes the same bytes into the same file: how much a change is does not matter.
  private func change(_ path: String) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try handle.write(contentsOf: Data(try #require(try handle.read(upToCount: 1))))
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: try #require(try handle.read(upToCount: 1)))
    try handle.close()
  }

  private func options(_ phase: PassProgress.Phase, _ path: String) -> PassOptions {
    var options = StreamedOracle.options(windowBytes: 700)
    options.progress = { if $0.phase == phase { try? change(path) } }
    return options
  }

  @Test("is not printed as a mixture of two states", arguments: RoundTripTests.forms)
  func dump(form: DocumentForm, encoding: DocumentEncoding) throws {
    let path = try file(form, encoding)
    let document = try DocumentPass(.path(path), options: options(.checking, path))
    var printed = 0
    let error = #expect(throws: DocumentError.self) {
      _ = try document.dump(all: true) { (bytes: [UInt8]) in printed += bytes.count }
    }
    #expect(error?.code == .fileChanged && error?.file == path)
    #expect(printed == 0)
  }

  @Test("is not written as a mixture of two states", arguments: RoundTripTests.forms)
  func written(form: DocumentForm, encoding: DocumentEncoding) throws {
    let path = try file(form, encoding)
    let document = try DocumentPass(.path(path), options: options(.writing, path))
    let error = #expect(throws: DocumentError.self) {
      _ = try document.write(
        to: .path(directory.file("y")), form: .flat, options: DocumentWriteOptions(encoding: .json))
    }
    #expect(error?.code == .fileChanged && error?.file == path)
    #expect(try directory.names == ["x"])
  }

  @Test("is not called valid", arguments: RoundTripTests.forms)
  func validated(form: DocumentForm, encoding: DocumentEncoding) throws {
    let path = try file(form, encoding)
    let findings = DocumentFile.validate(.path(path), options: options(.checking, path))
    #expect(findings.map(\.code) == [.fileChanged])
  }

  @Test("does not change by being replaced: what was opened is what it was")
  func replaced() throws {
    let path = try file(.flat, .json)
    let document = try DocumentPass(
      .path(path), options: StreamedOracle.options(windowBytes: 700))
    try Data("another".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    var printed = 0
    _ = try document.dump(all: true) { (bytes: [UInt8]) in printed += bytes.count }
    #expect(printed > 0)
  }
}
