import DocumentData
import DocumentTables
import Testing

private enum SoloV1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Bird.self] }

  @Model class Bird {
    @Attribute(.unique) var name: String
    init(name: String) { self.name = name }
  }
}

private enum SoloV2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Bird.self] }

  @Model class Bird {
    var name: String
    var song: String = "none"
    init(name: String) { self.name = name }
  }
}

private protocol SoloPlan: SchemaMigrationPlan {
  static var stage: MigrationStage { get }
}

extension SoloPlan {
  static var schemas: [any VersionedSchema.Type] { [SoloV1.self, SoloV2.self] }
  static var stages: [MigrationStage] { [stage] }
}

private enum Inferred: SoloPlan {
  static var stage: MigrationStage {
    .lightweight(fromVersion: SoloV1.self, toVersion: SoloV2.self)
  }
}

private enum NoWayUp: SoloPlan {
  static var stage: MigrationStage {
    .custom(
      fromVersion: SoloV1.self, toVersion: SoloV2.self, willMigrate: nil,
      didMigrate: { _ in throw Broken() })
  }
}

private enum ChangingNewer: SoloPlan {
  static var stage: MigrationStage {
    .transforming(
      fromVersion: SoloV1.self, toVersion: SoloV2.self, transform: { _, _ in },
      revert: { newer, _ in
        for bird in try newer.all(SoloV2.Bird.self) { bird.song = "" }
      })
  }
}

private enum InsertingOlder: SoloPlan {
  static var stage: MigrationStage {
    .custom(
      fromVersion: SoloV1.self, toVersion: SoloV2.self, willMigrate: nil, didMigrate: nil,
      willRevert: { context in context.insert(SoloV1.Bird(name: "old")) }, didRevert: nil)
  }
}

@Suite("The way back to an older version")
struct ReverseTests {
  private func birds(_ names: String...) throws -> Tables {
    try Birds.tables(SoloV2.self) { context in
      for name in names {
        let bird = SoloV2.Bird(name: name)
        bird.song = "trill"
        context.insert(bird)
      }
    }
  }

  private func refusal(
    _ plan: any SchemaMigrationPlan.Type, _ tables: Tables
  ) throws -> SwiftDataError {
    try #require(throws: SwiftDataError.self) {
      try Migrator(plan, schemaName: "birds")
        .convert(tables, to: Schema.Version(1, 0, 0), losses: .carry)
    }
  }

  @Test("what an older version can never hold is refused with the closure that would decide it")
  func uniqueness() throws {
    let error = try refusal(Inferred.self, try birds("wren", "wren"))
    #expect(
      error.description == """
        migrationStageFailure (stage 2.0.0 → 1.0.0, Bird.name, object 2): object 1 has the same \
        name; give the stage a closure willRevert or didRevert that decides what becomes of them
        """)
  }

  @Test("a document that could not be migrated again is not made")
  func noWayUp() throws {
    let error = try refusal(NoWayUp.self, try birds("wren"))
    #expect(
      error.description == """
        migrationStageFailure (stage 2.0.0 → 1.0.0): a document of version 1.0.0 could not be \
        migrated to 2.0.0 again: Broken()
        """)
    #expect((error.underlying as? SwiftDataError)?.underlying as? Broken == Broken())
  }

  @Test("on the way back the newer objects are there to be read, and the versions keep apart")
  func contexts() throws {
    #expect(
      try refusal(ChangingNewer.self, try birds("wren")).explanation == """
        an object of Bird was changed in the newer context, whose objects of version 2.0.0 are \
        there to be read: make the change in the older context
        """)
    #expect(
      try refusal(InsertingOlder.self, try birds("wren")).explanation.hasSuffix(
        """
        SoloV1.Bird belongs to version 1.0.0, and the context of willRevert holds objects of \
        version 2.0.0, whose class is \(String(reflecting: SoloV2.Bird.self)): make its objects \
        in didRevert, or make the stage a transforming one, whose closure sees both versions
        """))
  }

  @Test("reports say in words and in JSON what is lost, and what comes back")
  func reports() throws {
    let migrator = Migrator(Inferred.self, schemaName: "birds")
    let down = try migrator.convert(
      try birds("wren"), to: Schema.Version(1, 0, 0), losses: .carry)
    #expect(
      down.report.description == """
        2.0.0 → 1.0.0 (lightweight)
          schema: Bird.song is removed with its values
          schema: Bird is unique by name (1 object)
          lost, and kept in the document: Bird 1.song: "trill": version 1.0.0 has no such property
        """)
    #expect(
      down.report.json == """
        {"direction":"down","stages":[{"changes":[],"from":"2.0.0","kind":"lightweight",\
        "losses":[{"entity":"Bird","hierarchy":"Bird","key":1,"kind":"value","property":"song",\
        "reason":"removed-property","recoverable":true,"stage":{"from":"2.0.0","schema":"birds",\
        "to":"1.0.0"},"value":"trill"}],"lostForeignData":[],"notRestored":[],\
        "overwritten":[],"restored":[],\
        "steps":[{"change":"Bird.song is removed with its values","class":"lossy","entity":"Bird",\
        "objects":0,"property":"song"},{"change":"Bird is unique by name","class":"lossless","entity":"Bird",\
        "objects":1,"property":null}],"to":"1.0.0"}],"version":1}
        """)
    let up = try migrator.convert(down.tables, to: Schema.Version(2, 0, 0), losses: .carry)
    #expect(
      up.report.description == """
        1.0.0 → 2.0.0 (lightweight)
          schema: Bird.song is new, "none"
          schema: Bird is no longer unique by name
          put back: Bird 1.song "trill"
        """)
    let optional: MigrationReport? = up.report
    #expect("\(optional as Any)" == "Optional(\(up.report.description))")
    #expect(String(reflecting: up.report.stages.first) == "Optional(\(up.report.description))")
    #expect(
      "\(down.report.losses)" == "Bird 1.song: \"trill\": version 1.0.0 has no such property")
    let loss = try #require(down.report.losses.first { _ in true })
    #expect(loss.kind == .value && loss.entity == "Bird" && loss.object == 1)
    #expect(loss.property == "song" && loss.value == "\"trill\"" && loss.newValue == nil)
    #expect(loss.reason == "removed-property" && loss.isRecoverable)
    let declined = try migrator.convert(
      down.tables, to: Schema.Version(2, 0, 0), losses: .carry, restoration: .drop)
    #expect(declined.tables.carried.isEmpty)
    let left = declined.report.notRestored
    #expect(left.map(\.reason) == ["declined"] && left.map(\.value) == ["\"trill\""])
    var emptied = down.tables
    emptied.tables[0] = Table()
    let gone = try migrator.convert(emptied, to: Schema.Version(2, 0, 0), losses: .carry)
    #expect(
      gone.report.notRestored.map(\.description) == [
        "Bird 1.song: the object has been deleted since"
      ])
  }

  @Test("reports list what carried data overwrites, and what of it cannot be read")
  func forgedData() throws {
    let migrator = Migrator(Inferred.self, schemaName: "birds")
    var tables = try migrator.convert(
      try birds("wren"), to: Schema.Version(1, 0, 0), losses: .drop
    ).tables
    let stage = Tree.members([
      "from": .text("2.0.0"), "schema": .text("birds"), "to": .text("1.0.0"),
    ])
    tables.carried = [
      .members([
        "entity": .text("Bird"), "guards": .array([.text("wren")]), "hierarchy": .text("Bird"),
        "keys": .array([.integer(1)]), "loss": .text("value"), "olderEntity": .text("Bird"),
        "property": .text("name"), "reason": .text("changed"), "stage": stage,
        "values": .array([.text("rook")]),
      ]),
      .members(["loss": .text("value"), "stage": stage]),
    ]
    let report = try migrator.convert(tables, to: Schema.Version(2, 0, 0), losses: .carry).report
    #expect(report.overwritten.count == 1 && report.losses.isEmpty)
    let change = try #require(report.overwritten.first { _ in true })
    #expect(change.description == "Bird 1.name “wren” → “rook”")
    #expect(change.kind == .value && change.entity == "Bird" && change.object == 1)
    #expect(change.property == "name" && change.value == "\"wren\"")
    #expect(change.newValue == "\"rook\"" && change.reason == nil)
    #expect(report.restored.map(\.description) == ["Bird 1.name \"rook\""])
    #expect(report.notRestored.count == 1)
    let unread = try #require(report.notRestored.first { _ in true })
    #expect(unread.kind == .unreadable && unread.reason == "malformed")
    #expect(unread.entity == nil && unread.object == nil && unread.value == nil)
  }
}
