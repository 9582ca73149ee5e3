import DocumentMigration
import DocumentTables
import Testing

@Suite("A migration of structures")
struct StructureMigrationTests {
  private static func schema(_ attributes: TableAttribute...) throws -> TableSchema {
    try TableSchema(
      name: "S", version: nil, entities: [TableEntity(name: "Stop", attributes: attributes)])
  }

  private static func place(
    _ members: TableAttribute..., name: String = "Place", originalName: String? = nil
  ) -> AttributeType {
    .structure(TableStructure(name: name, originalName: originalName, members: members))
  }

  private static func member(
    _ name: String, _ type: ScalarType = .text, originalName: String? = nil,
    isNullable: Bool = true, defaultValue: AttributeDefault = .none, cases: [Value]? = nil
  ) -> TableAttribute {
    TableAttribute(
      name: name, originalName: originalName, type: .scalar(type), isNullable: isNullable,
      defaultValue: defaultValue, cases: cases)
  }

  private static func at(_ type: AttributeType) -> TableAttribute {
    TableAttribute(name: "at", type: type, isNullable: true)
  }

  /// The values of the attribute after a migration and, if `isBack`, after the way back.
  private static func migrated(
    _ values: [Value], _ old: TableAttribute, _ new: TableAttribute, isBack: Bool = false
  ) throws -> [Value] {
    let difference = try SchemaDifference(from: schema(old), to: schema(new))
    let tables = TablesFixture.tables(
      try schema(old),
      values.enumerated().map { ("Stop", ObjectKey($0 + 1), ["at": $1]) })
    var result = try tables.migrated(by: difference).keepingValues(of: tables, by: difference)
    if isBack {
      let back = difference.reversed()
      result = try result.migrated(by: back).puttingBackValues(by: back)
      #expect(result.carried == tables.carried)
    }
    return result.tables[0].segments.flatMap { segment in
      (0..<segment.count).map { segment.value(at: $0, column: 0) }
    }
  }

  private static func object(_ members: [String: Tree]) -> Value { .tree(.members(members)) }

  // Spec 7.3-3
  @Test("gives members that stay, move or widen their values, and new ones their defaults")
  func members() throws {
    let old = Self.at(
      Self.place(
        Self.member("gone"), Self.member("kind"), Self.member("floor", .int8),
        Self.member("same")))
    let new = Self.at(
      Self.place(
        Self.member("sort", originalName: "kind"),
        Self.member("floor", .double), Self.member("same"),
        Self.member("zone", isNullable: false, defaultValue: .value(.text("GMT"))),
        name: "Spot", originalName: "Place"))
    let values = [
      Self.object([
        "gone": .text("g"), "kind": .text("k"), "floor": .integer(3), "same": .text("s"),
      ]), .null,
    ]
    #expect(
      try Self.migrated(values, old, new) == [
        Self.object([
          "sort": .text("k"), "floor": .double(3), "same": .text("s"), "zone": .text("GMT"),
        ]), .null,
      ])
    #expect(
      try Self.migrated(values, old, new, isBack: true) == [
        Self.object([
          "gone": .null, "kind": .text("k"), "floor": .integer(3), "same": .text("s"),
        ]), .null,
      ])
    let difference = try SchemaDifference(from: Self.schema(old), to: Self.schema(new))
    #expect(
      difference.steps.map(\.description) == [
        """
        Stop.at is now a Spot, which was a Place; Stop.at.floor widens from int8 to double; \
        Stop.at.kind is now Stop.at.sort; Stop.at.zone is new, "GMT"; \
        Stop.at.gone is removed with its values
        """
      ])
    #expect(difference.cost == .lossy)
  }

  // Spec 7.4-7
  @Test("widens times in members and their lists, and gives UTC to unknown zones on the way back")
  func times() throws {
    func place(_ type: ScalarType) -> AttributeType {
      Self.place(
        Self.member("opens", type),
        TableAttribute(
          name: "calls", type: .array(type, nullableElements: true), isNullable: true))
    }
    let paris = "2026-07-01T14:30:00+02:00[Europe/Paris]"
    func value(_ type: ScalarType, _ opens: String, _ calls: [String]) -> Value {
      Self.object([
        "opens": .spelled(type, opens),
        "calls": .array(calls.map { .spelled(type, $0) } + [.null]),
      ])
    }
    let (zoned, byClock) = (Self.at(place(.zonedTime)), Self.at(place(.clockTime)))
    #expect(
      try Self.migrated([value(.zonedTime, paris, [paris])], zoned, byClock)
        == [value(.clockTime, paris, [paris])])
    #expect(
      try Self.migrated([value(.zonedTime, paris, [paris])], zoned, byClock, isBack: true)
        == [value(.zonedTime, paris, [paris])])
    let newer = try Self.schema(byClock)
    let difference = try SchemaDifference(from: Self.schema(zoned), to: newer).reversed()
    let tables = TablesFixture.tables(
      newer,
      [
        (
          "Stop", 1,
          ["at": value(.clockTime, "2026-07-01T14:30:00", [paris, "2026-07-01T15:00:00"])]
        )
      ]
    )
    #expect(
      TablesFixture.rows(try tables.migrated(by: difference))[1]?["at"]
        == value(
          .zonedTime, "2026-07-01T14:30:00+00:00[Etc/UTC]",
          [paris, "2026-07-01T15:00:00+00:00[Etc/UTC]"]))
  }

  @Test("needs a decision for a member that changes its type, or has no value in old objects")
  func decisions() throws {
    let old = Self.at(Self.place(Self.member("floor", .int8)))
    let refused: [(AttributeType, String)] = [
      (Self.place(Self.member("floor", .text)), "at.floor"),
      (
        Self.place(Self.member("floor", .int8), Self.member("zone", isNullable: false)),
        "at.zone"
      ),
      (Self.place(Self.member("floor", .int8), name: "Spot"), "at"),
    ]
    for (type, property) in refused {
      let problem = #expect(throws: SchemaProblem.self) {
        try SchemaDifference(from: Self.schema(old), to: Self.schema(Self.at(type)))
      }
      #expect(problem?.code == .unsupportedChange)
      #expect(problem?.property == property)
    }
  }

  // Spec 7.3-3
  @Test("is ambiguous where two members might be one of another version")
  func ambiguities() throws {
    let old = Self.at(Self.place(Self.member("a"), Self.member("b")))
    let refused: [AttributeType] = [
      Self.place(Self.member("b", originalName: "a")),
      Self.place(Self.member("a"), Self.member("c", originalName: "a")),
      Self.place(Self.member("c", originalName: "a"), Self.member("d", originalName: "a")),
    ]
    for type in refused {
      let problem = #expect(throws: SchemaProblem.self) {
        try SchemaDifference(from: Self.schema(old), to: Self.schema(Self.at(type)))
      }
      #expect(problem?.code == .ambiguousChange)
    }
  }

  @Test("does nothing where only names of older versions differ")
  func originalNames() throws {
    let old = Self.at(Self.place(Self.member("a", originalName: "x"), originalName: "Spot"))
    let new = Self.at(Self.place(Self.member("a")))
    let difference = try SchemaDifference(from: Self.schema(old), to: Self.schema(new))
    #expect(difference.steps == [])
    #expect(try Self.schema(old) != Self.schema(new))
  }

  @Test("refuses an object whose member is nil or no case, where that is no longer allowed")
  func rows() throws {
    let old = Self.at(Self.place(Self.member("kind")))
    let changes: [(TableAttribute, Value)] = [
      (Self.member("kind", isNullable: false), Self.object(["kind": .null])),
      (Self.member("kind", cases: [.text("a")]), Self.object(["kind": .text("b")])),
    ]
    for (member, value) in changes {
      let new = Self.at(Self.place(member))
      #expect(
        try Self.migrated([Self.object(["kind": .text("a")])], old, new) == [
          Self.object(["kind": .text("a")])
        ])
      let problem = #expect(throws: SchemaProblem.self) {
        try Self.migrated([value], old, new)
      }
      #expect(problem?.property == "at.kind")
      #expect(problem?.object == 1)
    }
  }

  // Spec 7.3-3, 7.4-7, 10.8-1, 10.8-3
  @Test("makes structures of trees, and gives back every tree")
  func trees() throws {
    let old = Self.at(.tree(shape: nil))
    let new = Self.at(
      Self.place(
        Self.member("code", cases: [.text("CDG")]), Self.member("latitude", .double),
        Self.member("zone", isNullable: false, defaultValue: .value(.text("GMT")))))
    let trees: [(Tree, Value)] = [
      (
        .members(["latitude": .double(1.5), "zone": .text("Z")]),
        Self.object(["code": .null, "latitude": .double(1.5), "zone": .text("Z")])
      ),
      (
        .members(["code": .text("CDG"), "latitude": .integer(49)]),
        Self.object(["code": .text("CDG"), "latitude": .double(49), "zone": .text("GMT")])
      ),
      (
        .members(["code": .text("ORY"), "latitude": .text("north"), "height": .integer(5)]),
        Self.object(["code": .null, "latitude": .null, "zone": .text("GMT")])
      ),
      (.members([:]), Self.object(["code": .null, "latitude": .null, "zone": .text("GMT")])),
      (
        .text("Paris"), Self.object(["code": .null, "latitude": .null, "zone": .text("GMT")])
      ),
    ]
    let values = trees.map { Value.tree($0.0) } + [.null]
    #expect(try Self.migrated(values, old, new) == trees.map(\.1) + [.null])
    #expect(try Self.migrated(values, old, new, isBack: true) == values)
  }

  @Test("gives no old tree to a structure that was edited")
  func editedStructure() throws {
    let old = Self.at(.tree(shape: nil))
    let new = Self.at(Self.place(Self.member("code")))
    let difference = try SchemaDifference(from: Self.schema(old), to: Self.schema(new))
    let before = TablesFixture.tables(
      try Self.schema(old),
      [("Stop", 1, ["at": Self.object(["code": .text("a"), "height": .integer(5)])])])
    let after = try before.migrated(by: difference).keepingValues(of: before, by: difference)
    #expect(after.carried.count == 1)
    var edit = TableEdit(0, of: after.schema)
    edit.set(1, column: 0, Self.object(["code": .text("b")]))
    let back = difference.reversed()
    let edited = try after.applying([edit]).migrated(by: back).puttingBackValues(by: back)
    #expect(edited.carried.isEmpty)
    #expect(
      edited.tables[0].segments[0].value(at: 0, column: 0) == Self.object(["code": .text("b")]))
  }
}
