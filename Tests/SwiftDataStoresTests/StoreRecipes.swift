import DocumentData
import Foundation
import SwiftDataStores
import Testing

/// The code of the module's article, which ``StoreArticleTests`` compares with it.
@Suite struct StoreRecipes {
  private func store() throws -> (StoreFolder, URL) {
    let folder = try ModelImportTests().store()
    return (folder, URL(fileURLWithPath: folder.path))
  }

  @Test func `An app's store is read in a test`() throws {
    let (folder, url) = try store()
    _ = folder
    // recipe: Read an app's store in a test on Linux
    let container = try ModelContainer(
      importing: url, for: LibraryV2.Shelf.self, migrationPlan: LibraryPlan.self)
    let context = ModelContext(container)
    let volumes = try context.fetch(FetchDescriptor<LibraryV2.Volume>())
    #expect(volumes.allSatisfy { !$0.heading.isEmpty })
    // end
    #expect(volumes.count == 3)
  }

  @Test func `A support case is read on a server`() async throws {
    let (folder, url) = try store()
    try folder.change("UPDATE ZVOLUME SET ZSHELF = 99 WHERE Z_PK = 2")
    var lines: [String] = []
    func log(_ line: String) { lines.append(line) }
    // recipe: Look into a support case on a server
    let document = try await ModelDocument(
      importing: url, for: LibraryV2.Shelf.self, migrationPlan: LibraryPlan.self, limits: .upload)
    for finding in document.modelContainer.storeReport?.findings ?? [] {
      log("\(finding)")  // ZVOLUME.ZSHELF, 1 row (Z_PK 2): the row that it refers to is not there
    }
    let homeless = #Predicate<LibraryV2.Volume> { $0.shelf == nil }
    let titles = try document.withContext { context in
      try context.fetch(FetchDescriptor(predicate: homeless)).map(\.heading)
    }
    // end
    #expect(
      lines == ["ZVOLUME.ZSHELF, 1 row (Z_PK 2): the row that it refers to is not there"])
    #expect(Set(titles) == ["Odes", "Psalms"])
  }

  @Test func `A migration is rehearsed on real data`() throws {
    let (folder, url) = try store()
    _ = folder
    // recipe: Rehearse a migration before the release
    let container = try ModelContainer(
      importing: url, for: Schema(versionedSchema: LibraryV2.self),
      migrationPlan: LibraryPlan.self)
    let report = try #require(container.storeMigrationReport)
    for stage in report.stages {
      print("\(stage.fromVersion) → \(stage.toVersion)", stage.steps)
    }
    #expect(container.storeReport?.findings.isEmpty == true)
    // end
    #expect(report.stages.map(\.toVersion) == [Schema.Version(2, 0, 0)])
  }
}

/// The article contains the marked lines above.
@Suite struct StoreArticleTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test func `The article shows the code that the tests run`() throws {
    let source = try String(
      contentsOf: Self.folder.appending(path: "StoreRecipes.swift"), encoding: .utf8)
    let article = try String(
      contentsOf: Self.folder.appending(
        path: "../../Sources/SwiftDataStores/SwiftDataStores.docc/SwiftDataStores.md"
      ).standardizedFileURL, encoding: .utf8)
    var recipes = 0
    var recipe: (title: String, indent: Int, lines: [String])?
    for line in source.components(separatedBy: "\n") {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("// recipe: ") {
        recipe = (String(text.dropFirst(11)), line.count - text.count, [])
      } else if text == "// end", let found = recipe {
        recipes += 1
        let code = "### \(found.title)\n"
        let place = try #require(article.range(of: code), "\(found.title)")
        let block = "```swift\n\(found.lines.joined(separator: "\n"))\n```"
        let rest = article[place.upperBound...]
        let first = try #require(rest.range(of: "```swift"), "\(found.title)")
        #expect(rest[first.lowerBound...].hasPrefix(block), "\(found.title)")
        recipe = nil
      } else if let indent = recipe?.indent {
        recipe?.lines.append(String(line.dropFirst(indent)))
      }
    }
    #expect(recipes == 3)
  }
}
