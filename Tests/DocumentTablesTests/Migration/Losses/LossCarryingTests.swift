import Testing

@testable import DocumentMigration
@testable import DocumentTables

@Suite("The entries of carried losses")
struct LossCarryingTests {
  private static let stage = LossStage(
    schema: "S", from: SchemaVersion(2, 0, 0), to: SchemaVersion(1, 0, 0))

  private func tables() throws -> Tables {
    var fixture = LossFixture()
    fixture.rows[1] = LossScenario.trip("a", ["days": .integer(3)])
    fixture.rows[5] = LossScenario.trip("b", ["days": .null])
    return try fixture.tables()
  }

  private func losses() throws -> Losses {
    var scenario = LossScenario(withoutProperties: ["note"])
    scenario.original.rows[1] = LossScenario.trip(
      "a", ["days": .integer(3), "note": .tree(.double(1))])
    scenario.original.rows[5] = LossScenario.trip("b", ["days": .integer(4)])
    scenario.down = {
      $0.rows[1]?.values["days"] = .null
      $0.rows[1]?.values["note"] = .null
      $0.rows[5]?.values["days"] = .integer(9)
    }
    return try scenario.run().losses
  }

  // Spec 10.2-1, 10.2-2, 10.2-4
  @Test("one tree for each group, with keys, values and guards in columns")
  func form() throws {
    let texts = try losses().groups.map {
      String(decoding: CanonicalJSON.bytes(of: $0.tree), as: UTF8.self)
    }
    let stage = #""stage":{"from":"2.0.0","schema":"S","to":"1.0.0"}"#
    #expect(
      texts == [
        #"{"entity":"Trip","guards":[null,9],"hierarchy":"Trip","keys":[1,5],"loss":"value","#
          + #""olderEntity":"Trip","property":"days","reason":"changed",\#(stage),"values":[3,4]}"#,
        #"{"entity":"Trip","hierarchy":"Trip","keys":[1],"loss":"value","olderEntity":"Trip","#
          + #""property":"note","reason":"removed-property",\#(stage),"values":[1.0]}"#,
      ])
  }

  // Spec 10.7-1
  @Test("the report is a JSON array with one object on each line")
  func report() throws {
    var bytes: [UInt8] = []
    try losses().dropped().report { bytes.append(contentsOf: $0) }
    let stage = #""stage":{"from":"2.0.0","schema":"S","to":"1.0.0"}"#
    let place = #"{"entity":"Trip","#
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        [
        \(place)"guard":null,"hierarchy":"Trip","key":1,"kind":"value","property":"days",\
        "reason":"changed","recoverable":false,\(stage),"value":3},
        \(place)"hierarchy":"Trip","key":1,"kind":"value","property":"note",\
        "reason":"removed-property","recoverable":false,\(stage),"value":1.0},
        \(place)"guard":9,"hierarchy":"Trip","key":5,"kind":"value","property":"days",\
        "reason":"changed","recoverable":false,\(stage),"value":4}
        ]

        """)
    #expect(
      try losses().entriesByObject.map(\.description) == [
        "Trip 1.days: 3: it comes back from version 1.0.0 changed",
        "Trip 1.note: 1.0: version 1.0.0 has no such property",
        "Trip 5.days: 4: it comes back from version 1.0.0 changed",
      ])
    var empty: [UInt8] = []
    Losses().report { empty.append(contentsOf: $0) }
    #expect(String(decoding: empty, as: UTF8.self) == "[\n]\n")
  }

  // Spec 10.2-7, 10.4-2
  @Test("what is carried for other stages, by other programs or of a kind to come stays")
  func passingThrough() throws {
    let group = try #require(try losses().groups.first)
    var other = group
    other.header.stage.to = SchemaVersion(0, 9, 0)
    guard case .object(var members) = group.tree else { return }
    let place = try #require(members.firstIndex { $0.name == "loss" })
    members[place].value = .text("to come")
    let kept: [Tree] = [other.tree, .object(members), .text("x"), .members(["loss": .null])]
    var up = try tables()
    up.carried = kept
    let outcome = up.restoringCarried(
      of: Self.stage, from: up, counterparts: try LossFixture.counterparts())
    #expect(outcome.tables.carried == kept)
    #expect(outcome.restored.isEmpty)
    #expect(outcome.droppedCount == 0)
  }

  // Spec 10.4-4, 10.6-2
  @Test("malformed entries are reported and dropped, never applied")
  func malformed() throws {
    let group = try #require(try losses().groups.first)
    func changed(_ name: String, _ value: Tree?) -> Tree {
      guard case .object(var members) = group.tree else { return .null }
      members.removeAll { $0.name == name }
      if let value { members.append(TreeMember(name, value)) }
      return .object(members.sorted { $0.name < $1.name })
    }
    let unreadable = [
      changed("keys", .array([.integer(1)])), changed("keys", .text("1")),
      changed("keys", .array([.integer(1), .text("5")])), changed("reason", nil),
      changed("more", .null), changed("guards", .array([])),
      changed("guards", nil), changed("property", .integer(1)),
    ]
    let misfits = [
      changed("hierarchy", .text("None")), changed("entity", .text("Item")),
      changed("property", .text("none")), changed("values", .array([.text("3"), .double(4)])),
      changed("keys", .array([.integer(5), .integer(1)])),
      changed("keys", .array([.integer(1), .integer(1)])),
    ]
    for tree in unreadable + misfits {
      var up = try tables()
      up.carried = [tree]
      let outcome = up.restoringCarried(
        of: Self.stage, from: up, counterparts: try LossFixture.counterparts())
      let text = String(decoding: CanonicalJSON.bytes(of: tree), as: UTF8.self)
      #expect(outcome.tables.carried == [], "\(text)")
      #expect(outcome.restored.isEmpty, "\(text)")
      #expect(outcome.droppedCount > 0, "\(text)")
      #expect(LossFixture(outcome.tables).rows == LossFixture(up).rows)
    }
  }

  // Spec 10.4-4
  @Test("objects with impossible keys, values or entities are never made")
  func hostileObjects() throws {
    var header = LossGroup.Header(
      stage: Self.stage, kind: .object, reason: .removedEntity, hierarchy: "Item", entity: "Item")
    header.properties = ["title", "trip", "when"]
    for key: ObjectKey in [-1, 0, 5, 1000, 1 << 53, .max] {
      var group = LossGroup(header)
      group.keys = [key]
      group.values = [.array([.text("t"), .null, .null])]
      let outcome = try tables().restoring(
        Losses(groups: [group]), from: try LossFixture().tables(),
        counterparts: try LossFixture.counterparts())
      #expect(LossFixture(outcome.tables).rows == LossFixture(try tables()).rows, "\(key)")
      #expect(outcome.dropped.map(\.reason) == [key == 5 ? .keyTaken : .malformed])
    }
    for values: [Tree] in [[.text("t")], [.integer(1), .null, .null], []] {
      var group = LossGroup(header)
      group.keys = [7]
      group.values = [.array(values)]
      let outcome = try tables().restoring(
        Losses(groups: [group]), from: try LossFixture().tables(),
        counterparts: try LossFixture.counterparts())
      #expect(outcome.dropped.map(\.reason) == [.malformed])
    }
  }

  // Spec 10.2-6
  @Test("a second way down over a stage replaces the entries of the objects it lists")
  func replacing() throws {
    let losses = try losses()
    var down = try tables()
    down.carried = [.text("x")]
    down = losses.carried(in: down, from: down)
    #expect(down.carried.count == 3)
    let again = losses.carried(in: down, from: down)
    #expect(again.carried == down.carried)
    var half = try #require(losses.groups.first)
    half.keys = [5]
    half.values = [.integer(6)]
    half.guards = [.null]
    let mixed = Losses(groups: [half]).carried(in: down, from: down)
    let lists = mixed.carried.map { $0["keys"] }
    #expect(
      lists == [nil, .array([.integer(1)]), .array([.integer(1)]), .array([.integer(5)])])
  }

  // Spec 10.2-5
  @Test("values nested too deeply for a carried part are reported as gone")
  func depth() throws {
    for depth in [56, 57] {
      var tree = Tree.array([])
      for _ in 1..<depth { tree = .array([tree]) }
      var scenario = LossScenario(withoutProperties: ["note"])
      scenario.original.rows[1] = LossScenario.trip("a", ["note": .tree(tree)])
      scenario.down = { $0.rows[1]?.values["note"] = .null }
      let result = try scenario.run()
      #expect(result.losses.entries.map(\.isRecoverable) == [depth == 56])
      #expect(result.rows.rows[1]?.values["note"] == (depth == 56 ? .tree(tree) : .null))
    }
  }

  @Test("columns that are shared are not lost")
  func sharing() throws {
    let tables = try tables()
    let none = Losses.between(
      tables, tables, downgraded: tables, counterparts: try LossFixture.counterparts())
    #expect(none.isEmpty)
  }
}
