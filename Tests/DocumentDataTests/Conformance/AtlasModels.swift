import DocumentData
import Foundation

/// Models of a shelf of atlases, as the chapter builds up its own.
enum Atlases {
  @Model class Atlas {
    #Unique<Atlas>([\.title, \.publisher])
    #Index<Atlas>([\.title], [\.title, \.publisher])

    var title: String
    var publisher: String
    var wasRead = false
    var isFavourite = false
    var drawnBy: Cartographer?
    @Relationship(deleteRule: .cascade, inverse: \Sheet.atlas) var sheets: [Sheet] = []
    @Transient var timesOpened = 0

    init(title: String, publisher: String = "North", sheets: Int = 0) {
      self.title = title
      self.publisher = publisher
      self.sheets = (0..<sheets).map { Sheet(content: "\($0)") }
    }
  }

  @Model class Cartographer {
    @Attribute(.unique) var id: UUID
    var firstName: String? = "Nobody"

    init(id: UUID) { self.id = id }
  }

  @Model class Sheet {
    var content: String
    var atlas: Atlas?

    init(content: String) { self.content = content }
  }

  // A tree whose stated inverse is of its own class.
  @Model class Drawer {
    var parent: Drawer?
    @Relationship(inverse: \Drawer.parent) var inner: [Drawer]
    var name: String
    var id: UUID

    init(parent: Drawer? = nil, inner: [Drawer], name: String, id: UUID) {
      self.parent = parent
      self.inner = inner
      self.name = name
      self.id = id
    }
  }

  // What nothing ties to the others.
  @Model class Sketch {
    var strokes: [Double] = []
    init() {}
  }
}

// Three versions of the atlas alone: with a subtitle, and with the subtitle in the title.

enum AtlasV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Atlas.self] }

  @Model class Atlas {
    var title: String
    init(title: String) { self.title = title }
  }
}

enum AtlasV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Atlas.self] }

  @Model class Atlas {
    var title: String
    var subtitle: String = "new"
    init(title: String) { self.title = title }
  }
}

enum AtlasV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Atlas.self] }

  @Model class Atlas {
    var title: String
    init(title: String) { self.title = title }
  }
}

enum AtlasPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [AtlasV1.self, AtlasV2.self, AtlasV3.self] }
  static var stages: [MigrationStage] { [firstToSecond, secondToThird] }

  static let firstToSecond = MigrationStage.lightweight(
    fromVersion: AtlasV1.self, toVersion: AtlasV2.self)

  static let secondToThird = MigrationStage.custom(
    fromVersion: AtlasV2.self, toVersion: AtlasV3.self,
    willMigrate: { context in
      for atlas in try context.fetch(FetchDescriptor<AtlasV2.Atlas>()) {
        atlas.title += ", " + atlas.subtitle
      }
      try context.save()
    }, didMigrate: nil)
}
