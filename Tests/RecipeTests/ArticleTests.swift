import Foundation
import Testing

/// The articles contain the marked lines of this folder's files, which the other tests run.
///
/// A recipe's code is between `// recipe: TITLE` and `// end`; a title may have several such parts.
@Suite("The articles of recipes")
struct ArticleTests {
  private static let isBlessing = ProcessInfo.processInfo.environment["TRIPDOCUMENTS_BLESS"] == "1"
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let articles = ["Recipes", "FrozenVersions", "TestingMigrations"].map {
    folder.appending(path: "../../Sources/DocumentData/DocumentData.docc/\($0).md")
      .standardizedFileURL
  }

  /// The code of each recipe by its title.
  private func recipes() throws -> [String: String] {
    var recipes: [String: [String]] = [:]
    for file in try FileManager.default.contentsOfDirectory(
      at: Self.folder, includingPropertiesForKeys: nil
    ).sorted(by: { $0.path < $1.path })
    where file.pathExtension == "swift" && file.lastPathComponent != "ArticleTests.swift" {
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

  @Test("show the code that the tests run")
  func code() throws {
    var recipes = try recipes()
    for article in Self.articles { try check(article, &recipes) }
    #expect(recipes.keys.sorted() == [], "recipes that the articles lack")
  }

  /// Compares the code of an article with its recipes, which it takes out.
  private func check(_ url: URL, _ recipes: inout [String: String]) throws {
    let article = try String(contentsOf: url, encoding: .utf8)
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
    let text = expected.joined(separator: "\n")
    if Self.isBlessing { try text.write(to: url, atomically: true, encoding: .utf8) }
    #expect(text == article)
  }
}
