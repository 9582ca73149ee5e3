import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import Testing

@Suite("The folder of a store's file")
struct StoreFolderTests {
  typealias Person = Offices.Person

  private func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Person.self, configurations: ModelConfiguration(url: url))
  }

  @Test(
    "is made by the first save with those above it", arguments: ["a", "a/b/c", "a/../b", "a/./b"])
  func missing(path: String) throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.url.path + "/" + path + "/people.store")
    let context = ModelContext(try container(url))
    #expect(folder.names == [])
    context.insert(Person(name: "Ada", age: 1))
    #expect(folder.names == [])
    try context.save()
    #expect(try ModelContext(try container(url)).only(Person.self).name == "Ada")
    #expect(try DocumentFile.read(.path(url.path)).tables.rowCount == 1)
    let made = url.deletingLastPathComponent().path
    let attributes = try FileManager.default.attributesOfItem(atPath: made)
    let usual = try FileManager.default.attributesOfItem(atPath: folder.url.path)
    #expect(attributes[.posixPermissions] as? Int == usual[.posixPermissions] as? Int)
  }

  @Test("is made where a link leads into it")
  func throughLink() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link").path, withDestinationPath: "a/b/people.store")
    let context = ModelContext(try container(folder.file("link")))
    context.insert(Person(name: "Ada", age: 1))
    try context.save()
    #expect(
      FileManager.default.fileExists(atPath: folder.file("a/b/people.store").path))
  }

  @Test("is named where it cannot be made", arguments: ["x/people.store", "x/y/people.store"])
  func named(path: String) throws {
    let folder = try TemporaryFolder()
    try Data("a file".utf8).write(to: folder.file("x"))
    let context = ModelContext(
      try container(URL(fileURLWithPath: folder.url.path + "/" + path)))
    context.insert(Person(name: "Ada", age: 1))
    let error = #expect(throws: SwiftDataError.saveFailure) { try context.save() }
    #expect(error?.description.contains(folder.file("x").path) == true)
    #expect(context.hasChanges)
    try FileManager.default.removeItem(at: folder.file("x"))
    try context.save()
    #expect(folder.names == ["x"])
  }

  @Test("is not made for a container that may not save")
  func readOnly() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("a/people.store")
    let container = try ModelContainer(
      for: Person.self, configurations: ModelConfiguration(url: url, allowsSave: false))
    try ModelContext(container).save()
    #expect(folder.names == [])
  }
}
