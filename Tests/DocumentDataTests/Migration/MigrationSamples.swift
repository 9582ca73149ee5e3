import DocumentData
import DocumentTables
import Foundation

// Three versions of one small schema, and plans over them that are right or wrong in one way each.

enum BirdsV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Bird.self] }

  @Model class Bird {
    var name: String
    var weight: Int32 = 0

    init(name: String) { self.name = name }
  }
}

enum BirdsV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Bird.self] }

  @Model class Bird {
    @Attribute(.unique) var name: String
    var weight: Int32 = 0
    var song: String = "none"

    init(name: String) { self.name = name }
  }
}

enum BirdsV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Bird.self] }

  @Model class Bird {
    @Attribute(.unique) var name: String
    @Attribute(originalName: "weight") var grams: Int64 = 0
    var song: String = "none"

    init(name: String) { self.name = name }
  }
}

/// The shape of version 2 under the number of version 1.
enum BirdsOtherV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { BirdsV2.models }
}

enum BirdsV9: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(9, 0, 0) }
  static var models: [any PersistentModel.Type] { BirdsV3.models }
}

struct Broken: Error, Equatable {}

let oneToTwo = MigrationStage.lightweight(fromVersion: BirdsV1.self, toVersion: BirdsV2.self)
let twoToThree = MigrationStage.lightweight(fromVersion: BirdsV2.self, toVersion: BirdsV3.self)

/// All versions, and the lightweight stages between them.
enum BirdPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [BirdsV1.self, BirdsV2.self, BirdsV3.self] }
  static var stages: [MigrationStage] { [oneToTwo, twoToThree] }
}

enum Birds {
  /// A document of a version, made by models of that version.
  static func tables(
    _ version: any VersionedSchema.Type = BirdsV1.self,
    _ fill: (ModelContext) throws -> Void = { _ in }
  ) throws -> Tables {
    let schema = Schema(versionedSchema: version)
    let tableSchema = try schema.tableSchema(name: "birds")
    let container = ModelContainer(
      store: DocumentStore(Tables(schema: tableSchema, documentID: 3)),
      catalog: ModelCatalog(version.models, schema: tableSchema), schema: schema)
    let context = ModelContext(container)
    try fill(context)
    try context.save()
    return container.store.current.tables
  }

  static func migrate(
    _ plan: any SchemaMigrationPlan.Type, _ tables: Tables,
    to target: (any VersionedSchema.Type)? = nil
  ) throws -> (tables: Tables, report: MigrationReport) {
    try Migrator(plan, schemaName: "birds").migrate(tables, to: target)
  }

  /// A context over migrated tables.
  static func context(_ tables: Tables, _ version: any VersionedSchema.Type) -> ModelContext {
    ModelContext(
      ModelContainer(
        store: DocumentStore(tables),
        catalog: ModelCatalog(version.models, schema: tables.schema),
        schema: Schema(versionedSchema: version)))
  }
}
