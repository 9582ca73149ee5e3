import DocumentMigration
import DocumentTables
import Testing

@Suite("Losses of an inferred stage")
struct LossStageTests {
  /// Without subentity, two entities and some properties, with other names, fewer cases, a required
  /// text.
  private static func difference() throws -> SchemaDifference {
    var newer = LossFixture.entities()
    var older = newer
    older.removeAll { ["Work", "Home", "Visa"].contains($0.name) }
    for (index, entity) in older.enumerated() {
      switch entity.name {
      case "Trip":
        older[index].attributes.removeAll { ["days", "note"].contains($0.name) }
        older[index].relationships.removeAll { ["home", "twin"].contains($0.name) }
        older[index].uniquenessConstraints = []
        for place in older[index].attributes.indices {
          switch older[index].attributes[place].name {
          case "name": older[index].attributes[place].name = "title"
          case "mood": older[index].attributes[place].cases = [.text("calm")]
          default: break
          }
        }
      case "Item":
        for place in older[index].attributes.indices
        where older[index].attributes[place].name == "title" {
          older[index].attributes[place].isNullable = false
          older[index].attributes[place].defaultValue = .value(.text(""))
        }
      default: break
      }
    }
    if let place = newer[0].attributes.firstIndex(where: { $0.name == "name" }) {
      newer[0].attributes[place].originalName = "title"
    }
    return try SchemaDifference(
      from: TableSchema(name: "S", version: SchemaVersion(1, 0, 0), entities: older),
      to: TableSchema(name: "S", version: SchemaVersion(2, 0, 0), entities: newer))
  }

  // Spec 7.4-5, 10.1-1
  @Test("down, up is the original, whatever it holds", arguments: 0..<60)
  func law(seed: Int) throws {
    var generator = LossGenerator(seed: UInt64(5000 + seed))
    let difference = try Self.difference()
    let counterparts = StageCounterparts(difference)
    var original = try generator.fixture().tables()
    original.schema = difference.new
    let down = try original.migrated(by: difference.reversed()).inWrittenForm()
    let losses = Losses.between(
      original, try down.migrated(by: difference), downgraded: down, counterparts: counterparts)
    let carried = losses.carried(in: down, from: original)
    #expect(TablesCheck.findings(carried) == [])
    let outcome = try carried.migrated(by: difference).restoringCarried(
      of: LossStage(from: difference.new, to: difference.old), from: carried,
      counterparts: counterparts)
    #expect(outcome.dropped.isEmpty)
    #expect(LossFixture.dump(outcome.tables) == LossFixture.dump(original))
  }

  // Spec 10.6-1
  @Test("says why each thing is lost, and nothing else")
  func reasons() throws {
    var reasons: Set<String> = []
    let difference = try Self.difference()
    for seed in 0..<30 {
      var generator = LossGenerator(seed: UInt64(5000 + seed))
      var original = try generator.fixture().tables()
      original.schema = difference.new
      let down = try original.migrated(by: difference.reversed()).inWrittenForm()
      let losses = Losses.between(
        original, try down.migrated(by: difference), downgraded: down,
        counterparts: StageCounterparts(difference))
      for group in losses.groups where group.header.kind == .value {
        reasons.insert("\(group.header.property ?? ""): \(group.header.reason.rawValue)")
      }
    }
    #expect(
      reasons.sorted() == [
        "boss: removed-property", "clients: removed-property", "days: removed-property",
        "mood: removed-case", "note: removed-property", "perdiem: removed-property",
        "title: required", "twin: removed-property", "visa: removed-property",
      ])
  }
}
