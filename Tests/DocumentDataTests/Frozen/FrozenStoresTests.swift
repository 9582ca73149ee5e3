import DocumentData
import DocumentTables
import Foundation
import Testing

private enum FrozenLibraryV1: FrozenVersion { static let schema = FrozenSchema(of: LibraryV1.self) }
private enum FrozenLibraryV2: FrozenVersion { static let schema = FrozenSchema(of: LibraryV2.self) }

private enum FrozenLibraryPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [FrozenLibraryV1.self, FrozenLibraryV2.self, LibraryV3.self]
  }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: FrozenLibraryV1.self, toVersion: FrozenLibraryV2.self,
        willMigrate: { try LibraryClosures.current.will?($0) },
        didMigrate: { try LibraryClosures.current.did?($0) }),
      .custom(
        fromVersion: FrozenLibraryV2.self, toVersion: LibraryV3.self,
        willMigrate: { try LibraryClosures.current.willRename?($0) },
        didMigrate: { try LibraryClosures.current.didRename?($0) }),
    ]
  }
}

@Suite("Versions without classes over several stores")
struct FrozenStoresTests {
  @Test("closures see the rows of all stores, and insert each where its entity belongs")
  func moving() throws {
    let files = try LibraryFiles(notes: ["a"], folders: ["Work"], memos: ["x", "y"])
    let container = try files.open(
      LibraryV3.self, FrozenLibraryPlan.self,
      running: LibraryClosures(
        will: { context in
          let counts = try ["Note", "Folder", "Memo"].map { try context.rows($0).count }
          #expect(counts == [1, 1, 2])
        },
        did: { context in
          let folder: String = try context.firstRow("Folder")["name"]
          for note in try context.rows("Note") { try note.set("folderName", to: folder) }
          for memo in try context.rows("Memo") {
            let note = try context.insertRow("Note")
            try note.set("text", to: try memo["text", as: String.self])
            context.deleteRow(memo)
          }
          #expect(try context.rows("Memo").isEmpty && context.rows("Note").count == 3)
        },
        didRename: { context in
          for binder in try context.all(LibraryV3.Binder.self) { binder.number = 9 }
        }))
    let context = ModelContext(container)
    let notes = try context.all(LibraryV3.Note.self).sorted { $0.text < $1.text }
    #expect(notes.map(\.text) == ["a", "x", "y"])
    #expect(notes.map(\.folderName) == ["Work", "", ""])
    #expect(try context.all(LibraryV3.Binder.self).map(\.number) == [9])
    #expect(container.stores.map { $0.store.current.tables.rowCount } == [3, 1])
    try context.save()
  }

  @Test("a transforming closure finds the counterparts in the store of the row")
  func counterparts() throws {
    let files = try LibraryFiles(notes: ["a"], folders: ["Work"], memos: ["x"])
    let container = try files.open(
      LibraryV3.self, FrozenTransformingPlan.self,
      running: LibraryClosures(transform: { old, new in
        // The keys of two stores may be equal.
        for note in try old.rows("Note") {
          let text: String = try note["text"]
          try new.counterpartRow(of: note)?.set("text", to: text + "!")
        }
        for folder in try old.rows("Folder") {
          let name: String = try folder["name"]
          try new.counterpartRow(of: folder)?.set("name", to: name + "?")
        }
      }))
    let context = ModelContext(container)
    #expect(try context.all(LibraryV3.Note.self).map(\.text) == ["a!"])
    #expect(try context.all(LibraryV3.Binder.self).map(\.name) == ["Work?"])
  }

  private enum FrozenTransformingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
      [FrozenLibraryV1.self, FrozenLibraryV2.self, LibraryV3.self]
    }
    static var stages: [MigrationStage] {
      [
        .transforming(
          fromVersion: FrozenLibraryV1.self, toVersion: FrozenLibraryV2.self,
          transform: { try LibraryClosures.current.transform?($0, $1) }),
        .lightweight(fromVersion: FrozenLibraryV2.self, toVersion: LibraryV3.self),
      ]
    }
  }
}
