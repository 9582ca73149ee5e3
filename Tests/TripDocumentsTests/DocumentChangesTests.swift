import Foundation
import Testing
import TripDocuments

@Suite("Changes between documents")
struct DocumentChangesTests {
  private let start = OldTrips.calendarDay(0)

  private func words(_ properties: [DocumentChanges.Property]) -> [String] {
    properties.map { property in
      func text(_ value: DocumentChanges.Value?) -> String {
        if case .text(let text)? = value { text } else { "–" }
      }
      return "\(property.name): \(text(property.oldValue)) → \(text(property.newValue))"
    }
  }

  private func trip(_ name: String, to destination: String) -> Trip {
    Trip(name: name, destination: destination, startDate: start, endDate: OldTrips.calendarDay(1))
  }

  private func bytes(_ names: [String]) async throws -> Data {
    let document = try TripDocument()
    try document.withContext { context in
      for name in names { context.insert(trip(name, to: "Nara")) }
    }
    return try await document.encoded().data
  }

  private func rename(_ document: TripDocument, _ name: String, to new: String) throws {
    try document.withContext { context in
      let found = try context.fetch(
        FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name }))
      try #require(found.first).name = new
    }
  }

  @Test("since opening: inserted, updated and deleted objects with old and new values")
  func sinceOpening() async throws {
    let document = try await TripDocument(bytes: try await bytes(["a", "b", "c"]))
    #expect(document.changesSinceOpening().isEmpty)
    let identifiers = try document.withContext { context in
      let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
      trips[0].destination = "Kyoto"
      context.delete(trips[1])
      let new = trip("d", to: "Uji")
      new.bucketList = [BucketListItem(title: "bridge")]
      context.insert(new)
      return trips.map(\.persistentModelID)
    }
    let changes = document.changesSinceOpening()
    #expect(!changes.isEmpty && !changes.changesForeignData)
    let updated = try #require(changes.updated.first)
    #expect(changes.updated.count == 1 && updated.entityName == "Trip")
    #expect(updated.persistentModelID == identifiers[0])
    #expect(words(updated.properties) == ["destination: Nara → Kyoto"])
    let deleted = try #require(changes.deleted.first)
    #expect(changes.deleted.count == 1 && deleted.persistentModelID == identifiers[1])
    #expect(words(deleted.properties).contains("name: b → –"))
    #expect(changes.inserted.map(\.entityName) == ["BucketListItem", "Trip"])
    let item = try #require(changes.inserted.first)
    let new = try #require(changes.inserted.last)
    #expect(item.properties.first { $0.name == "trip" }?.newValue == .object(new.persistentModelID))
    #expect(new.properties.first { $0.name == "startDate" }?.newValue == .text("2001-01-01"))
  }

  @Test("since another version of the document, by identifier")
  func versions() async throws {
    let data = try await bytes(["a", "b"])
    let one = try await TripDocument(bytes: data)
    let other = try await TripDocument(bytes: data)
    try rename(one, "a", to: "z")
    let changes = try one.changes(since: other)
    #expect(changes.updated.map { words($0.properties) } == [["name: a → z"]])
    #expect(changes.inserted.isEmpty && changes.deleted.isEmpty)
    #expect(try other.changes(since: other).isEmpty)
    #expect(try other.changes(since: one).updated.first?.properties.first?.newValue == .text("a"))
  }

  @Test("since another document, by equal content; deleted objects keep their own identifiers")
  func otherDocument() async throws {
    let one = try await TripDocument(bytes: try await bytes(["x", "a", "b"]))
    let other = try await TripDocument(bytes: try await bytes(["b", "a", "c"]))
    let changes = try one.changes(since: other)
    #expect(changes.updated.isEmpty)
    #expect(changes.inserted.count == 1 && changes.deleted.count == 1)
    let gone = try other.withContext { context in
      try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "c" })).map(
        \.persistentModelID)
    }
    #expect(changes.deleted.map(\.persistentModelID) == gone)
  }

  @Test("documents of other models are refused")
  func otherModels() throws {
    let trips = try TripDocument()
    let others = try ModelDocument(for: Stone.self)
    #expect(throws: SwiftDataError.unknownSchema) {
      try trips.document.changes(since: others)
    }
  }
}

@Model private class Stone {
  var weight = 0
  init() {}
}
