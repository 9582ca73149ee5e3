import DocumentMigration
import DocumentTables
import Testing

@Suite("Changes that need a decision only where rows exist")
struct OpenDecisionTests {
  private func difference(_ change: MigrationChange) throws -> SchemaDifference {
    let (old, new) = try change.schemas()
    return try SchemaDifference(from: old, to: new, decisions: .leftToRows)
  }

  @Test("are accepted in empty tables, but never an ambiguity")
  func empty() throws {
    for change in MigrationChange.refusals {
      let (old, new) = try change.schemas()
      let isAmbiguous = SchemaDifference.problems(from: old, to: new)
        .contains { $0.code == .ambiguousChange }
      guard !isAmbiguous else {
        #expect(throws: SchemaProblem.self) { try self.difference(change) }
        continue
      }
      let tables = Tables(schema: old, documentID: 1)
      let difference = try self.difference(change)
      #expect(try tables.migrated(by: difference).schema == new, "\(change.title)")
      #expect(
        tables.words(onOpenDecisions: difference).count
          == Set(difference.openDecisions.map(\.problem)).count,
        "\(change.title)")
      let back = Tables(schema: new, documentID: 1)
      #expect(try back.migrated(by: difference.reversed()).schema == old, "\(change.title)")
    }
  }

  private func outcome(
    _ rows: [TablesFixture.Row], _ change: MigrationChange
  ) throws -> String? {
    let tables = TablesFixture.tables(try change.schemas().old, rows)
    do throws(SchemaProblem) {
      let migrated = try tables.migrated(by: try difference(of: change))
      #expect(TablesCheck.findings(migrated).isEmpty)
      return nil
    } catch {
      return "\(error.entity ?? "") \(error.object ?? 0): \(error.detail)"
    }
  }

  private func difference(of change: MigrationChange) throws(SchemaProblem) -> SchemaDifference {
    do {
      return try difference(change)
    } catch let problem as SchemaProblem {
      throw problem
    } catch {
      throw SchemaProblem(.malformed, "\(error)")
    }
  }

  private let retyped = MigrationChange("") { $0["Trip"][attribute: "days"].type = .scalar(.text) }
  private let narrowed = MigrationChange("") {
    $0["Trip"][attribute: "days"].type = .scalar(.int16)
  }

  @Test("no value of a column decides, only that there is none")
  func values() throws {
    let none: [TablesFixture.Row] = [
      ("Trip", 1, ["name": .text("a")]), ("Work", 2, ["name": .text("b")]),
    ]
    #expect(try outcome(none, retyped) == nil)
    #expect(try outcome(none, narrowed) == nil)
    // Every stored value would fit the narrower type.
    for change in [retyped, narrowed] {
      let words = try outcome(
        none + [("Work", 3, ["name": .text("c"), "days": .integer(1)])], change)
      #expect(words?.hasPrefix("Trip 3: it was int32 and becomes ") == true)
      #expect(words?.hasSuffix("; object 3 has the value 1") == true)
    }
  }

  @Test("a required attribute that is new or of another type needs rows that are not there")
  func required() throws {
    let added = MigrationChange("") {
      $0["Tag"].attributes.append(TableAttribute(name: "z", type: .scalar(.text)))
    }
    #expect(try outcome([("Trip", 1, ["name": .text("a")])], added) == nil)
    let words = try outcome([("Tag", 4, [:])], added)
    #expect(words?.hasPrefix("Tag 4: it is new and required") == true)
    #expect(words?.hasSuffix("; the first such object is 4") == true)
    let both = MigrationChange("") {
      $0["Trip"][attribute: "days"].type = .scalar(.text)
      $0["Trip"][attribute: "days"].isNullable = false
    }
    let rows: [TablesFixture.Row] = [("Trip", 1, ["name": .text("a")])]
    #expect(try outcome(rows, both)?.hasPrefix("Trip 1: it was int32 and becomes text") == true)
    let filled = MigrationChange("") {
      $0["Trip"][attribute: "days"].type = .scalar(.text)
      $0["Trip"][attribute: "days"].isNullable = false
      $0["Trip"][attribute: "days"].defaultValue = .value(.text("none"))
    }
    #expect(try outcome(rows, filled) == nil)
  }

  @Test("references to another entity are dropped and counted, other relationships must be empty")
  func relationships() throws {
    let led = MigrationChange(
      "",
      before: {
        $0["Item"].relationships.append(
          TableRelationship(name: "z", destination: "Tag", isToMany: false))
      }, after: { $0["Item"][relationship: "z"].destination = "Trip" })
    let rows: [TablesFixture.Row] = [
      ("Item", 1, ["z": .reference(3)]), ("Item", 2, [:]), ("Tag", 3, [:]),
    ]
    #expect(try outcome(rows, led) == nil)
    let tables = TablesFixture.tables(try led.schemas().old, rows)
    let difference = try self.difference(led)
    #expect(
      tables.words(onOpenDecisions: difference).map {
        $0.hasSuffix("; the references of 1 object are dropped")
      }
        == [true])
    #expect(TablesFixture.rows(try tables.migrated(by: difference))[1]?["z"] == .null)
    let uninversed = MigrationChange("") {
      $0["Trip"][relationship: "items"].inverse = nil
      $0["Item"].relationships = []
    }
    let trip: [TablesFixture.Row] = [("Trip", 1, ["name": .text("a")]), ("Item", 2, [:])]
    #expect(try outcome(trip, uninversed) == nil)
    #expect(
      try outcome(trip + [("Item", 3, ["trip": .reference(1)])], uninversed)?
        .hasSuffix("; object 1 leads to object 3") == true)
    let attribute = MigrationChange("") {
      $0["Trip"].relationships.removeAll { $0.name == "tags" }
      $0["Tag"].relationships = []
      $0["Tag"].attributes = [
        TableAttribute(name: "trips", type: .scalar(.text), isNullable: true)
      ]
    }
    #expect(try outcome(trip + [("Tag", 4, [:])], attribute) == nil)
    #expect(
      try outcome(trip + [("Tag", 4, ["trips": .references([1])])], attribute)?
        .hasSuffix("; object 4 leads to object 1") == true)
  }

  @Test("an entity may leave its superentity while it has no objects")
  func superentity() throws {
    let left = MigrationChange("") { $0["Work"].superentity = nil }
    let rows: [TablesFixture.Row] = [("Trip", 1, ["name": .text("a")])]
    #expect(try outcome(rows, left) == nil)
    #expect(
      try outcome(rows + [("Work", 2, ["name": .text("b")])], left)?
        .hasSuffix("; the first such object is 2") == true)
  }

  @Test("are decided in each segment as in all, where a migration goes segment by segment")
  func bySegment() throws {
    let migration = try #require(SegmentMigration([try difference(retyped)]))
    for (value, isAccepted) in [(Value.null, true), (.integer(1), false)] {
      let tables = TablesFixture.tables(
        try retyped.schemas().old, [("Trip", 1, ["name": .text("a"), "days": value])])
      let index = try #require(tables.schema.hierarchyIndex(of: "Trip"))
      var narrowed: [SegmentMigration.Passage] = []
      let found = try? migration.migrated(
        tables.tables[index].segments[0], hierarchy: index, narrowed: &narrowed)
      #expect((found != nil) == isAccepted)
    }
  }
}
