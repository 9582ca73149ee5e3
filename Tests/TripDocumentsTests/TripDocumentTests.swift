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
      name: name, destination: "Nara", startDate: OldTrips.calendarDay(0),
      endDate: OldTrips.calendarDay(1))
  }

  private func names(in file: URL) async throws -> [String] {
    try await TripDocument(contentsOf: file).withContext { context in
      try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }
  }

  @Test("a new document is written and opened in every format", arguments: DocumentFormat.allCases)
  func writeAndOpen(format: DocumentFormat) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try TripDocument()
    #expect(document.originalVersion == nil)
    try document.withContext { $0.insert(trip("a")) }
    try await document.write(to: file("a"), format: format)
    #expect(try await names(in: file("a")) == ["a"])
  }

  @Test("what an older version cannot hold travels with it and comes back, or is refused")
  func olderVersion() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try TripDocument()
    try document.withContext { context in
      context.insert(
        BusinessTrip(
          name: "b", destination: "d", startDate: OldTrips.calendarDay(0),
          endDate: OldTrips.calendarDay(1), perdiem: 12.5))
    }
    let older = Schema.Version(3, 0, 0)
    await #expect(throws: SwiftDataError.lossyMigration) {
      try await document.write(to: file("refused"), schemaVersion: older, losses: .refuse)
    }
    #expect(!FileManager.default.fileExists(atPath: file("refused").path))
    let report = try await document.write(to: file("older"), format: .flatXML, schemaVersion: older)
    #expect(report.losses.map(\.kind) == [.value, .entity])
    try await document.write(to: file("dropped"), schemaVersion: older, losses: .drop)
    await #expect(throws: SwiftDataError.unknownSchema) {
      try await document.write(to: file("none"), schemaVersion: Schema.Version(3, 1, 0))
    }

    let preview = try await TripDocument.migrationPreview(of: file("older"))
    let reopened = try await TripDocument(contentsOf: file("older"))
    #expect(reopened.originalVersion == older)
    #expect(reopened.migrationReport?.json == preview.json)
    #expect(preview.restored.count == 2)
    #expect(
      try reopened.withContext { try $0.fetch(FetchDescriptor<BusinessTrip>()).map(\.perdiem) }
        == [12.5])
    let dropped = try await TripDocument(contentsOf: file("dropped"))
    let counts = try dropped.withContext { context in
      [
        try context.fetchCount(FetchDescriptor<BusinessTrip>()),
        try context.fetchCount(FetchDescriptor<Trip>()),
      ]
    }
    #expect(counts == [0, 1])
  }

  @Test(
    "saving in place keeps the format and what others will read", arguments: DocumentFormat.allCases
  )
  func saveInPlace(format: DocumentFormat) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try TripDocument()
    try first.withContext { $0.insert(trip("a")) }
    try await first.write(to: file("a"), format: format)
    let beginning = try Data(contentsOf: file("a")).prefix(60)
    let document = try await TripDocument(contentsOf: file("a"))
    try document.withContext { $0.insert(trip("b")) }
    try await document.save()
    try document.withContext { $0.insert(trip("c")) }
    try await document.save()
    #expect(try await names(in: file("a")) == ["a", "b", "c"])
    #expect(try Data(contentsOf: file("a")).prefix(4) == beginning.prefix(4))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
  }

  @Test("a context's save commits to memory and leaves the file alone")
  func contextSavesToMemory() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await TripDocument().write(to: file("a"))
    let before = try Data(contentsOf: file("a"))
    let document = try await TripDocument(contentsOf: file("a"))
    try document.withContext { $0.insert(trip("a")) }
    #expect(try Data(contentsOf: file("a")) == before)
    let other = ModelContext(document.modelContainer)
    #expect(try other.fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  @Test("opening an old document never touches its file")
  func openingIsReading() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = SampleFolder.url.appendingPathComponent("duplicates-v1/document-json.trips")
    try FileManager.default.copyItem(at: source, to: file("a"))
    let before = try Data(contentsOf: file("a"))
    let document = try await TripDocument(contentsOf: file("a"))
    #expect(document.originalVersion == Schema.Version(1, 0, 0))
    #expect(document.migrationReport?.stages.count == 5)
    #expect(try Data(contentsOf: file("a")) == before)
    try await document.save()
    #expect(try await TripDocument(contentsOf: file("a")).migrationReport == nil)
  }

  @Test("a file that somebody else has changed is not overwritten")
  func conflict() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await TripDocument().write(to: file("a"))
    let mine = try await TripDocument(contentsOf: file("a"))
    let theirs = try await TripDocument(contentsOf: file("a"))
    try theirs.withContext { $0.insert(trip("theirs")) }
    try await theirs.save()
    try mine.withContext { $0.insert(trip("mine")) }
    await #expect(throws: SwiftDataError.saveFailure) { try await mine.save() }
    #expect(try await names(in: file("a")) == ["theirs"])
  }

  @Test("a new document has no file to save to until it is written to one")
  func saveWithoutFile() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try TripDocument()
    await #expect(throws: SwiftDataError.saveFailure) { try await document.save() }
    try Data("old".utf8).write(to: file("a.xml"))
    try await document.write(to: file("a.xml"))
    try document.withContext { $0.insert(trip("a")) }
    try await document.save()
    #expect(try await names(in: file("a.xml")) == ["a"])
    #expect(try Data(contentsOf: file("a.xml")).first == UInt8(ascii: "<"))
    // Another file is written, but not adopted; its own file may get another format.
    try await document.write(to: file("b"))
    try await document.write(to: file("a.xml"), format: .json)
    try document.withContext { $0.insert(trip("b")) }
    try await document.save()
    #expect(try await names(in: file("a.xml")) == ["a", "b"])
    #expect(try await names(in: file("b")) == ["a"])
    #expect(try Data(contentsOf: file("a.xml")).first == UInt8(ascii: "P"))
  }

  @Test("a closure that throws commits nothing")
  func discarding() async throws {
    let document = try TripDocument()
    #expect(throws: CancellationError.self) {
      try document.withContext { context in
        context.insert(trip("a"))
        throw CancellationError()
      }
    }
    #expect(try document.withContext { try $0.fetchCount(FetchDescriptor<Trip>()) } == 0)
  }

  @Test(
    "bytes go in and out, whole and in chunks, in every version and format",
    arguments: DocumentFormat.allCases)
  func bytes(format: DocumentFormat) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try TripDocument()
    try document.withContext { $0.insert(trip("a")) }
    let current = try await document.encoded(as: format)
    #expect(current.format == format && current.migrationReport.stages.isEmpty)
    try await document.write(to: file("a"), format: format)
    #expect(try Data(contentsOf: file("a")) == current.data)
    let old = try await document.encoded(as: format, schemaVersion: Schema.Version(1, 0, 0))
    #expect(old.migrationReport.stages.count == 5)
    let whole = try await TripDocument(bytes: old.data, limits: .upload)
    #expect(whole.originalVersion == Schema.Version(1, 0, 0))
    let (chunks, continuation) = AsyncStream.makeStream(of: ArraySlice<UInt8>.self)
    for start in stride(from: 0, to: current.data.count, by: 100) {
      continuation.yield([UInt8](current.data)[start..<min(start + 100, current.data.count)])
    }
    continuation.finish()
    let streamed = try await TripDocument(chunks: chunks)
    for document in [whole, streamed] {
      #expect(
        try document.withContext { try $0.fetch(FetchDescriptor<Trip>()).map(\.name) } == ["a"])
      await #expect(throws: SwiftDataError.saveFailure) { try await document.save() }
    }
  }

  @Test("bytes beyond a limit are refused by its rule, before all of them have arrived")
  func limits() async throws {
    var limits = ReadingLimits.upload
    limits.fileBytes = 1000
    let endless = AsyncStream { Array(repeating: UInt8(ascii: " "), count: 100) }
    let error = await #expect(throws: SwiftDataError.self) {
      try await TripDocument(chunks: endless, limits: limits)
    }
    #expect(error?.rule == .limitFileBytes)
    let whole = await #expect(throws: SwiftDataError.self) {
      try await TripDocument(bytes: [UInt8](repeating: 32, count: 1001), limits: limits)
    }
    #expect(whole?.rule == .limitFileBytes)
  }

  @Test("errors have a rule, a place and the words of the converter")
  func errors() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{\n\"a\":1}".utf8).write(to: file("a.json"))
    let error = try #require(
      await #expect(throws: SwiftDataError.loadIssueModelContainer) {
        try await TripDocument(contentsOf: file("a.json"))
      })
    #expect(error.rule == .notADocument)
    #expect(error.location?.file == file("a.json").path)
    #expect(error.location?.line == 2 && error.location?.column == 1)
    #expect(error.location?.description == "\(file("a.json").path):2:1")
    #expect(error.localizedDescription.hasPrefix("\(file("a.json").path):2:1: "))
    #expect(error.localizedDescription.hasSuffix("[not-a-document]"))
    let missing = await #expect(throws: SwiftDataError.self) {
      try await TripDocument(contentsOf: file("none"))
    }
    #expect(missing?.rule == .fileNotFound)
  }

  @Test("a cancelled task stops reading")
  func cancellation() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try TripDocument()
    try await document.write(to: file("a"))
    let url = file("a")
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await TripDocument(contentsOf: url)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("many documents are opened at once, and the main actor stays free")
  func load() async throws {
    let document = try TripDocument()
    try document.withContext { context in
      for number in 0..<50 { context.insert(trip("\(number)")) }
    }
    let data = try await document.encoded(as: .flatJSON).data
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<200 {
        group.addTask {
          let upload = try await TripDocument(bytes: data, limits: .upload)
          return try await upload.encoded(as: .xml).data.count
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(counts.count == 1)
  }

  @Test("a document that needs unknown features for writing is read and not written")
  func readOnly() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await TripDocument().write(to: file("a"), format: .flatJSON)
    let text = try String(contentsOf: file("a"), encoding: .utf8)
    let changed = text.replacingOccurrences(
      of: "\"nextKey\":", with: "\"requiresToWrite\":[\"com.example.seal\"],\"nextKey\":")
    #expect(changed != text)
    try changed.write(to: file("a"), atomically: true, encoding: .utf8)
    let document = try await TripDocument(contentsOf: file("a"))
    await #expect(throws: SwiftDataError.readOnlyStore) { try await document.write(to: file("b")) }
    await #expect(throws: SwiftDataError.saveFailure) { try await document.save() }
    #expect(throws: SwiftDataError.readOnlyStore) {
      try document.withContext { $0.insert(trip("a")) }
    }
    #expect(try document.withContext { try $0.fetchCount(FetchDescriptor<Trip>()) } == 0)
  }

  @Test("a container with a URL writes its file at each save, and makes it at the first")
  func container() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = ModelConfiguration("trips", url: file("a.trips"))
    let container = try ModelContainer(
      for: Schema(versionedSchema: TripSchema.self), migrationPlan: TripMigrationPlan.self,
      configurations: configuration)
    #expect(!FileManager.default.fileExists(atPath: file("a.trips").path))
    let context = ModelContext(container)
    context.insert(trip("a"))
    try context.save()
    #expect(try await names(in: file("a.trips")) == ["a"])
    context.insert(trip("b"))
    try context.save()
    #expect(try await names(in: file("a.trips")) == ["a", "b"])
    let again = try ModelContainer(
      for: Schema(versionedSchema: TripSchema.self), migrationPlan: TripMigrationPlan.self,
      configurations: configuration)
    #expect(try ModelContext(again).fetchCount(FetchDescriptor<Trip>()) == 2)
  }
}
