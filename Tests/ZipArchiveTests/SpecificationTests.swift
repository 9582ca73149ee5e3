import Foundation
import Testing
import ZipArchive

@Suite("The specification")
struct SpecificationTests {
  // Spec 8-1
  @Test("lists every rule id of the container")
  func listsEveryRule() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../spec/02-container.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    for code in ZipError.Code.allCases
    where ![.compressionFailed, .writerClosed].contains(code) {
      #expect(text.contains("| `\(code.rawValue)` |"))
    }
  }
}
