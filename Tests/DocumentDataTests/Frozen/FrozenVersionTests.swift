import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import Testing

private enum FrozenBirdsV1: FrozenVersion {
  static let schema = FrozenSchema(of: BirdsV1.self, name: "another name")
}
private enum FrozenBirdsV2: FrozenVersion { static let schema = FrozenSchema(of: BirdsV2.self) }
private enum FrozenBirdsV3: FrozenVersion { static let schema = FrozenSchema(of: BirdsV3.self) }

private enum FrozenBirds: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [FrozenBirdsV1.self, FrozenBirdsV2.self, BirdsV3.self]
  }
  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: FrozenBirdsV1.self, toVersion: FrozenBirdsV2.self),
      .lightweight(fromVersion: FrozenBirdsV2.self, toVersion: BirdsV3.self),
    ]
  }
}

/// All versions are frozen, also that of the container's classes.
private enum AllFrozenBirds: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [FrozenBirdsV1.self, FrozenBirdsV2.self, FrozenBirdsV3.self]
  }
  static var stages: [MigrationStage] { [] }
}

private enum UnreadableV1: FrozenVersion { static let schema = FrozenSchema("{\"format\":") }

private enum EditedV1: FrozenVersion {
  static let schema = FrozenSchema(
    text(of: BirdsV1.self).replacingOccurrences(of: "\"weight\"", with: "\"mass\""))
}

private enum NewerFormatV1: FrozenVersion {
  static let schema = FrozenSchema(
    text(of: BirdsV1.self).replacingOccurrences(of: "\"1.0\"", with: "\"2.0\""))
}

private enum RenumberedV1: FrozenVersion {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static let schema = FrozenSchema(of: BirdsV2.self)
}

private enum NamelessV7: FrozenVersion {
  static let schema = FrozenSchema(
    text(of: BirdsV1.self).replacingOccurrences(of: "    \"version\": \"1.0.0\",\n", with: ""))
}

private func text(of version: any VersionedSchema.Type) -> String {
  let schema = try? version.checkedTableSchema(name: "birds")
  return schema.map { String(decoding: SchemaFile($0).bytes, as: UTF8.self) } ?? ""
}

private protocol OneWrongVersion: SchemaMigrationPlan {
  associatedtype Wrong: VersionedSchema
}

extension OneWrongVersion {
  static var schemas: [any VersionedSchema.Type] { [Wrong.self, BirdsV3.self] }
  static var stages: [MigrationStage] { [] }
}

private enum UnreadablePlan: OneWrongVersion { typealias Wrong = UnreadableV1 }
private enum EditedPlan: OneWrongVersion { typealias Wrong = EditedV1 }
private enum NewerFormatPlan: OneWrongVersion { typealias Wrong = NewerFormatV1 }
private enum RenumberedPlan: OneWrongVersion { typealias Wrong = RenumberedV1 }

@Suite("Versions without classes")
struct FrozenVersionTests {
  private func twoBirds() throws -> Tables {
    try Birds.tables { context in
      for (name, weight) in [("wren", 9), ("owl", 300)] {
        let bird = BirdsV1.Bird(name: name)
        bird.weight = Int32(weight)
        context.insert(bird)
      }
    }
  }

  @Test("go through lightweight stages as versions with classes do, up and down")
  func lightweight() throws {
    let old = try twoBirds()
    let classes = Migrator(BirdPlan.self, schemaName: "birds")
    for plan in [FrozenBirds.self, AllFrozenBirds.self] as [any SchemaMigrationPlan.Type] {
      let frozen = Migrator(plan, schemaName: "birds")
      for version in 1...3 {
        let expected = try classes.convert(old, to: Schema.Version(version, 0, 0), losses: .carry)
        let found = try frozen.convert(old, to: Schema.Version(version, 0, 0), losses: .carry)
        #expect(found.tables.schema == expected.tables.schema)
        #expect(
          TablesDump.text(found.tables, all: true) == TablesDump.text(expected.tables, all: true))
        let back = try frozen.convert(found.tables, to: Schema.Version(1, 0, 0), losses: .carry)
        #expect(TablesDump.text(back.tables, all: true) == TablesDump.text(old, all: true))
      }
    }
  }

  @Test("lead to a container of classes that no version of the plan lists")
  func classesBesideThePlan() throws {
    let opening = SchemaOpening(
      Schema([BirdsV3.Bird.self]), plan: AllFrozenBirds.self, schemaName: "birds")
    let opened = try opening.open(try twoBirds())
    let birds = try Birds.context(opened.tables, BirdsV3.self).all(BirdsV3.Bird.self)
    #expect(birds.map(\.grams) == [9, 300])
    #expect(opened.report?.stages.count == 2)
  }

  @Test("have entities and no classes")
  func schema() throws {
    let schema = Schema(versionedSchema: FrozenBirdsV2.self)
    #expect(schema.version == Schema.Version(2, 0, 0))
    #expect(schema.entities.map(\.name) == ["Bird"])
    #expect(schema == Schema(versionedSchema: BirdsV2.self))
    #expect(FrozenBirdsV1.models.isEmpty)
    #expect(FrozenBirdsV1.schema.problem == nil)
    let error = try #require(throws: SwiftDataError.self) {
      try ModelContainer(
        for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error == .unknownSchema && error.explanation.contains("no classes"))
  }

  @Test("have the version of their text, or else that of their name")
  func versions() {
    #expect(FrozenBirdsV3.versionIdentifier == Schema.Version(3, 0, 0))
    #expect(NamelessV7.schema.problem == nil)
    #expect(NamelessV7.versionIdentifier == Schema.Version(7, 0, 0))
    #expect(UnreadableV1.versionIdentifier == Schema.Version(1, 0, 0))
  }

  @Test(
    "fail every use of their plan if their text is no schema, and never end the program",
    arguments: [
      (
        UnreadablePlan.self as any SchemaMigrationPlan.Type, "the text of UnreadableV1 is no schema"
      ),
      (EditedPlan.self, "the text of EditedV1 is no schema: "),
      (NewerFormatPlan.self, "the text of NewerFormatV1 is no schema: "),
      (
        RenumberedPlan.self,
        "RenumberedV1 is version 1.0.0, and its schema is that of 2.0.0: remove the versionIdentifier"
      ),
    ])
  func wrongText(_ plan: any SchemaMigrationPlan.Type, _ words: String) throws {
    for version in [BirdsV1.self, BirdsV3.self] as [any VersionedSchema.Type] {
      let error = try #require(throws: SwiftDataError.self) {
        try Birds.migrate(plan, try Birds.tables(version))
      }
      #expect(error == .unknownSchema)
      #expect(error.explanation.hasPrefix(words))
    }
    #expect(EditedV1.schema.problem?.explanation.contains("fingerprint") == true)
    #expect(Schema(versionedSchema: UnreadableV1.self).entities.isEmpty)
  }

  @Test("refuse a document of their number and another shape, with the difference")
  func otherShape() throws {
    let error = try #require(throws: SwiftDataError.self) {
      try Birds.migrate(FrozenBirds.self, try Birds.tables(BirdsOtherV1.self))
    }
    #expect(error == .unknownDataStoreSchema)
    #expect(error.explanation.contains("Bird"))
  }
}
