import DocumentData
import DocumentTables
import Testing

private typealias OneContext = @Sendable (ModelContext) throws -> Void

private enum Transformed<Case: ChangedValue>: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Case.before, Case.after] }
  static var stages: [MigrationStage] {
    [
      .transforming(
        fromVersion: Case.before, toVersion: Case.after,
        transform: { old, new in
          for box in try old.all(Case.Old.self) {
            new.counterpart(of: box, as: Case.New.self)?.value = Case.converted(box.value)
          }
        },
        revert: { newer, older in
          for box in try newer.all(Case.New.self) {
            older.counterpart(of: box, as: Case.Old.self)?.value = Case.original(box.value)
          }
        })
    ]
  }
}

/// Plans with one custom stage.
private protocol Custom: SchemaMigrationPlan {
  associatedtype Case: ChangedValue
  static var will: OneContext? { get }
  static var did: OneContext? { get }
}

extension Custom {
  static var will: OneContext? { nil }
  static var did: OneContext? { nil }
  static var schemas: [any VersionedSchema.Type] { [Case.before, Case.after] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: Case.before, toVersion: Case.after, willMigrate: will, didMigrate: did)
    ]
  }
}

private enum SetAfterwards<Case: ChangedValue>: Custom {
  static var did: OneContext? {
    { context in
      for box in try context.all(Case.New.self) { box.value = Case.converted(Case.values[0]) }
    }
  }
}

private enum ReadFirst<Case: ChangedValue>: Custom {
  static var did: OneContext? {
    { context in
      for box in try context.all(Case.New.self) {
        _ = "\(box.value)"
        box.value = Case.converted(Case.values[0])
      }
    }
  }
}

private enum DeletedBefore<Case: ChangedValue>: Custom {
  static var will: OneContext? { { try $0.delete(model: Case.Old.self) } }
}

private enum DeletedAfterwards<Case: ChangedValue>: Custom {
  static var did: OneContext? { { try $0.delete(model: Case.New.self) } }
}

private enum Forgotten<Case: ChangedValue>: Custom {
  static var did: OneContext? { { _ in } }
}

private enum WithoutClosures<Case: ChangedValue>: Custom {}

extension ChangedValue {
  fileprivate static func tables(_ values: [Old.Content]) throws -> Tables {
    try Birds.tables(before) { context in
      for value in values { context.insert(Old(value)) }
    }
  }

  fileprivate static func texts(_ tables: Tables) throws -> [String] {
    try Birds.context(tables, after).all(New.self).map { "\($0.value)" }
  }
}

private let cases: [any ChangedValue.Type] = [
  ClosedTexts.self, OpenTexts.self, Numbers.self, OptionalTexts.self, ListsOfTexts.self,
  MapsOfTexts.self, SetsOfTexts.self, Composites.self, NestedMembers.self, AssociatedValues.self,
  NumbersToTexts.self, TextsToCases.self, TextsToClosedCases.self, TextsToMails.self,
  WholesToEvens.self,
]

@Suite("Values that the type of the newer version rejects")
struct StageValueTests {
  @Test(
    "are what the closure sets that sees both versions, and come back on the way down",
    arguments: cases)
  func transformed(type: any ChangedValue.Type) throws {
    func check<Case: ChangedValue>(_ type: Case.Type) throws {
      let tables = try Case.tables(Case.values)
      let migrated = try Birds.migrate(Transformed<Case>.self, tables).tables
      #expect(try Case.texts(migrated) == Case.values.map { "\(Case.converted($0))" })
      let back = try Migrator(Transformed<Case>.self, schemaName: "birds")
        .convert(migrated, to: Schema.Version(1, 0, 0), losses: .refuse).tables
      #expect(TablesDump.text(back, all: true) == TablesDump.text(tables, all: true))
    }
    try check(type)
  }

  @Test("are what didMigrate sets, also where it has read them", arguments: cases)
  func set(type: any ChangedValue.Type) throws {
    func check<Case: ChangedValue>(_ type: Case.Type) throws {
      for plan in [SetAfterwards<Case>.self, ReadFirst<Case>.self] as [any SchemaMigrationPlan.Type]
      {
        let (tables, report) = try Birds.migrate(plan, try Case.tables(Case.values))
        let text = "\(Case.converted(Case.values[0]))"
        #expect(try Case.texts(tables) == Case.values.map { _ in text }, "\(plan)")
        if plan == SetAfterwards<Case>.self {
          #expect(report.stages.first?.warnings == [])
        }
      }
    }
    try check(type)
  }

  @Test(
    "may be deleted before and after the change, and need no closure in an empty table",
    arguments: cases)
  func deleted(type: any ChangedValue.Type) throws {
    func check<Case: ChangedValue>(_ type: Case.Type) throws {
      for plan in [DeletedBefore<Case>.self, DeletedAfterwards<Case>.self]
        as [any SchemaMigrationPlan.Type]
      {
        #expect(
          try Birds.migrate(plan, try Case.tables(Case.values)).tables.rowCount == 0, "\(plan)")
      }
      for plan in [
        DeletedBefore<Case>.self, SetAfterwards<Case>.self, Forgotten<Case>.self,
        WithoutClosures<Case>.self, Transformed<Case>.self,
      ] as [any SchemaMigrationPlan.Type] {
        #expect(try Birds.migrate(plan, try Case.tables([])).tables.rowCount == 0, "\(plan)")
      }
    }
    try check(type)
  }

  @Test(
    "fail the stage if the closure has not set them, with place, value and advice",
    arguments: [
      (ClosedTexts.self, #"the value "sad" of object 2 is no longer one of its cases"#),
      (OpenTexts.self, #"the stored value "happy" is none of type OpenB"#),
      (Numbers.self, "the stored value 1 is none of type NumberB"),
      (OptionalTexts.self, #"the stored value "happy" is none of type OpenB"#),
      (ListsOfTexts.self, #"the stored value ["happy","sad"] is none of type"#),
      (Composites.self, #"the stored value {"mood":"happy"} is none of type MoodyB at mood"#),
      (TextsToCases.self, #"the stored value "happy" is none of type OpenB"#),
      (TextsToMails.self, #"the stored value "ann" is none of type Mail"#),
      (WholesToEvens.self, #"the stored value {"number":1} is none of type Even"#),
    ] as [(any ChangedValue.Type, String)])
  func forgotten(type: any ChangedValue.Type, words: String) throws {
    func check<Case: ChangedValue>(_ type: Case.Type) throws {
      let error = #expect(throws: SwiftDataError.migrationStageFailure) {
        try Birds.migrate(Forgotten<Case>.self, try Case.tables(Case.values))
      }
      #expect(error?.stage == "1.0.0 → 2.0.0")
      #expect(error?.entity == "Box")
      #expect(error?.property == "value")
      #expect(error?.object == (type == ClosedTexts.self ? 2 : 1))
      #expect(error?.explanation.hasPrefix(words) == true, "\(error?.explanation ?? "")")
      #expect(
        error?.explanation.hasSuffix("in didMigrate") == true
          || error?.explanation.hasSuffix("in the closure of the stage") == true,
        "\(error?.explanation ?? "")")
    }
    try check(type)
  }

  @Test(
    "that a closure reads before setting them are named in the report, and the stage goes on",
    arguments: [OpenTexts.self, TextsToMails.self, Composites.self] as [any ChangedValue.Type])
  func readFirst(type: any ChangedValue.Type) throws {
    func check<Case: ChangedValue>(_ type: Case.Type) throws {
      let report = try Birds.migrate(ReadFirst<Case>.self, try Case.tables(Case.values)).report
      let warning = try #require(report.stages.first?.warnings.first)
      #expect(
        warning.hasPrefix(
          "the context of didMigrate read Box.value before it was set: the stored value "))
    }
    try check(type)
  }
}
