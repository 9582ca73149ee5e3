import Foundation
import Testing
import TripDocuments

@Suite("Trips read without the rest of their file")
struct TripSubsetTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("trip-excerpts-\(UUID().uuidString)")

  /// A file with two trips of one name and one of another, in a version of the schema.
  private func file(_ version: Schema.Version? = nil, _ format: DocumentFormat) async throws -> URL
  {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let document = try TripDocument()
    var trips: [Trip] = []
    for (number, name) in ["Rihla", "Rihla", "Periplus"].enumerated() {
      let start = OldTrips.calendarDay(number)
      let trip = Trip(name: name, destination: "\(number)", startDate: start, endDate: start)
      trip.bucketList = [BucketListItem(title: "b\(number)"), BucketListItem(title: "a\(number)")]
      trip.stays = [Stay(name: "Inn \(number)", address: "")]
      trip.legs = [Leg(.boat, from: "Aden", to: "Mogadishu")]
      trip.participants = [Participant(name: "Ibn \(number)")]
      trips.append(trip)
    }
    try document.withContext { context in
      for trip in trips { context.insert(trip) }
    }
    let url = folder.appendingPathComponent("trips")
    if let version {
      try await document.write(to: url, format: format, schemaVersion: version)
    } else {
      try await document.write(to: url, format: format)
    }
    return url
  }

  @Test(
    "come with everything they own, of every format", arguments: DocumentFormat.allCases)
  func formats(format: DocumentFormat) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let subset = try await TripDocument.trips(named: "Rihla", in: try await file(nil, format))
    let trips = try ModelContext(subset.modelContainer)
      .fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate)]))
    #expect(trips.map(\.destination) == ["0", "1"])
    #expect(trips.map { $0.bucketList?.map(\.title) } == [["b0", "a0"], ["b1", "a1"]])
    #expect(trips.map { $0.stays.map(\.name) } == [["Inn 0"], ["Inn 1"]])
    #expect(trips.map { $0.legs.map(\.to) } == [["Mogadishu"], ["Mogadishu"]])
    #expect(trips.map { $0.participants.map(\.name) } == [["Ibn 0"], ["Ibn 1"]])
    #expect(subset.outgoingReferences.isEmpty)
    // Tickets belong to legs and items; a participant may have some for those of another trip.
    let unread = subset.unreadRelationships.map { "\($0.entityName).\($0.property)" }
    #expect(unread == ["Participant.tickets"])
    #expect(subset.identifiers == trips.map(\.persistentModelID))
  }

  @Test("are migrated where that needs no other object, and refused by name where it may")
  func versions() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let older = try await file(Schema.Version(3, 0, 0), .json)
    let subset = try await TripDocument.trips(named: "Periplus", in: older)
    #expect(subset.modelContainer.migrationReport?.stages.count == 3)
    let trip = try #require(
      try ModelContext(subset.modelContainer).fetch(FetchDescriptor<Trip>()).first)
    #expect(trip.stays.map(\.isConfirmed) == [false])
    let oldest = try await file(Schema.Version(1, 0, 0), .json)
    await #expect(throws: SwiftDataError.wholeDocumentNeeded) {
      try await TripDocument.trips(named: "Periplus", in: oldest)
    }
  }
}
