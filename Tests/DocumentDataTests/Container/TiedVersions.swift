import DocumentData

/// Versions that relate what later versions keep in two stores.
enum TiedV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }

  @Model class Note {
    var text: String
    var folder: Folder?
    init(_ text: String) { self.text = text }
  }

  @Model class Folder {
    var name: String
    @Relationship(inverse: \Note.folder) var notes: [Note] = []
    init(_ name: String) { self.name = name }
  }
}

enum TiedV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }

  @Model class Note {
    var text: String
    var folderName = ""
    init(_ text: String) { self.text = text }
  }

  @Model class Folder {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum TiedV1b: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 1, 0) }
  static var models: [any PersistentModel.Type] { [TiedV1.Note.self, TiedV1.Folder.self] }
}

enum RelatingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [TiedV1.self, TiedV1b.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: TiedV1.self, toVersion: TiedV1b.self, willMigrate: nil,
        didMigrate: { context in
          for note in try context.all(TiedV1.Note.self) {
            let folder = TiedV1.Folder("of \(note.text)")
            context.insert(folder)
            note.folder = folder
          }
        })
    ]
  }
}

enum TiedPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [TiedV1.self, TiedV1b.self, TiedV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: TiedV1.self, toVersion: TiedV1b.self,
        willMigrate: { context in
          let folder = TiedV1.Folder("Home")
          context.insert(folder)
          let note = TiedV1.Note("b")
          context.insert(note)
          note.folder = folder
        }, didMigrate: nil),
      .transforming(
        fromVersion: TiedV1b.self, toVersion: TiedV2.self,
        transform: { old, new in
          for note in try old.all(TiedV1.Note.self) {
            let other: TiedV2.Note? = new.counterpart(of: note)
            other?.folderName = note.folder?.name ?? ""
          }
          for folder in try new.all(TiedV2.Folder.self) {
            new.insert(TiedV2.Folder(folder.name))
            new.delete(folder)
          }
        }),
    ]
  }
}

/// A plan whose schemas state no version.
enum UnversionedV1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }

  @Model class Note {
    var text: String
    init(_ text: String) { self.text = text }
  }

  @Model class Folder {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum UnversionedV2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }

  @Model class Note {
    var text: String
    init(_ text: String) { self.text = text }
  }

  @Model class Folder {
    var name: String
    var number = 1
    init(_ name: String) { self.name = name }
  }
}

enum UnversionedPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [UnversionedV1.self, UnversionedV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: UnversionedV1.self, toVersion: UnversionedV2.self, willMigrate: nil,
        didMigrate: { context in
          for folder in try context.all(UnversionedV2.Folder.self) {
            context.insert(UnversionedV2.Note("\(folder.name) \(folder.number)"))
          }
        })
    ]
  }
}
