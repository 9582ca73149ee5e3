import DocumentData
import DocumentFile
import DocumentTables
import Testing
import TripDocuments

/// All ordered pairs of released versions, over documents of every sample.
@Suite("Migration between all pairs of versions")
struct VersionPairTests {
  private static let migrator = Migrator(
    TripMigrationPlan.self, schemaName: TripMigrationPlan.schemaName)

  struct Pair: CustomTestStringConvertible, Sendable {
    let sample: String
    let from: Int
    let to: Int
    var testDescription: String { "\(sample) as \(from), to \(to)" }
  }

  static let pairs = SampleFolder.cases().flatMap { sample in
    TripMigrationPlan.releasedMajors.flatMap { from in
      TripMigrationPlan.releasedMajors.map { Pair(sample: sample, from: from, to: $0) }
    }
  }

  /// The sample as a document of a version: without carried entries, as if that version had made it.
  private func document(_ sample: String, version: Int) throws -> Tables {
    let source = try DocumentFile.read(.bytes(try SampleCase(sample).bytes(SampleCase.source)))
    return try convert(source.tables, to: version, .drop)
  }

  private func convert(_ tables: Tables, to version: Int, _ losses: LossPolicy = .carry) throws
    -> Tables
  {
    try Self.migrator.convert(tables, to: Schema.Version(version, 0, 0), losses: losses).tables
  }

  private func text(_ tables: Tables) -> String { TablesDump.text(tables, all: true) }

  // Spec 7.4-6
  @Test("there and back again equals the document, by what is carried", arguments: pairs)
  func thereAndBack(_ pair: Pair) throws {
    let original = try document(pair.sample, version: pair.from)
    let there = try convert(original, to: pair.to)
    #expect(there.schema.version == SchemaVersion(pair.to, 0, 0))
    #expect(TablesCheck.findings(there) == [])
    let back = try convert(there, to: pair.from)
    if pair.to <= pair.from {
      #expect(text(back) == text(original))
    } else {
      // What the way up merges stays merged: from then on nothing changes.
      #expect(text(try convert(back, to: pair.to)) == text(there))
      #expect(text(try convert(convert(back, to: pair.to), to: pair.from)) == text(back))
    }
  }

  @Test("in one go equals saving at every version in between", arguments: pairs)
  func savedInBetween(_ pair: Pair) throws {
    var step = try document(pair.sample, version: pair.from)
    let direct = try convert(step, to: pair.to)
    while let version = step.schema.version?.major, version != pair.to {
      step = try convert(step, to: version < pair.to ? version + 1 : version - 1)
      let bytes = try DocumentFile.bytes(
        of: step, form: .flat, options: DocumentWriteOptions(encoding: .xml))
      step = try DocumentFile.read(.bytes(bytes)).tables
    }
    #expect(text(step) == text(direct))
  }

  // Spec 7.4.3-1
  @Test("nothing is lost without being listed", arguments: pairs)
  func listed(_ pair: Pair) throws {
    let original = try document(pair.sample, version: pair.from)
    let (there, report) = try Self.migrator.convert(
      original, to: Schema.Version(pair.to, 0, 0), losses: .drop)
    // What the sample carries for stages that no plan has stays, and values that the way up narrows are kept.
    #expect(
      there.carried.allSatisfy {
        original.carried.contains($0)
          || pair.from < pair.to && $0["reason"]?.textValue == "narrowed"
      })
    let back = try convert(there, to: pair.from)
    if pair.to < pair.from { #expect((text(back) != text(original)) == !report.losses.isEmpty) }
  }
}
