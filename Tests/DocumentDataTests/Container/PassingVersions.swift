import DocumentData
import Testing

/// Three versions of models in two stores, of which only the second version has drafts.
enum PassingV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Book.self, Folder.self] }

  @Model class Book {
    var notes: String
    init(notes: String) { self.notes = notes }
  }

  @Model class Folder {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum PassingV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Book.self, Folder.self, Draft.self] }

  @Model class Book {
    var number = 0
    init() {}
  }

  @Model class Folder {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model class Draft {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

enum PassingV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Book.self, Folder.self] }

  @Model class Book {
    var number = 0
    var preface = ""
    init() {}
  }

  @Model class Folder {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum PassingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [PassingV1.self, PassingV2.self, PassingV3.self]
  }

  static var stages: [MigrationStage] {
    [
      .transforming(
        fromVersion: PassingV1.self, toVersion: PassingV2.self,
        transform: { old, new in
          for book in try old.all(PassingV1.Book.self) { new.insert(PassingV2.Draft(book.notes)) }
        }),
      .transforming(
        fromVersion: PassingV2.self, toVersion: PassingV3.self,
        transform: { old, new in
          for draft in try old.all(PassingV2.Draft.self) {
            for book in try new.all(PassingV3.Book.self) { book.preface += draft.text }
          }
        }),
    ]
  }
}
