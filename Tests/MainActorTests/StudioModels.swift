import DocumentData

// Nothing here says to which actor it belongs, as in a new application project.

enum StudioVersion1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Piece.self] }

  @Model final class Piece {
    var title: String
    init(title: String) { self.title = title }
  }
}

enum StudioVersion2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Piece.self, Print.self, Studio.self] }

  @Model class Piece {
    #Index<Piece>([\.year])
    let code: UUID
    var title: String
    var year = 1900 { didSet { changes += 1 } }
    @Transient var changes = 0
    var studio: Studio?

    init(title: String) {
      code = UUID()
      self.title = title
    }

    var label: String { "\(title) (\(year))" }

    func age() { year -= 1 }
  }

  @Model class Print: Piece {
    var copies = 1
  }

  @Model final class Studio {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Piece.studio) var pieces: [Piece] = []
    init(name: String) { self.name = name }
  }
}

typealias Piece = StudioVersion2.Piece
typealias Print = StudioVersion2.Print
typealias Studio = StudioVersion2.Studio

enum StudioPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [StudioVersion1.self, StudioVersion2.self] }
  static var stages: [MigrationStage] { [grow] }

  static let grow = MigrationStage.custom(
    fromVersion: StudioVersion1.self, toVersion: StudioVersion2.self,
    willMigrate: { context in
      for piece in try context.fetch(FetchDescriptor<StudioVersion1.Piece>()) {
        piece.title = piece.title.capitalized
      }
      try context.save()
    },
    didMigrate: { context in
      let studio = Studio(name: "Main")
      context.insert(studio)
      studio.pieces = try context.fetch(FetchDescriptor<Piece>())
      try context.save()
    })
}

@ModelActor actor Archivist {
  func add(_ title: String) throws -> PersistentIdentifier {
    let print = Print(title: title)
    modelContext.insert(print)
    print.age()
    try modelContext.save()
    return print.persistentModelID
  }

  func rename(_ id: PersistentIdentifier, to title: String) throws {
    self[id, as: Piece.self]?.title = title
    try modelContext.save()
  }
}

/// A class that states the main actor itself.
@MainActor @Model class Frame {
  let code: UUID
  var name: String { didSet { renamings += 1 } }
  @Transient var renamings = 0
  @Relationship(inverse: \Frame.parent) var parts: [Frame] = []
  var parent: Frame?

  init(name: String) {
    code = UUID()
    self.name = name
  }
}

@MainActor @Model final class GiltFrame: Frame {
  var carats = 22
}
