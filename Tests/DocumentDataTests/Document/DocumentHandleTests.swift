import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import DocumentData

@Suite("Documents that are opened in part")
struct DocumentHandleTests {
  @Model final class Shelf {
    @Attribute(.unique) var label: String
    @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []
    var room: Room?
    init(label: String) { self.label = label }
  }

  @Model final class Volume {
    #Unique<Volume>([\.title, \.number])
    var title: String
    var number: Int
    var shelf: Shelf?
    init(title: String, number: Int) {
      self.title = title
      self.number = number
    }
  }

  @Model final class Room {
    var name: String
    @Relationship(inverse: \Shelf.room) var shelves: [Shelf] = []
    init(name: String) { self.name = name }
  }

  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "closed-\(UUID())", directoryHint: .isDirectory)

  /// Two rooms with shelves of three volumes each.
  private func library() throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appending(path: "library.data")
    let context = ModelContext(
      try ModelContainer(for: Room.self, configurations: ModelConfiguration(url: url)))
    for room in 0..<2 {
      let owner = Room(name: "Room \(room)")
      context.insert(owner)
      for shelf in 0..<5 {
        let shelf = Shelf(label: "Café \(room)-\(shelf)")
        shelf.room = owner
        context.insert(shelf)
        for number in 1...3 {
          let volume = Volume(title: "Rihla \(shelf.label)", number: number)
          volume.shelf = shelf
          context.insert(volume)
        }
      }
    }
    try context.save()
    return url
  }

  @Test("says what there is without reading it")
  func counts() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try await DocumentHandle(contentsOf: try library(), for: Room.self)
    #expect(document.objectCounts == ["Room": 2, "Shelf": 10, "Volume": 30])
    #expect(document.format == .json)
  }

  @Test("gives an object by its unique key with what it owns, and names what leads out")
  func uniqueKey() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try await DocumentHandle(contentsOf: try library(), for: Room.self)
    let subset = try await document.objects(where: \Shelf.label, equals: "Cafe\u{301} 1-3")
    let context = ModelContext(subset.modelContainer)
    let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
    #expect(subset.identifiers == [shelf.persistentModelID])
    #expect(shelf.label == "Café 1-3")
    #expect(Set(shelf.volumes.map(\.number)) == [1, 2, 3])
    #expect(shelf.room == nil)
    #expect(try context.fetchCount(FetchDescriptor<Volume>()) == 3)
    let leaving = try #require(subset.outgoingReferences.first)
    #expect(subset.outgoingReferences.count == 1)
    #expect(leaving.object == shelf.persistentModelID && leaving.property == "room")
    let room = try await document.object(leaving.target)
    let other = ModelContext(room.modelContainer)
    #expect(try other.fetch(FetchDescriptor<Room>()).map(\.name) == ["Room 1"])
    #expect(room.unreadRelationships.map(\.property) == ["shelves"])
  }

  @Test("finds by several values, and nothing by values that no object has")
  func severalValues() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try await DocumentHandle(contentsOf: try library(), for: Room.self)
    let found = try await document.objects(
      where: (\Volume.number, 2), (\Volume.title, "Rihla Café 0-1"))
    #expect(found.identifiers.count == 1)
    #expect(
      try await document.objects(where: (\Volume.number, 9), (\Volume.title, "Rihla Café 0-1"))
        .identifiers == [])
    await #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try await document.objects(where: (\Volume.title.description, "x"))
    }
  }

  @Test("gives one model's objects, which cannot be saved")
  func oneModel() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try await DocumentHandle(contentsOf: try library(), for: Room.self)
    let subset = try await document.objects(of: Volume.self)
    let context = ModelContext(subset.modelContainer)
    let volumes = try context.fetch(FetchDescriptor<Volume>())
    #expect(volumes.count == 30)
    #expect(volumes.allSatisfy { $0.shelf == nil })
    #expect(subset.outgoingReferences.count == 30)
    try #require(volumes.first).number = 100
    #expect(throws: SwiftDataError.readOnlyStore) { try context.save() }
  }

  @Test("an identifier of another document finds nothing")
  func foreignIdentifier() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try await DocumentHandle(contentsOf: try library(), for: Room.self)
    let foreign = PersistentIdentifier(entityName: "Room", storeIdentifier: "elsewhere", key: 1)
    #expect(try await document.object(foreign).identifiers == [])
  }
}
