import DocumentMigration
import DocumentTables
import Testing

@Suite("The way back to an older schema")
struct MigrationBackTests {
  /// The rows of tables of the new schema under the old one.
  private func back(
    _ rows: [TablesFixture.Row], _ change: MigrationChange
  ) throws -> [ObjectKey: [String: Value]] {
    let (old, new) = try change.schemas()
    let difference = try SchemaDifference(from: old, to: new).reversed()
    return TablesFixture.rows(try TablesFixture.tables(new, rows).migrated(by: difference))
  }

  /// An attribute of the one entity of a schema, before and after.
  private func attribute(
    _ before: TableAttribute, _ after: TableAttribute, _ values: [Value]
  ) throws -> [Value?] {
    func schema(_ attribute: TableAttribute) throws -> TableSchema {
      try TableSchema(
        name: "S", version: nil, entities: [TableEntity(name: "A", attributes: [attribute])])
    }
    let difference = try SchemaDifference(from: schema(before), to: schema(after))
    let tables = TablesFixture.tables(
      try schema(after),
      values.enumerated().map { ("A", ObjectKey($0.offset + 1), ["n": $0.element]) })
    let rows = TablesFixture.rows(try tables.migrated(by: difference.reversed()))
    return values.indices.map { rows[ObjectKey($0 + 1)]?["n"] }
  }

  private func number(_ type: ScalarType) -> TableAttribute {
    TableAttribute(name: "n", type: .scalar(type), isNullable: true)
  }

  // Spec 7.4-7
  @Test("takes the nearest number")
  func narrowing() throws {
    #expect(
      try attribute(
        number(.int8), number(.int64), [.integer(300), .integer(-300), .integer(7), .null])
        == [.integer(127), .integer(-128), .integer(7), .null])
    #expect(
      try attribute(
        number(.int32), number(.double),
        [.double(1e300), .double(-.infinity), .double(.nan), .double(-2.5), .double(2.4)])
        == [
          .integer(2_147_483_647), .integer(-2_147_483_648), .integer(0), .integer(-3), .integer(2),
        ])
    #expect(
      try attribute(number(.uint32), number(.uint64), [.unsigned(.max), .unsigned(5)])
        == [.integer(4_294_967_295), .integer(5)])
    #expect(
      try attribute(number(.float), number(.double), [.double(1e300), .double(0.1), .double(.nan)])
        == [
          .double(Double(Float.greatestFiniteMagnitude)), .double(Double(Float(0.1))),
          .double(.nan),
        ])
  }

  // Spec 7.4-7
  @Test("gives UTC to times of unknown zones, and leaves all others")
  func zones() throws {
    let zoned = Value.text("2026-07-01T14:30:00+02:00[Europe/Paris]")
    #expect(
      try attribute(
        number(.zonedTime), number(.clockTime), [.text("2026-07-01T14:30:00.5"), zoned, .null])
        == [.text("2026-07-01T14:30:00.5+00:00[Etc/UTC]"), zoned, .null])
    func list(_ type: ScalarType) -> TableAttribute {
      TableAttribute(name: "n", type: .array(type, nullableElements: false), isNullable: true)
    }
    #expect(
      try attribute(
        list(.zonedTime), list(.clockTime), [.array([zoned, .text("2026-07-01T14:30:00")])])
        == [.array([zoned, .text("2026-07-01T14:30:00+00:00[Etc/UTC]")])])
  }

  @Test("keeps the items of a list that fit, and takes the nearest or a blank item for the others")
  func items() throws {
    func list(_ type: ScalarType, nullable: Bool) -> TableAttribute {
      TableAttribute(name: "n", type: .array(type, nullableElements: nullable), isNullable: true)
    }
    let values = [Value.array([.integer(3), .null, .integer(-300)])]
    #expect(
      try attribute(list(.int8, nullable: false), list(.int32, nullable: true), values)
        == [.array([.integer(3), .integer(0), .integer(-128)])])
    #expect(
      try attribute(list(.int8, nullable: true), list(.int32, nullable: true), values)
        == [.array([.integer(3), .null, .integer(-128)])])
  }

  // Spec 7.4-7
  @Test("puts the default, the first case or a blank value in the place of nil")
  func required() throws {
    func filled(_ change: (inout TableAttribute) -> Void) throws -> Value? {
      var before = TableAttribute(name: "n", type: .scalar(.text))
      change(&before)
      var after = before
      after.isNullable = true
      return try attribute(before, after, [.null, .text("b")])[0]
    }
    #expect(try filled { _ in } == .text(""))
    #expect(try filled { $0.defaultValue = .value(.text("d")) } == .text("d"))
    #expect(try filled { $0.cases = [.text("c"), .text("b")] } == .text("b"))
    #expect(
      try attribute(
        TableAttribute(name: "n", type: .scalar(.uuid)),
        TableAttribute(name: "n", type: .scalar(.uuid), isNullable: true), [.null]) == [.uuid(0)])
  }

  // Spec 7.4-7
  @Test("puts the default, nil or the first case in the place of a case that is not there")
  func cases() throws {
    func replaced(_ change: (inout TableAttribute) -> Void) throws -> Value? {
      var before = TableAttribute(
        name: "n", type: .scalar(.text), cases: [.text("a"), .text("b")])
      change(&before)
      var after = before
      after.cases = [.text("a"), .text("b"), .text("c")]
      return try attribute(before, after, [.text("c"), .text("b")])[0]
    }
    #expect(try replaced { _ in } == .text("a"))
    #expect(try replaced { $0.isNullable = true } == .null)
    #expect(try replaced { $0.defaultValue = .value(.text("b")) } == .text("b"))
  }

  // Spec 7.4-7
  @Test("makes objects of a new subentity objects of the nearest superentity that may have some")
  func subentity() throws {
    let added = MigrationChange("") {
      $0.append(TableEntity(name: "Tour", superentity: "Work"))
      $0.append(TableEntity(name: "Crew"))
    }
    let rows = try back(
      [
        ("Tour", 1, ["name": .text("t"), "reason": .text("r")]), ("Crew", 2, [:]),
        ("Item", 3, ["trip": .reference(1)]),
      ], added)
    #expect(rows[1]?["$entity"] == .text("Work"))
    #expect(rows[1]?["reason"] == .text("r"))
    #expect(rows[2] == nil)
    #expect(rows[3]?["trip"] == .reference(1))
    let freed = MigrationChange(
      "", before: { $0["Work"].isAbstract = true }, after: { $0["Work"].isAbstract = false })
    #expect(try back([("Work", 1, ["name": .text("w")])], freed)[1]?["$entity"] == .text("Trip"))
  }

  @Test("takes away what led to objects that have no place")
  func lostObjects() throws {
    let added = MigrationChange(
      "",
      before: {
        $0.append(TableEntity(name: "Place", isAbstract: true))
        $0["Tag"].relationships.append(
          TableRelationship(name: "places", destination: "Place", isToMany: true))
      }, after: { $0.append(TableEntity(name: "Town", superentity: "Place")) })
    let rows = try back([("Town", 1, [:]), ("Tag", 2, ["places": .references([1])])], added)
    #expect(rows[1] == nil)
    #expect(rows[2]?["places"] == .references([]))
  }

  // Spec 7.4-7
  @Test("keeps the first of several objects")
  func toOne() throws {
    let change = MigrationChange(
      "",
      before: {
        $0["Tag"].relationships.append(
          TableRelationship(name: "z", destination: "Tag", isToMany: false))
      }, after: { $0["Tag"][relationship: "z"].isToMany = true })
    let rows = try back(
      [("Tag", 1, ["z": .references([2, 1])]), ("Tag", 2, ["z": .references([])])], change)
    #expect(rows[1]?["z"] == .reference(2))
    #expect(rows[2]?["z"] == .null)
  }

  // Spec 7.4-3
  @Test("parts the tables that a new superentity has joined")
  func joinedTables() throws {
    let change = MigrationChange(
      "",
      before: {
        for name in ["Inn", "Bar"] {
          $0.append(
            TableEntity(
              name: name, attributes: [TableAttribute(name: "town", type: .scalar(.text))]))
        }
      },
      after: {
        let town = $0["Inn"].take("town")
        $0["Bar"].attributes = []
        $0.append(TableEntity(name: "Place", isAbstract: true, attributes: [town]))
        $0["Inn"].superentity = "Place"
        $0["Bar"].superentity = "Place"
      })
    let (old, new) = try change.schemas()
    let difference = try SchemaDifference(from: old, to: new)
    let tables = TablesFixture.tables(
      old,
      (1...9).map { key in
        (key.isMultiple(of: 2) ? "Inn" : "Bar", ObjectKey(key), ["town": .text("\(key)")])
      })
    let joined = try tables.migrated(by: difference)
    let index = try #require(new.hierarchyIndex(of: "Place"))
    #expect(
      joined.tables[index].segments.flatMap { s in (0..<s.count).map { s.keys[$0] } }
        == Array(1...9))
    #expect(TablesFixture.rows(joined)[4] == ["$entity": .text("Inn"), "town": .text("4")])
    let parted = try joined.migrated(by: difference.reversed())
    #expect(TablesDump.text(parted, all: true) == TablesDump.text(tables, all: true))
    #expect(difference.oldCounterpart(entity: "Inn", property: "town")?.entity == "Inn")
    #expect(difference.oldCounterpart(entity: "Place", property: "town")?.entity == "Bar")
  }

  // Spec 7.4-3
  @Test("names what a property was, for every entity that has it")
  func counterparts() throws {
    let difference = try SchemaDifferenceTests.difference {
      $0["Trip"][attribute: "name"].originalName = "name"
      $0["Trip"][attribute: "name"].name = "title"
      $0["Trip"].uniquenessConstraints = []
      $0.append(
        TableEntity(
          name: "Tour", superentity: "Work",
          attributes: [TableAttribute(name: "guide", type: .scalar(.text), isNullable: true)]))
      let days = $0["Trip"].take("days")
      $0["Trip"].indexes = []
      $0["Work"].attributes.append(days)
    }
    func counterpart(_ entity: String, _ property: String) -> String? {
      difference.oldCounterpart(entity: entity, property: property).map { "\($0).\($1)" }
    }
    #expect(counterpart("Trip", "title") == "Trip.name")
    #expect(counterpart("Tour", "title") == "Work.name")
    #expect(counterpart("Tour", "days") == "Work.days")
    #expect(counterpart("Tour", "guide") == nil)
    #expect(counterpart("Trip", "name") == nil)
    #expect(difference.oldCounterpart(entity: "Tour") == "Work")
  }

  @Test("tells how many rows a step touches")
  func touchedRows() throws {
    let rows: [TablesFixture.Row] = [
      ("Trip", 1, ["days": .integer(1)]), ("Trip", 2, [:]), ("Work", 3, ["days": .integer(1)]),
      ("Item", 4, ["trip": .reference(1)]),
    ]
    func touched(_ change: MigrationChange) throws -> [Int] {
      let (old, new) = try change.schemas()
      return TablesFixture.tables(old, rows)
        .touchedRows(by: try SchemaDifference(from: old, to: new))
    }
    #expect(try touched(MigrationChange("") { $0.remove("Work") }) == [1])
    #expect(
      try touched(MigrationChange("") { $0["Trip"][attribute: "days"].type = .scalar(.double) })
        == [3])
    #expect(
      try touched(MigrationChange("") { $0["Trip"][attribute: "days"].type = .scalar(.int64) })
        == [0])
    #expect(
      try touched(MigrationChange("") { $0["Trip"].uniquenessConstraints = [["days"]] }) == [3, 0])
    #expect(
      try touched(MigrationChange("") { $0["Item"][relationship: "trip"].isToMany = true }) == [1])
    #expect(
      try touched(
        MigrationChange("") {
          $0["Trip"][attribute: "name"].isExternal = true
          $0["Trip"][relationship: "items"].deleteRule = .cascade
        }) == [0, 0])
  }
}
