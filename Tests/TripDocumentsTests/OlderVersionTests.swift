import DocumentData
import Foundation
import Testing
import TripDocuments

@Suite("Trips for older versions")
struct OlderVersionTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("older-\(UUID())")

  private func day(_ number: Int) -> CalendarDay { OldTrips.calendarDay(number) }

  /// Writes some trips in a version and opens the file again with that version's models.
  private func written<Result>(
    _ version: Schema.Version, losses: LossPolicy = .carry, _ fill: (ModelContext) throws -> Void,
    _ look: (URL) async throws -> Result
  ) async throws -> Result {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try TripDocument()
    try document.withContext(fill)
    let url = folder.appendingPathComponent("old.trips")
    try await document.write(to: url, schemaVersion: version, losses: losses)
    return try await look(url)
  }

  private func names(_ url: URL) throws -> [String] {
    let container = try ModelContainer(
      for: Schema(versionedSchema: TripSchemaV2.self),
      configurations: ModelConfiguration(url: url))
    let trips = try ModelContext(container).fetch(
      FetchDescriptor<TripSchemaV2.Trip>(sortBy: [SortDescriptor(\.startDate)]))
    return trips.map(\.name)
  }

  // Spec 7.4.2-1, 7.4.2-2
  @Test("trips of one name get names of their own, the last to end keeps it")
  func namesakes() async throws {
    let found = try await written(Schema.Version(2, 0, 0)) { context in
      for (start, end) in [(1, 9), (2, 8), (3, 9)] {
        context.insert(
          Trip(name: "Nile", destination: "", startDate: day(start), endDate: day(end)))
      }
      context.insert(
        Trip(name: "Nile (2)", destination: "", startDate: day(4), endDate: day(5)))
    } _: {
      try names($0)
    }
    #expect(found == ["Nile (3)", "Nile (4)", "Nile", "Nile (2)"])
  }

  // Spec 7.4.2-2
  @Test("a name that somebody has edited meanwhile stays, the others come back")
  func editedName() async throws {
    let found = try await written(Schema.Version(2, 0, 0)) { context in
      for start in [1, 2, 3] {
        context.insert(
          Trip(name: "Nile", destination: "", startDate: day(start), endDate: day(9)))
      }
    } _: { url in
      let container = try ModelContainer(
        for: Schema(versionedSchema: TripSchemaV2.self),
        configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      let given = "Nile (2)"
      let trip = try #require(
        try context.fetch(
          FetchDescriptor<TripSchemaV2.Trip>(predicate: #Predicate { $0.name == given })
        ).first)
      trip.name = "Nile, the second time"
      try context.save()
      let document = try await TripDocument(contentsOf: url)
      let report = try #require(document.migrationReport)
      #expect(report.notRestored.count == 1)
      return try document.withContext { context in
        try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate)])).map(\.name)
      }
    }
    #expect(found == ["Nile", "Nile, the second time", "Nile"])
  }

  // Spec 7.4.1-1
  @Test("kinds of trips come back with what only they have, unless that was to be left out")
  func kinds() async throws {
    for losses in [LossPolicy.carry, .drop] {
      let trips = try await written(Schema.Version(1, 0, 0), losses: losses) { context in
        context.insert(
          BusinessTrip(
            name: "Fair", destination: "Lyon", startDate: day(1), endDate: day(2),
            perdiem: 42))
      } _: { url in
        try await TripDocument(contentsOf: url).withContext { context in
          try context.fetch(FetchDescriptor<Trip>()).map { ($0 as? BusinessTrip)?.perdiem }
        }
      }
      #expect(trips == [losses == .carry ? 42 : nil])
    }
  }

  // Spec 7.4-1
  @Test("where nothing may be lost nothing is written")
  func refused() async throws {
    let url = folder.appendingPathComponent("none.trips")
    let document = try TripDocument()
    try document.withContext { context in
      context.insert(
        BusinessTrip(
          name: "Fair", destination: "Lyon", startDate: day(1), endDate: day(2), perdiem: 42))
    }
    await #expect(throws: SwiftDataError.lossyMigration) {
      try await document.write(to: url, schemaVersion: Schema.Version(3, 0, 0), losses: .refuse)
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }
}
