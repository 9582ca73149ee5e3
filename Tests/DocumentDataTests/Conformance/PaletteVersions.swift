import DocumentData
import Foundation

// Two versions of a palette, in the spellings of the article: a stored version, a stage in a global
// constant with a trailing closure, a lightweight stage in a computed property.

enum PaletteV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Colour.self] }

  @Model class Colour {
    var name: String
    init(name: String) { self.name = name }
  }
}

enum PaletteV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Colour.self] }

  @Model class Colour {
    @Attribute(.unique) var name: String
    init(name: String) { self.name = name }
  }
}

enum PaletteV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Colour.self] }

  @Model class Colour {
    @Attribute(.unique, originalName: "name") var fullName: String
    init(fullName: String) { self.fullName = fullName }
  }
}

typealias Colour = PaletteV3.Colour

enum PalettePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [PaletteV1.self, PaletteV2.self, PaletteV3.self]
  }

  static var stages: [MigrationStage] { [paletteV1toV2, paletteV2toV3] }

  static var paletteV2toV3: MigrationStage {
    .lightweight(fromVersion: PaletteV2.self, toVersion: PaletteV3.self)
  }
}

let paletteV1toV2 = MigrationStage.custom(
  fromVersion: PaletteV1.self, toVersion: PaletteV2.self, willMigrate: nil
) { context in
  let colours = try context.fetch(FetchDescriptor<PaletteV2.Colour>())
  colours.forEach { colour in colour.name = "\(colour.name)!" }
  try context.save()
}

/// One object that has the container and a context, made once.
final class PaletteService {
  let container: ModelContainer
  let context: ModelContext

  init(folder: URL = .documentsDirectory) throws {
    let url = folder.appending(path: "palette.trip")
    let schema = Schema([Colour.self])
    let configuration = ModelConfiguration(schema: schema, url: url)
    container = try ModelContainer(
      for: schema, migrationPlan: PalettePlan.self, configurations: [configuration])
    context = ModelContext(container)
  }
}
