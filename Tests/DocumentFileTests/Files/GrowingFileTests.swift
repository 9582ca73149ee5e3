import Foundation
import Testing

@testable import DocumentFile

@Suite("Files that grow while others are written")
struct GrowingFileTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("report")
  }

  private func append(_ texts: String..., ending: String, to file: GrowingFile) throws {
    try file.append(ending: Array(ending.utf8)) { (sink) throws(DocumentError) in
      for text in texts { try sink(Array(text.utf8)) }
    }
  }

  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test("each piece takes the place of the ending before, and nothing is to be seen until the end")
  func grows() throws {
    let file = try GrowingFile(path: path)
    try append("[", ending: "]", to: file)
    try append("1", ",2", ending: "\n]", to: file)
    try append(",3", ending: "]", to: file)
    #expect(try directory.names == [])
    try file.finish()
    #expect(try text() == "[1,2,3]")
    #expect(try directory.names == ["report"])
  }

  @Test("a piece that fails leaves what was there, and its ending")
  func failing() throws {
    let file = try GrowingFile(path: path)
    try append("[1", ending: "]", to: file)
    #expect(throws: DocumentError.self) {
      try file.append(ending: [0x21]) { (sink) throws(DocumentError) in
        // More than is kept back, so that some of it is in the file.
        for _ in 0..<40 { try sink([UInt8](repeating: 0x2C, count: 20_000)) }
        throw DocumentError(.outputFailed)
      }
    }
    try append(",2", ending: "]", to: file)
    try file.finish()
    #expect(try text() == "[1,2]")
  }

  @Test("one that is given up leaves nothing, and the file before as it was")
  func givenUp() throws {
    _ = try directory.write([1], to: "report")
    do {
      let file = try GrowingFile(path: path)
      try append("a", ending: "", to: file)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1]))
    #expect(try directory.names == ["report"])
  }

  @Test("where it cannot be written that is said before anything is done")
  func refused() throws {
    #expect(throws: DocumentError.self) {
      try GrowingFile(path: directory.file("nowhere/report"))
    }
  }
}
