import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import Testing
import TripDocuments

@testable import tripconv

@Suite("Generated trips of every version")
struct GeneratedVersionsTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let from: Int
    let to: Int
    let seed: UInt64
    var testDescription: String { "\(from) to \(to), seed \(seed)" }
  }

  static let cases = (1...6).flatMap { from in
    (1...6).filter { $0 != from }.flatMap { to in
      (1...3).map { Case(from: from, to: to, seed: $0) }
    }
  }

  private func tables(_ version: Int, _ seed: UInt64, trips: Int = 60) throws -> Tables {
    let schema = try #require(
      try TripMigration.tableSchema(SchemaVersion(version, 0, 0)))
    return TripGenerator(schema: schema, trips: trips, seed: seed, vocabulary: .multilingual)
      .makeTables()
  }

  private func convert(_ tables: Tables, to version: Int) throws -> Tables {
    try TripMigration.convert(
      tables, to: SchemaVersion(version, 0, 0), .carry, .restore
    ).tables
  }

  private func text(_ tables: Tables) -> String { TablesDump.text(tables, all: true) }

  // Spec 7.3.4-2, 7.4-6, 7.4.4-4
  @Test(
    "there and back again they are what they were, but for what version 2 merges", arguments: cases)
  func thereAndBack(_ example: Case) throws {
    let original = try tables(example.from, example.seed)
    let there = try convert(original, to: example.to)
    #expect(TablesCheck.findings(there, limit: 3) == [])
    let back = try convert(there, to: example.from)
    if example.from == 1, example.to > 1 {
      #expect(text(try convert(back, to: example.to)) == text(there))
    } else {
      #expect(text(back) == text(original))
    }
  }

  // Spec 7.3.4-1, 10.8-1
  @Test("are the same where they stream as where they are migrated in memory", arguments: [3, 4])
  func streamed(version: Int) throws {
    let folder = ScratchFolder()
    let original = try tables(version, 9, trips: 3000)
    let bytes = try DocumentFile.bytes(
      of: original, form: .document, options: DocumentWriteOptions(encoding: .json))
    try Data(bytes).write(to: folder.url.appending(path: "a.trips"))
    let command = try folder.run(
      "convert", "a.trips", "-o", "b.trips", "--progress", "json")
    #expect(command.status == 0, "\(command.errors)")
    #expect(!command.errors.contains(#""phase":"migrating""#), "it is not in memory")
    let streamed = try DocumentFile.read(.bytes(Array(try folder.bytes("b.trips")))).tables
    let known = try convert(original, to: 6)
    #expect(!known.carried.isEmpty)
    #expect(text(streamed) == text(known))
  }

  // Spec 4.12-2, 7.3.4-1
  @Test(
    "an all-day trip has its days in every time zone, up, down and back",
    arguments: [
      "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "America/New_York", "UTC",
    ])
  func zones(zone: String) throws {
    let folder = ScratchFolder()
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../../samples/small-v5/source.trips.json"
    ).standardizedFileURL.path
    func run(_ arguments: String...) throws -> Command {
      let command = try Command(arguments, in: folder, timeZone: zone)
      #expect(command.status == 0, "\(command.errors)")
      return command
    }
    for version in ["1.0.0", "4.0.0"] {
      _ = try run("convert", source, "-o", "old.trips.json", "--schema-version", version)
      #expect(try folder.text("old.trips.json").contains("2024-07-01T00:00:00Z"))
      _ = try run("convert", "old.trips.json", "-o", "new.trips.json")
      #expect(try run("dump", "--all", "new.trips.json").text == run("dump", "--all", source).text)
    }
    let list = try run("list", source, "--columns", "name,startDate,endDate")
    #expect(list.text.contains("Été à Paris  2024-07-01  2024-07-08"))
  }
}
