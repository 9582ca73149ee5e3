import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import DocumentData

// Spec 6.1-1
@Suite("The name of a schema")
struct SchemaNameTests {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static let models: [any PersistentModel.Type] = [Poem.self]

    @Model final class Poem {
      var title: String
      init(title: String) { self.title = title }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static let models: [any PersistentModel.Type] = [Poem.self]

    @Model final class Poem {
      var title: String
      var lines = 14
      init(title: String) { self.title = title }
    }
  }

  enum PoemPlan: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [V1.self, V2.self]
    static let stages: [MigrationStage] = [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
  }

  enum NamedPlan: SchemaMigrationPlan {
    static let schemaName = "poems"
    static let schemas: [any VersionedSchema.Type] = [V1.self, V2.self]
    static let stages: [MigrationStage] = PoemPlan.stages
  }

  private let folder: MigrationFolder

  init() throws { folder = try MigrationFolder() }

  private func save(
    _ name: String, _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)? = nil,
    title: String = "Zima"
  ) throws -> Tables {
    let url = folder.url(name)
    let container = try ModelContainer(
      for: schema, migrationPlan: plan, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    if schema.version == V1.versionIdentifier {
      context.insert(V1.Poem(title: title))
    } else {
      context.insert(V2.Poem(title: title))
    }
    try context.save()
    return try folder.read(url)
  }

  @Test("is that of the plan, in every file and version of an app")
  func plan() throws {
    let newest = Schema(versionedSchema: V2.self)
    for name in ["a.store", "b.trips"] {
      #expect(try save(name, newest, PoemPlan.self).schema.name == "PoemPlan")
      #expect(try save("n-" + name, newest, NamedPlan.self).schema.name == "poems")
    }
    #expect(
      try save("old.store", Schema(versionedSchema: V1.self), PoemPlan.self).schema.name
        == "PoemPlan")
  }

  @Test("is that of the module without a plan, whatever the models and the file are called")
  func module() throws {
    let schemas = [
      Schema(versionedSchema: V1.self), Schema(V1.Poem.self), Schema(versionedSchema: V2.self),
    ]
    for (index, schema) in schemas.enumerated() {
      #expect(try save("\(index).store", schema).schema.name == "DocumentDataTests")
    }
    #expect(try ModelDocument(for: V1.Poem.self).tables.schema.name == "DocumentDataTests")
  }

  @Test(
    "of a module is the part before the first point",
    arguments: [
      ("App.Trip", "App"), ("App.Schemas.V1.Trip", "App"), ("Trip", "Trip"),
      ("(extension in Library):App.Outer.Trip", "Library"),
      ("App.(unknown context at $1055).(Trip in local)", "App"),
    ])
  func moduleNames(type: String, module: String) {
    #expect(SchemaName.module(ofTypeNamed: type) == module)
  }

  @Test("stays in a file that has one, also when it is migrated", arguments: [true, false])
  func kept(hasPlan: Bool) async throws {
    let plan: (any SchemaMigrationPlan.Type)? = hasPlan ? PoemPlan.self : nil
    let written = try save("sonnets.store", Schema(versionedSchema: V1.self), plan)
    var old = written
    old.schema = try old.schema.renamed("sonnets", version: old.schema.version)
    try folder.write(old, to: folder.url("old.store"))
    let again = try save("old.store", Schema(versionedSchema: V1.self), plan, title: "Osen")
    #expect(again.schema.name == "sonnets" && again.rowCount == 2)
    let migrated = try save("old.store", Schema(versionedSchema: V2.self), plan, title: "Leto")
    #expect(migrated.schema.name == "sonnets" && migrated.rowCount == 3)
    try folder.write(old, to: folder.url("other.store"))
    let document = try await ModelDocument(
      contentsOf: folder.url("other.store"), for: V2.Poem.self, migrationPlan: plan)
    #expect(document.tables.schema.name == "sonnets")
    try await document.save()
    #expect(try folder.read(folder.url("other.store")).schema.name == "sonnets")
  }

  // Spec 13-2
  @Test("has no effect on comparing and merging the files of an app")
  func merging() async throws {
    let written = try save("a.store", Schema(versionedSchema: V2.self))
    let base = try await document("a.store")
    var renamed = written
    renamed.schema = try written.schema.renamed("other", version: written.schema.version)
    try folder.write(renamed, to: folder.url("b.store"))
    let (ours, theirs) = (try await document("a.store"), try await document("b.store"))
    try ours.withContext { $0.insert(V2.Poem(title: "Vesna")) }
    try theirs.withContext { $0.insert(V2.Poem(title: "Leto")) }
    #expect(try theirs.changes(since: base).inserted.count == 1)
    let merged = try ours.merging(theirs, base: base).document
    #expect(merged.tables.rowCount == 3 && merged.tables.schema.name == written.schema.name)
  }

  private func document(_ name: String) async throws -> ModelDocument {
    try await ModelDocument(contentsOf: folder.url(name), for: V2.Poem.self)
  }
}
