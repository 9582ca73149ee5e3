import Foundation
import Testing
import TripDocuments

@Suite("Trips read without the rest of their file")
struct TripSubsetTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("trip-excerpts-\(UUID().uuidString)")

  /// A file with two trips of one name and one of another, in a version of the schema.
  private func file(_ version: Schema.Version? = nil, _ format: DocumentFormat) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let document = try TripDocument()
    for (number, name) in ["Rihla", "Rihla", "Periplus"].enumerated() {
      let start = Date(timeIntervalSinceReferenceDate: Double(number))
      let trip = Trip(name: name, destination: "\(number)", startDate: start, endDate: start)
      trip.bucketList = [BucketListItem(title: "b\(number)"), BucketListItem(title: "a\(number)")]
      trip.livingAccommodation = LivingAccommodation(address: "", placeName: "Inn \(number)")
      document.modelContext.insert(trip)
    }
    let url = folder.appendingPathComponent("trips")
    if let version {
      try document.write(to: url, format: format, schemaVersion: version)
    } else {
      try document.write(to: url, format: format)
    }
    return url
  }

  @Test(
    "come with bucket list and accommodation, of every format", arguments: DocumentFormat.allCases)
  func formats(format: DocumentFormat) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let subset = try TripDocument.trips(named: "Rihla", in: try file(nil, format))
    let trips = try ModelContext(subset.modelContainer)
      .fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate)]))
    #expect(trips.map(\.destination) == ["0", "1"])
    #expect(trips.map { $0.bucketList?.map(\.title) } == [["b0", "a0"], ["b1", "a1"]])
    #expect(trips.map { $0.livingAccommodation?.placeName } == ["Inn 0", "Inn 1"])
    #expect(subset.outgoingReferences.isEmpty && subset.unreadRelationships.isEmpty)
    #expect(subset.identifiers == trips.map(\.persistentModelID))
  }

  @Test("are migrated where that needs no other object, and refused by name where it may")
  func versions() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let older = try file(Schema.Version(3, 0, 0), .json)
    let subset = try TripDocument.trips(named: "Periplus", in: older)
    #expect(subset.modelContainer.migrationReport?.stages.count == 1)
    let trip = try #require(
      try ModelContext(subset.modelContainer).fetch(FetchDescriptor<Trip>()).first)
    #expect(trip.livingAccommodation?.isConfirmed == false)
    let oldest = try file(Schema.Version(1, 0, 0), .json)
    #expect(throws: SwiftDataError.wholeDocumentNeeded) {
      try TripDocument.trips(named: "Periplus", in: oldest)
    }
  }
}
