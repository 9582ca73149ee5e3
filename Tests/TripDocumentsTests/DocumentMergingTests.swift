import Foundation
import Testing
import TripDocuments

@Suite("Merging documents")
struct DocumentMergingTests {
  private func trip(_ name: String, to destination: String) -> Trip {
    Trip(
      name: name, destination: destination, startDate: OldTrips.calendarDay(0),
      endDate: OldTrips.calendarDay(1))
  }

  /// A document of three trips, and two versions of it.
  private func versions(
    _ ours: (ModelContext) throws -> Void, _ theirs: (ModelContext) throws -> Void
  ) async throws -> (base: TripDocument, ours: TripDocument, theirs: TripDocument) {
    let document = try TripDocument()
    try document.withContext { context in
      for name in ["a", "b", "c"] { context.insert(trip(name, to: "Nara")) }
    }
    let data = try await document.encoded().data
    let (one, other) = (try await TripDocument(bytes: data), try await TripDocument(bytes: data))
    try one.withContext(ours)
    try other.withContext(theirs)
    return (try await TripDocument(bytes: data), one, other)
  }

  private func find(_ name: String, _ context: ModelContext) throws -> Trip {
    try #require(
      try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })).first)
  }

  private func destinations(_ document: TripDocument) throws -> [String: String] {
    try document.withContext { context in
      Dictionary(
        uniqueKeysWithValues: try context.fetch(FetchDescriptor<Trip>()).map {
          ($0.name, $0.destination)
        })
    }
  }

  @Test("takes the changes of both, and keeps new objects apart")
  func both() async throws {
    let (base, ours, theirs) = try await versions { context in
      try find("a", context).destination = "Kyoto"
      let new = trip("d", to: "Uji")
      new.bucketList = [BucketListItem(title: "bridge")]
      context.insert(new)
    } _: { context in
      try find("b", context).destination = "Osaka"
      context.delete(try find("c", context))
      let new = trip("e", to: "Ise")
      new.bucketList = [BucketListItem(title: "shrine")]
      context.insert(new)
    }
    let merged = try ours.merging(theirs, base: base)
    #expect(merged.conflicts.isEmpty)
    #expect(
      try destinations(merged.document) == ["a": "Kyoto", "b": "Osaka", "d": "Uji", "e": "Ise"])
    try merged.document.withContext { context in
      let titles = try find("e", context).bucketList?.map(\.title)
      #expect(titles == ["shrine"])
    }
    // The documents themselves stay as they are.
    #expect(try destinations(ours)["b"] == "Nara")
    let again = try await TripDocument(bytes: try await merged.document.encoded().data)
    let merging = try destinations(merged.document)
    #expect(try destinations(again) == merging)
    #expect(try merged.document.merging(theirs, base: base).conflicts.isEmpty)
  }

  @Test("asks once for each conflict, with the values of all three")
  func conflicts() async throws {
    let (base, ours, theirs) = try await versions { context in
      try find("a", context).destination = "Kyoto"
      context.delete(try find("b", context))
    } _: { context in
      try find("a", context).destination = "Osaka"
      try find("b", context).destination = "Ise"
    }
    var asked: [DocumentConflict] = []
    let merged = try ours.merging(theirs, base: base) { conflict in
      asked.append(conflict)
      return conflict.kind == .value ? .theirs : .ours
    }
    #expect(merged.conflicts.map(\.kind) == [.value, .deletion])
    #expect(Set(asked.map(\.kind)) == [.value, .deletion] && asked.count == 2)
    let value = try #require(merged.conflicts.first)
    #expect(value.property == "destination" && value.taken == .theirs)
    #expect(value.base == .text("Nara"))
    #expect(value.ours == .text("Kyoto") && value.theirs == .text("Osaka"))
    try ours.withContext { context in
      let identifier = try find("a", context).persistentModelID
      #expect(value.persistentModelID == identifier)
    }
    let deletion = try #require(merged.conflicts.last)
    #expect(deletion.ours == nil && deletion.theirs == .json(#"{"destination":"Ise"}"#))
    #expect(try destinations(merged.document) == ["a": "Osaka", "c": "Nara"])
  }

  @Test("unites documents without a base")
  func union() async throws {
    let (one, other) = (try TripDocument(), try TripDocument())
    try one.withContext { $0.insert(trip("a", to: "Nara")) }
    try other.withContext { context in
      context.insert(trip("b", to: "Ise"))
      context.insert(trip("a", to: "Nara"))
    }
    let merged = try one.merging(other, base: nil)
    #expect(merged.conflicts.isEmpty)
    #expect(try destinations(merged.document) == ["a": "Nara", "b": "Ise"])
  }

  // Spec 13.5-2
  @Test("lists the deletions that it takes over")
  func deletions() async throws {
    let (base, ours, theirs) = try await versions { context in
      context.delete(try find("a", context))
    } _: { context in
      context.delete(try find("b", context))
    }
    let merged = try ours.merging(theirs, base: base)
    #expect(merged.deletions.map(\.deletedBy) == [.ours, .theirs])
    for (deletion, name) in zip(merged.deletions, ["a", "b"]) {
      try base.withContext { context in
        let identifier = try find(name, context).persistentModelID
        #expect(deletion.persistentModelID == identifier && deletion.owner == nil)
      }
      guard case .json(let text) = deletion.values else {
        Issue.record("\(deletion)")
        continue
      }
      #expect(text.contains("\"name\":\"\(name)\""), "\(text)")
    }
    #expect(try ours.merging(theirs, base: nil).deletions.isEmpty)
  }

  // Spec 13.7-1, 13.7-2
  @Test("refuses a base from which a document was not made")
  func unrelatedBase() async throws {
    let (base, ours, theirs) = try await versions { context in
      context.insert(trip("d", to: "Uji"))
    } _: { context in
      context.insert(trip("e", to: "Ise"))
    }
    let stranger = try TripDocument()
    try stranger.withContext { $0.insert(trip("f", to: "Nikko")) }
    #expect(throws: SwiftDataError.unrelatedMergeBase) {
      _ = try ours.merging(stranger, base: base)
    }
    #expect(throws: SwiftDataError.unrelatedMergeBase) {
      _ = try ours.merging(theirs, base: stranger)
    }
    // The newest version is named as the base.
    #expect(throws: SwiftDataError.unrelatedMergeBase) {
      _ = try base.merging(theirs, base: ours)
    }
    let united = try ours.merging(stranger, base: nil).document
    #expect(try destinations(united).keys.sorted() == ["a", "b", "c", "d", "f"])
  }
}
