import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

/// The laws of migration for changes that nobody thought of, through files in every form.
@Suite("Migration between generated schemas, with documents in between")
struct DocumentLawTests {
  private struct Pair {
    var seed: UInt64
    var older: Tables
    var newer: Tables
    var difference: SchemaDifference

    init?(seed: UInt64) {
      self.seed = seed
      var generator = GeneratedMigration(seed: seed)
      let entities = generator.entities()
      guard
        let old = try? TableSchema(
          name: "S", version: SchemaVersion(1, 0, 0), entities: entities)
      else { return nil }
      older = generator.tables(old)
      var edited = entities
      for _ in 0..<(1 + seed % 4) { generator.edit(&edited) }
      guard
        let new = try? TableSchema(
          name: "S", version: SchemaVersion(2, 0, 0), entities: edited),
        let difference = try? SchemaDifference(from: old, to: new)
      else { return nil }
      newer = generator.tables(new)
      self.difference = difference
      guard TablesCheck.findings(older).isEmpty, TablesCheck.findings(newer).isEmpty else {
        return nil
      }
    }

    private var stage: LossStage { LossStage(from: difference.new, to: difference.old) }

    func up(_ tables: Tables) throws -> Tables {
      try tables.migrated(by: difference).restoringCarried(
        of: stage, from: tables, counterparts: StageCounterparts(difference)
      ).tables
    }

    func down(_ tables: Tables) throws -> Tables {
      let reverted = try tables.migrated(by: difference.reversed()).inWrittenForm()
      var plain = reverted
      plain.carried = []
      return Losses.between(
        tables, try plain.migrated(by: difference), downgraded: reverted,
        counterparts: StageCounterparts(difference)
      ).carried(in: reverted, from: tables)
    }

    /// Written and read again, each pair in another form and encoding.
    func filed(_ tables: Tables) throws -> Tables {
      let bytes = try DocumentFile.bytes(
        of: tables, form: seed % 2 == 0 ? .document : .flat,
        options: DocumentWriteOptions(encoding: seed % 4 < 2 ? .json : .xml))
      return try DocumentFile.read(.bytes(bytes)).tables
    }
  }

  private static let pairs = (0..<400).compactMap { Pair(seed: UInt64($0)) }

  private func text(_ tables: Tables) -> String { TablesDump.text(tables, all: true) }

  @Test("down and up again gives the document, by what its file carries")
  func downAndUp() throws {
    var count = 0
    var lossy = 0
    for pair in Self.pairs {
      let original = try pair.filed(pair.newer)
      // A required to-one without an object, or a count, is no loss but a refusal.
      guard let older = try? pair.down(original) else { continue }
      let down = try pair.filed(older)
      #expect(text(down) == text(older), "seed \(pair.seed)")
      let again = try pair.filed(try pair.up(down))
      #expect(text(again) == text(original), "seed \(pair.seed): \(pair.difference.steps)")
      count += 1
      if !down.carried.isEmpty { lossy += 1 }
    }
    #expect(count > 100)
    #expect(lossy > 40)
  }

  @Test("up, down and up again gives what up gave")
  func upDownUp() throws {
    var count = 0
    for pair in Self.pairs {
      guard let first = try? pair.up(try pair.filed(pair.older)) else { continue }
      let up = try pair.filed(first)
      #expect(text(up) == text(first), "seed \(pair.seed)")
      guard let older = try? pair.down(up) else { continue }
      let again = try pair.up(try pair.filed(older))
      #expect(text(again) == text(up), "seed \(pair.seed): \(pair.difference.steps)")
      count += 1
    }
    #expect(count > 100)
  }
}
