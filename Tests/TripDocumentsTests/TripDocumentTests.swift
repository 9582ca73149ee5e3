import Foundation
import Testing
import TripDocuments

@Suite("Trip documents as files")
struct TripDocumentTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("trip-documents-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  private func trip(_ name: String) -> Trip {
    Trip(
      name: name, destination: "Nara", startDate: Date(timeIntervalSinceReferenceDate: 0),
      endDate: Date(timeIntervalSinceReferenceDate: 86_400))
  }

  private func names(in file: URL) throws -> [String] {
    try TripDocument(contentsOf: file).modelContext
      .fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  }

  @Test("a new document is written and opened in every format", arguments: DocumentFormat.allCases)
  func writeAndOpen(format: DocumentFormat) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try TripDocument()
    #expect(document.originalVersion == nil)
    document.modelContext.insert(trip("a"))
    try document.write(to: file("a"), format: format)
    #expect(try names(in: file("a")) == ["a"])
  }

  @Test("what an older version cannot hold travels with it and comes back, or is refused")
  func olderVersion() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try TripDocument()
    document.modelContext.insert(
      BusinessTrip(
        name: "b", destination: "d", startDate: Date(timeIntervalSinceReferenceDate: 0),
        endDate: Date(timeIntervalSinceReferenceDate: 1), perdiem: 12.5))
    let older = Schema.Version(3, 0, 0)
    #expect(throws: SwiftDataError.lossyMigration) {
      try document.write(to: file("refused"), schemaVersion: older, losses: .refuse)
    }
    #expect(!FileManager.default.fileExists(atPath: file("refused").path))
    let report = try document.write(to: file("older"), format: .flatXML, schemaVersion: older)
    #expect(report.stages.flatMap(\.losses).map(\.kind) == [.value, .entity])
    try document.write(to: file("dropped"), schemaVersion: older, losses: .drop)
    #expect(throws: SwiftDataError.unknownSchema) {
      try document.write(to: file("none"), schemaVersion: Schema.Version(3, 1, 0))
    }

    let preview = try TripDocument.migrationPreview(of: file("older"))
    let reopened = try TripDocument(contentsOf: file("older"))
    #expect(reopened.originalVersion == older)
    #expect(reopened.migrationReport == preview)
    #expect(preview.stages.flatMap(\.restored).count == 2)
    #expect(
      try reopened.modelContext.fetch(FetchDescriptor<BusinessTrip>()).map(\.perdiem) == [12.5])
    let dropped = try TripDocument(contentsOf: file("dropped"))
    #expect(try dropped.modelContext.fetch(FetchDescriptor<BusinessTrip>()).isEmpty)
    #expect(try dropped.modelContext.fetch(FetchDescriptor<Trip>()).count == 1)
  }

  @Test(
    "saving in place keeps the format and what others will read", arguments: DocumentFormat.allCases
  )
  func saveInPlace(format: DocumentFormat) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try TripDocument()
    first.modelContext.insert(trip("a"))
    try first.write(to: file("a"), format: format)
    let beginning = try Data(contentsOf: file("a")).prefix(60)
    let document = try TripDocument(contentsOf: file("a"))
    document.modelContext.insert(trip("b"))
    try document.save()
    document.modelContext.insert(trip("c"))
    try document.save()
    #expect(try names(in: file("a")) == ["a", "b", "c"])
    #expect(try Data(contentsOf: file("a")).prefix(4) == beginning.prefix(4))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
  }

  @Test("a context's save commits to memory and leaves the file alone")
  func contextSavesToMemory() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try TripDocument().write(to: file("a"))
    let before = try Data(contentsOf: file("a"))
    let document = try TripDocument(contentsOf: file("a"))
    document.modelContext.insert(trip("a"))
    try document.modelContext.save()
    #expect(try Data(contentsOf: file("a")) == before)
    let other = ModelContext(document.modelContainer)
    #expect(try other.fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  @Test("opening an old document never touches its file")
  func openingIsReading() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = SampleFolder.url.appendingPathComponent("duplicates-v1/document-json.trips")
    try FileManager.default.copyItem(at: source, to: file("a"))
    let before = try Data(contentsOf: file("a"))
    let document = try TripDocument(contentsOf: file("a"))
    #expect(document.originalVersion == Schema.Version(1, 0, 0))
    #expect(document.migrationReport?.stages.count == 3)
    #expect(try Data(contentsOf: file("a")) == before)
    try document.save()
    #expect(try TripDocument(contentsOf: file("a")).migrationReport == nil)
  }

  @Test("a file that somebody else has changed is not overwritten")
  func conflict() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try TripDocument().write(to: file("a"))
    let mine = try TripDocument(contentsOf: file("a"))
    let theirs = try TripDocument(contentsOf: file("a"))
    theirs.modelContext.insert(trip("theirs"))
    try theirs.save()
    mine.modelContext.insert(trip("mine"))
    #expect(throws: SwiftDataError.saveFailure) { try mine.save() }
    #expect(try names(in: file("a")) == ["theirs"])
  }

  @Test("a new document has no file to save to, and says so")
  func saveWithoutFile() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: SwiftDataError.saveFailure) { try TripDocument().save() }
  }

  @Test("a document that needs unknown features for writing is read and not written")
  func readOnly() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try TripDocument().write(to: file("a"), format: .flatJSON)
    let text = try String(contentsOf: file("a"), encoding: .utf8)
    let changed = text.replacingOccurrences(
      of: "\"requiresToWrite\":[]", with: "\"requiresToWrite\":[\"com.example.seal\"]")
    #expect(changed != text)
    try changed.write(to: file("a"), atomically: true, encoding: .utf8)
    let document = try TripDocument(contentsOf: file("a"))
    #expect(throws: SwiftDataError.readOnlyStore) { try document.write(to: file("b")) }
    #expect(throws: SwiftDataError.saveFailure) { try document.save() }
    document.modelContext.insert(trip("a"))
    #expect(throws: SwiftDataError.readOnlyStore) { try document.save() }
  }

  @Test("a container with a URL writes its file at each save, and makes it at the first")
  func container() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = ModelConfiguration("trips", url: file("a.trips"))
    let container = try ModelContainer(
      for: Schema(versionedSchema: TripSchema.self), migrationPlan: TripMigrationPlan.self,
      configurations: configuration)
    #expect(!FileManager.default.fileExists(atPath: file("a.trips").path))
    let context = ModelContext(container)
    context.insert(trip("a"))
    try context.save()
    #expect(try names(in: file("a.trips")) == ["a"])
    context.insert(trip("b"))
    try context.save()
    #expect(try names(in: file("a.trips")) == ["a", "b"])
    let again = try ModelContainer(
      for: Schema(versionedSchema: TripSchema.self), migrationPlan: TripMigrationPlan.self,
      configurations: configuration)
    #expect(try ModelContext(again).fetchCount(FetchDescriptor<Trip>()) == 2)
  }
}
