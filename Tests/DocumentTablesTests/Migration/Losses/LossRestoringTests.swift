import DocumentMigration
import DocumentTables
import Testing

@Suite("Carried losses on the way up")
struct LossRestoringTests {
  // Spec 10.2-3
  @Test("a subentity comes back with what only it has, though another property was edited")
  func subentity() throws {
    var scenario = LossScenario(withoutEntities: ["Work"], withoutProperties: ["perdiem", "boss"])
    scenario.original.rows[5] = LossScenario.trip(
      "a", ["boss": .text("b"), "perdiem": .double(210)])
    scenario.down = { $0.rows[5] = LossScenario.trip("a") }
    scenario.edit = { $0.rows[5]?.values["name"] = .text("edited") }
    let result = try scenario.run()
    #expect(
      result.losses.groups.map { [$0.header.kind.rawValue, $0.header.reason.rawValue] } == [
        ["value", "removed-property"], ["value", "removed-property"],
        ["entity", "became-superentity"],
      ])
    #expect(result.rows.rows[5]?.entity == "Work")
    #expect(result.rows.rows[5]?.values["perdiem"] == .double(210))
    #expect(result.rows.rows[5]?.values["name"] == .text("edited"))
    #expect(result.outcome.tables.carried == [])
  }

  // Spec 10.3-1
  @Test("a value that another program changed stays, and the report says so")
  func changedValue() throws {
    var scenario = LossScenario()
    scenario.original.rows[5] = LossScenario.trip("a", ["days": .integer(3)])
    scenario.down = { $0.rows[5]?.values["days"] = .null }
    scenario.edit = { $0.rows[5]?.values["days"] = .integer(4) }
    let result = try scenario.run()
    #expect(result.rows.rows[5]?.values["days"] == .integer(4))
    #expect(result.dropped == ["value 5: valueChanged"])
  }

  // Spec 10.5-1, 10.6-2
  @Test("a unique key that was taken meanwhile is never overwritten")
  func keyTaken() throws {
    var scenario = LossScenario()
    scenario.original.rows[5] = LossScenario.trip("a", ["days": .integer(3)])
    scenario.down = { $0.rows[5]?.values["name"] = .text("a (2)") }
    scenario.edit = { $0.rows[9] = LossScenario.trip("a", ["days": .integer(3)]) }
    let result = try scenario.run()
    #expect(result.rows.rows[5]?.values["name"] == .text("a (2)"))
    #expect(result.rows.rows[9]?.values["name"] == .text("a"))
    #expect(result.dropped == ["value 5: uniqueTaken"])
  }

  // Spec 10.3-2
  @Test("an object under a key that has another entity now gets nothing")
  func reusedKey() throws {
    var scenario = LossScenario(withoutProperties: ["days"])
    scenario.original.rows[5] = LossScenario.trip("a", ["days": .integer(3)])
    scenario.original.rows[6] = LossScenario.trip("b", ["days": .integer(3)])
    scenario.down = { fixture in
      for key: ObjectKey in [5, 6] { fixture.rows[key]?.values["days"] = .null }
    }
    scenario.edit = {
      $0.rows[5] = LossScenario.item("new", in: nil)
      $0.rows[6] = nil
    }
    let result = try scenario.run()
    #expect(result.rows.rows[5]?.entity == "Item")
    #expect(result.dropped == ["value 6: objectGone", "value 5: keyTaken"])
  }

  // Spec 10.5-1
  @Test("objects of a removed entity come back, but not those of a parent that was deleted")
  func deletedParent() throws {
    var scenario = LossScenario(withoutEntities: ["Item"], withoutProperties: ["items"])
    scenario.original.rows[1] = LossScenario.trip("a", ["items": .references([4, 3])])
    scenario.original.rows[2] = LossScenario.trip("b")
    scenario.original.rows[3] = LossScenario.item("x", in: 1)
    scenario.original.rows[4] = LossScenario.item("y", in: 1)
    scenario.original.rows[4]?.foreign = .members(["com.example": .bool(true)])
    scenario.original.rows[6] = LossScenario.item("z", in: 2)
    scenario.original.rows[7] = LossScenario.item("free", in: nil)
    scenario.down = { fixture in
      for key: ObjectKey in [3, 4, 6, 7] { fixture.rows[key] = nil }
      fixture.rows[1]?.values["items"] = .null
    }
    scenario.edit = { $0.rows[2] = nil }
    let result = try scenario.run()
    #expect(result.rows.rows.keys.sorted() == [1, 3, 4, 7])
    #expect(result.rows.rows[1]?.values["items"] == .references([4, 3]))
    #expect(result.rows.rows[4]?.foreign == .members(["com.example": .bool(true)]))
    #expect(result.dropped == ["object 6: referenceGone"])
    #expect(TablesCheck.findings(result.outcome.tables) == [])
  }

  // Spec 10.5-1
  @Test("an object without its required object does not come back, nor do those that need it")
  func requiredReference() throws {
    var scenario = LossScenario()
    scenario.original.rows[1] = LossScenario.trip("a")
    scenario.original.rows[2] = LossScenario.trip("b")
    scenario.original.rows[3] = LossFixture.Row(
      entity: "Home", values: ["trip": .reference(1)])
    scenario.down = {
      $0.rows[3] = nil
      $0.rows[1] = nil
    }
    // Another program takes the key of the trip.
    scenario.edit = { $0.rows[1] = LossScenario.item("new", in: nil) }
    let result = try scenario.run()
    #expect(result.rows.rows.keys.sorted() == [1, 2])
    #expect(result.dropped == ["object 3: referenceGone", "object 1: keyTaken"])
  }

  // Spec 10.5-3
  @Test("an object made on the way goes again, unless somebody has come to use or change it")
  func addedObject() throws {
    for edit in 0..<3 {
      var scenario = LossScenario()
      scenario.original.rows[1] = LossScenario.trip("a")
      scenario.down = {
        $0.rows[2] = LossScenario.trip("made")
        $0.rows[1]?.values["next"] = .reference(2)
      }
      scenario.edit = { fixture in
        if edit == 1 { fixture.rows[3] = LossScenario.item("new", in: 2) }
        if edit == 2 { fixture.rows[2]?.values["mood"] = .text("wild") }
      }
      let result = try scenario.run()
      #expect(result.rows.rows[1]?.values["next"] == .null)
      #expect((result.rows.rows[2] == nil) == (edit == 0))
      #expect(
        result.dropped == [[], ["added 2: inUse"], ["added 2: valueChanged"]][edit])
    }
  }

  // Spec 10.2-5, 10.5-3
  @Test("extension records and kept parts wait detached for their objects")
  func anchors() throws {
    for isDeleted in [false, true] {
      var scenario = LossScenario(withoutEntities: ["Item"])
      scenario.original.rows[1] = LossScenario.trip("a")
      scenario.original.rows[3] = LossScenario.item("x", in: 1)
      scenario.original.extensions = [
        ExtensionRecord(entity: "com.example.e", key: 900, anchor: 3, value: .text("v"))
      ]
      scenario.original.parts = [KeptPart(name: "attachments/p", bytes: [7], anchor: 3)]
      scenario.down = {
        $0.rows[3] = nil
        $0.extensions = []
        $0.parts = []
      }
      scenario.edit = { fixture in
        #expect(fixture.extensions.map(\.anchor) == [nil])
        #expect(fixture.parts.map(\.anchor) == [nil])
        #expect(fixture.parts.first?.bytes == [7])
        if isDeleted { fixture.rows[1] = nil }
      }
      let result = try scenario.run()
      #expect(result.rows.extensions.map(\.anchor) == [isDeleted ? nil : 3])
      #expect(result.rows.parts.map(\.anchor) == [isDeleted ? nil : 3])
      #expect(
        result.dropped
          == (isDeleted
            ? ["object 3: referenceGone", "extension 3: objectGone", "part 3: objectGone"] : []))
    }
  }

  // Spec 10.1-2
  @Test("an order comes back, and keeps what another program appended")
  func order() throws {
    var scenario = LossScenario()
    scenario.original.rows[1] = LossScenario.trip("a", ["items": .references([6, 3, 4])])
    for key: ObjectKey in [3, 4, 6] {
      scenario.original.rows[key] = LossScenario.item("x", in: 1)
    }
    scenario.down = { $0.rows[1]?.values["items"] = .null }
    scenario.edit = { fixture in
      fixture.rows[9] = LossScenario.item("new", in: 1)
      fixture.rows[3]?.values["trip"] = .null
    }
    let result = try scenario.run()
    #expect(result.losses.groups.map(\.header.reason) == [.orderLost])
    #expect(result.rows.rows[1]?.values["items"] == .references([6, 4, 9]))
    #expect(result.dropped == [])
  }

  // Spec 10.5-2
  @Test("of a one-to-one that was given away meanwhile, nothing is put back")
  func sharedReference() throws {
    var scenario = LossScenario()
    scenario.original.rows[1] = LossScenario.trip("a")
    scenario.original.rows[2] = LossScenario.trip("b", ["twin": .reference(3)])
    scenario.original.rows[3] = LossScenario.trip("c", ["twin": .reference(2)])
    scenario.down = {
      $0.rows[2]?.values["twin"] = .null
      $0.rows[3]?.values["twin"] = .null
    }
    scenario.edit = {
      $0.rows[1]?.values["twin"] = .reference(3)
      $0.rows[3]?.values["twin"] = .reference(1)
    }
    let result = try scenario.run()
    #expect(TablesCheck.findings(result.outcome.tables) == [])
    #expect(result.rows.rows[1]?.values["twin"] == .reference(3))
    #expect(result.rows.rows[2]?.values["twin"] == .null)
    #expect(result.dropped == ["value 3: valueChanged", "value 2: notAllowed"])
  }
}
