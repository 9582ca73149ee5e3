import Foundation
import Testing

/// The article contains the marked lines of this folder's files, which the other tests run.
///
/// A recipe's code is between `// recipe: TITLE` and `// end`; a title may have several such parts.
@Suite("The article of recipes")
struct ArticleTests {
  private static let isBlessing = ProcessInfo.processInfo.environment["TRIPDOCUMENTS_BLESS"] == "1"
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let article = folder.appending(
    path: "../../Sources/DocumentData/DocumentData.docc/Recipes.md"
  ).standardizedFileURL

  /// The code of each recipe by its title.
  private func recipes() throws -> [String: String] {
    var recipes: [String: [String]] = [:]
    for file in try FileManager.default.contentsOfDirectory(
      at: Self.folder, includingPropertiesForKeys: nil
    ).sorted(by: { $0.path < $1.path }) where file.lastPathComponent != "ArticleTests.swift" {
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      var title: String?
      var indent = 0
      for line in lines {
        let text = line.drop { $0 == " " }
        if text.hasPrefix("// recipe: ") {
          let begun = String(text.dropFirst("// recipe: ".count))
          if recipes[begun] != nil { recipes[begun]?.append("") }
          title = begun
          indent = line.count - text.count
        } else if text == "// end" {
          title = nil
        } else if let title {
          recipes[title, default: []].append(String(line.dropFirst(indent)))
        }
      }
    }
    return recipes.mapValues { $0.joined(separator: "\n") }
  }

  @Test("shows the code that the tests run")
  func code() throws {
    var recipes = try recipes()
    let article = try String(contentsOf: Self.article, encoding: .utf8)
    var expected: [String] = []
    var title = ""
    var isCode = false
    for line in article.components(separatedBy: "\n") {
      if line.hasPrefix("## ") || line.hasPrefix("### ") {
        title = String(line.drop { $0 == "#" }.dropFirst())
      }
      if isCode, line == "```" { isCode = false }
      if !isCode { expected.append(line) }
      if line == "```swift" {
        isCode = true
        let code = recipes.removeValue(forKey: title)
        expected.append(try #require(code, "no test for \(title)"))
      }
    }
    #expect(recipes.keys.sorted() == [], "recipes that the article lacks")
    let text = expected.joined(separator: "\n")
    if Self.isBlessing { try text.write(to: Self.article, atomically: true, encoding: .utf8) }
    #expect(text == article)
  }
}
