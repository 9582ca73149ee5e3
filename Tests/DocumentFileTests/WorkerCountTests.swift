import DocumentTables
import Testing
import ZipArchive

@testable import DocumentFile

@Suite("Whatever the number of workers")
struct WorkerCountTests {
  static let counts = [1, 2, 3, 8].map { WorkerCount($0) }

  private func bytes(
    _ tables: Tables, _ encoding: DocumentEncoding, _ workers: WorkerCount
  ) throws -> [UInt8] {
    try DocumentFile.bytes(
      of: tables, form: .document,
      options: DocumentWriteOptions(encoding: encoding, type: .generic, workers: workers))
  }

  private func refusal(_ bytes: [UInt8], _ workers: WorkerCount) -> String? {
    do {
      _ = try DocumentFile.read(.bytes(bytes), workers: workers)
      return nil
    } catch {
      return error.description
    }
  }

  /// Several chunks, and external values that chunks share.
  private func tables() throws -> Tables {
    var tables = try SampleTables.many(9000, size: 1200)
    var rows: [(entity: String, key: ObjectKey, values: [String: Value])] = []
    for (key, photo) in [(1, 1), (20_002, 0), (20_005, 1)] as [(ObjectKey, UInt8)] {
      rows.append(("Trip", key, ["name": .text("\(key)"), "photo": .data([photo, 9])]))
    }
    try SampleTables.fill(&tables, "Trip", rows)
    tables.nextKey = 30_000
    return tables
  }

  @Test("any number of workers writes the same bytes", arguments: DocumentEncoding.allCases)
  func writing(encoding: DocumentEncoding) throws {
    let tables = try tables()
    let expected = try bytes(tables, encoding, .one)
    for workers in Self.counts {
      #expect(try bytes(tables, encoding, workers) == expected, "\(workers.count)")
    }
    let archive = try ZipReader(MemoryByteSource(expected))
    #expect(archive.entries.count(where: { $0.name.hasPrefix("data/Item/") }) > 4)
    #expect(archive.entries.count(where: { $0.name.hasPrefix("external/") }) == 2)
  }

  @Test(
    "any number of workers writes the same lines of a flat document",
    arguments: DocumentEncoding.allCases)
  func writingFlat(encoding: DocumentEncoding) throws {
    let tables = try tables()
    let written = try Self.counts.map { workers in
      try DocumentFile.bytes(
        of: tables, form: .flat,
        options: DocumentWriteOptions(encoding: encoding, type: .generic, workers: workers))
    }
    let expected = try #require(written.first)
    #expect(written.allSatisfy { $0 == expected })
    let read = try DocumentFile.read(.bytes(expected)).tables
    #expect(TablesContent(read) == TablesContent(tables))
  }

  @Test("any number of workers reads the same tables", arguments: DocumentEncoding.allCases)
  func reading(encoding: DocumentEncoding) throws {
    let tables = try tables()
    let bytes = try bytes(tables, encoding, WorkerCount(2))
    for workers in Self.counts {
      let read = try DocumentFile.read(.bytes(bytes), workers: workers).tables
      #expect(TablesContent(read) == TablesContent(tables), "\(workers.count)")
    }
  }

  @Test("the first of several errors is reported, and all of them in their order")
  func errors() throws {
    var archive = try RebuiltArchive(try bytes(try tables(), .json, .one))
    let chunks = archive.entries.map(\.name).filter { $0.hasPrefix("data/Item/") }
    try #require(chunks.count > 4)
    for (index, name) in chunks.enumerated() where index >= 2 {
      try archive.replace(in: name, "\"count\":", with: "\"cuont\":")
    }
    let bytes = try archive.bytes()
    let first = try #require(refusal(bytes, .one))
    #expect(first.contains(chunks[2]))
    let all = DocumentFile.validate(.bytes(bytes), options: PassOptions(workers: .one)).map(
      \.description)
    #expect(all.count == chunks.count - 2)
    for workers in Self.counts {
      #expect(refusal(bytes, workers) == first, "\(workers.count)")
      let found = DocumentFile.validate(.bytes(bytes), options: PassOptions(workers: workers))
        .map(\.description)
      #expect(found == all, "\(workers.count)")
    }
  }

  @Test("external values come to the end of their budget at the same record")
  func budget() throws {
    var tables = Tables(
      schema: try SampleTables.schema(), documentID: SampleTables.documentID, nextKey: 1000)
    let photo = Value.data([UInt8](repeating: 3, count: 150_000))
    let name = String(repeating: "x", count: 100_000)
    var rows: [(entity: String, key: ObjectKey, values: [String: Value])] = []
    for key in 1...200 {
      rows.append(("Trip", ObjectKey(key), ["name": .text("\(key)\(name)"), "photo": photo]))
    }
    try SampleTables.fill(&tables, "Trip", rows)
    let bytes = try bytes(tables, .json, .one)
    var limits = DocumentLimits()
    // Enough for what lies in the zip, not for what the records ask for.
    limits.totalBytes = 21_000_000
    for _ in 0..<3 {
      let errors = Self.counts.map { workers in
        #expect(throws: DocumentError.self) {
          try DocumentFile.read(.bytes(bytes), limits: limits, workers: workers)
        }
      }
      #expect(errors.allSatisfy { $0?.code.rawValue == "zip-budget-total-bytes" })
      #expect(Set(errors.map { $0?.key }).count == 1, "\(errors.map { $0?.key })")
      #expect(Set(errors.map { $0?.description }).count == 1)
    }
  }
}
