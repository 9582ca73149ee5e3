import DocumentMigration
import DocumentTables
import Testing

@Suite("Rows without a place in the new schema")
struct RowRefusalTests {
  private func problem(
    _ rows: [TablesFixture.Row], back: Bool = false, _ change: MigrationChange
  ) throws -> String? {
    var (old, new) = try change.schemas()
    let forward = try SchemaDifference(from: old, to: new)
    if back { swap(&old, &new) }
    let tables = TablesFixture.tables(old, rows)
    do {
      _ = try tables.migrated(by: back ? forward.reversed() : forward)
      return nil
    } catch {
      #expect(error.code == .unsupportedChange)
      return error.description
    }
  }

  private let rows: [TablesFixture.Row] = [
    ("Trip", 1, ["name": .text("a"), "days": .integer(1)]),
    ("Trip", 2, ["name": .text("b")]),
    ("Work", 3, ["name": .text("c"), "days": .integer(1)]),
    ("Item", 4, ["trip": .reference(1)]), ("Item", 5, ["trip": .reference(1)]),
    ("Item", 6, [:]), ("Tag", 7, ["trips": .references([2])]),
  ]

  @Test("name the object and what to write")
  func texts() throws {
    #expect(
      try problem(rows, MigrationChange("") { $0["Trip"][attribute: "days"].isNullable = false })
        == """
        Trip.days: it becomes required, but object 2 has no value: give it one in the willMigrate \
        closure of a custom stage
        """)
    #expect(
      try problem(rows, MigrationChange("") { $0["Item"][relationship: "trip"].isNullable = false })
        == """
        Item.trip: it becomes required, but object 6 has no value: give it one in the willMigrate \
        closure of a custom stage
        """)
    #expect(
      try problem(
        rows,
        MigrationChange("") {
          $0["Tag"].relationships.append(
            TableRelationship(name: "z", destination: "Tag", isToMany: false, isNullable: false))
        })
          == """
          Tag.z: it is required, but object 7 has no value: give it one in the didMigrate closure of \
          a custom stage
          """)
    #expect(
      try problem(
        rows,
        MigrationChange(
          "", before: { $0["Work"][attribute: "reason"].isNullable = false },
          after: {
            let reason = $0["Work"].take("reason")
            $0["Trip"].attributes.append(reason)
          }))
          == """
          Trip.reason: it is required, but object 1 has no value: give it one in the didMigrate \
          closure of a custom stage
          """)
    #expect(
      try problem(
        rows,
        MigrationChange("") { $0["Trip"][attribute: "name"].cases = [.text("a"), .text("c")] })
          == """
          Trip.name: the value "b" of object 2 is no longer one of its cases: give it one of them in \
          the willMigrate closure of a custom stage
          """)
    #expect(
      try problem(rows, MigrationChange("") { $0["Trip"].isAbstract = true })
        == "Trip: it becomes abstract, but object 1 is of it")
    #expect(
      try problem(rows, MigrationChange("") { $0["Trip"][relationship: "items"].isToMany = false })
        == """
        Item.trip: object 5 shares object 1 with another, and the other end becomes to-one: take all \
        but one out in a custom stage
        """)
    #expect(
      try problem(
        [("Tag", 1, ["z": .references([2, 1])]), ("Tag", 2, [:])],
        MigrationChange(
          "",
          before: {
            $0["Tag"].relationships.append(
              TableRelationship(name: "z", destination: "Tag", isToMany: true))
          }, after: { $0["Tag"][relationship: "z"].isToMany = false }))
          == """
          Tag.z: it becomes to-one, but object 1 has 2 objects: take all but one out in a custom stage
          """)
    #expect(
      try problem(rows, MigrationChange("") { $0["Trip"][relationship: "items"].minimumCount = 1 })
        == """
        Trip.items: object 2 has 0 objects, at least 1 are required: put that right in the \
        willMigrate closure of a custom stage
        """)
    #expect(
      try problem(rows, MigrationChange("") { $0["Trip"][relationship: "items"].maximumCount = 1 })
        == """
        Trip.items: object 1 has 2 objects, at most 1 are allowed: put that right in the willMigrate \
        closure of a custom stage
        """)
    #expect(
      try problem(
        [("Tag", 1, ["z": .references([2])]), ("Tag", 2, ["z": .references([])])],
        MigrationChange(
          "",
          before: {
            $0["Tag"].relationships.append(
              TableRelationship(name: "z", destination: "Tag", isToMany: true))
          }, after: { $0["Tag"][relationship: "z"].inverse = "z" }))
          == """
          Tag.z: object 1 refers to others, but object 2 does not refer back to it: put that right in \
          the willMigrate closure of a custom stage
          """)
    #expect(
      try problem(
        [("Item", 1, ["tag": .reference(2)]), ("Tag", 2, [:]), ("Tag", 3, [:])],
        MigrationChange(
          "",
          before: {
            $0["Item"].relationships = [
              TableRelationship(
                name: "tag", destination: "Tag", inverse: "item", isToMany: false)
            ]
            $0["Trip"].relationships.removeAll { $0.name == "items" }
            $0["Tag"].relationships.append(
              TableRelationship(name: "item", destination: "Item", inverse: "tag", isToMany: false))
          }, after: { $0["Tag"][relationship: "item"].isNullable = false }))
          == """
          Tag.item: object 3 has no object, and must have one: put that right in the willMigrate \
          closure of a custom stage
          """)
    #expect(
      try problem(
        [("Work", 1, ["name": .text("w")]), ("Item", 2, ["trip": .reference(1)])],
        MigrationChange(
          "", before: { $0["Item"][relationship: "trip"].isNullable = false },
          after: { $0.remove("Work") }))
          == """
          Item.trip: object 2 must refer to an object, and its object is of a removed entity: give it \
          another one in the willMigrate closure of a custom stage
          """)
    let gainsInverse = MigrationChange(
      "",
      before: {
        $0["Item"].relationships = [
          TableRelationship(name: "tag", destination: "Tag", isToMany: false)
        ]
        $0["Trip"].relationships.removeAll { $0.name == "items" }
      },
      after: {
        $0["Item"][relationship: "tag"].inverse = "item"
        $0["Tag"].relationships.append(
          TableRelationship(name: "item", destination: "Item", inverse: "tag", isToMany: false))
      })
    #expect(
      try problem(
        [
          ("Item", 1, ["tag": .reference(3)]), ("Item", 2, ["tag": .reference(3)]), ("Tag", 3, [:]),
        ], gainsInverse)
          == """
          Item.tag: object 2 shares object 3 with another, and the other end becomes to-one: take all \
          but one out in a custom stage
          """)
  }

  // Spec 7.4-4
  @Test("are refused on the way back only where nothing can stand for what is missing")
  func back() throws {
    #expect(
      try problem(
        [("Item", 1, [:])], back: true,
        MigrationChange(
          "", before: { $0["Item"][relationship: "trip"].isNullable = false },
          after: { $0["Item"][relationship: "trip"].isNullable = true }))
          == """
          Item.trip: it becomes required, but object 1 has no value: give it one in the closure of the \
          stage for the way back
          """)
    let removed = MigrationChange(
      "",
      before: {
        $0["Tag"].relationships.append(
          TableRelationship(name: "z", destination: "Item", isToMany: false, isNullable: false))
      }, after: { $0["Tag"].relationships.removeAll { $0.name == "z" } })
    #expect(
      try problem([("Tag", 1, [:])], back: true, removed)
        == """
        Tag.z: it is required, but object 1 has no value: give it one in the closure of the stage \
        for the way back
        """)
    #expect(
      try problem(
        [("Trip", 1, [:])], back: true,
        MigrationChange(
          "", before: { $0["Trip"][relationship: "items"].minimumCount = 1 },
          after: { $0["Trip"][relationship: "items"].minimumCount = nil }))
          == """
          Trip.items: object 1 has 0 objects, at least 1 are required: put that right in the closure \
          of the stage for the way back
          """)
    let added = MigrationChange("") {
      $0.append(TableEntity(name: "Crew"))
      $0["Tag"].relationships.append(
        TableRelationship(name: "z", destination: "Crew", isToMany: false, isNullable: false))
    }
    #expect(
      try problem([("Crew", 1, [:]), ("Tag", 2, ["z": .reference(1)])], back: true, added) == nil)
  }
}
