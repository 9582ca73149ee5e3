import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("One plan over several stores")
struct StoresInStepTests {
  typealias V1 = LibraryV1
  typealias V2 = LibraryV2
  typealias V3 = LibraryV3

  @Test(
    "a closure that seeds where a fetch found none seeds once, in the store of the entity",
    arguments: [[], ["Work"]], [true, false])
  func seeding(folders: [String], mainFirst: Bool) throws {
    let files = try LibraryFiles(notes: ["a"], folders: folders)
    do {
      let container = try files.open(
        running: LibraryClosures(did: LibraryClosures.seed), mainFirst: mainFirst)
      #expect(try files.folders(of: container) == (folders.isEmpty ? ["Inbox"] : folders))
      try ModelContext(container).save()
    }
    let again = try files.open(running: LibraryClosures(did: { _ in throw NotOne(count: 0) }))
    #expect(again.migrationReport == nil)
    #expect(try files.folders(of: again) == (folders.isEmpty ? ["Inbox"] : folders))
  }

  @Test("an unconditional insertion gives one object")
  func inserting() throws {
    let files = try LibraryFiles(notes: ["a"], folders: ["Work"])
    let container = try files.open(
      running: LibraryClosures(did: { $0.insert(V2.Folder("New")) }))
    #expect(try files.folders(of: container) == ["New", "Work"])
  }

  @Test("the closures of a stage run once, and see the objects of all stores")
  func seeing() throws {
    let files = try LibraryFiles(notes: ["a", "b"], folders: ["Work"])
    let runs = RunCount()
    let container = try files.open(
      running: LibraryClosures(
        will: { context in
          runs.add()
          let counts = [
            try context.all(V1.Note.self).count, try context.all(V1.Folder.self).count,
          ]
          #expect(counts == [2, 1])
        },
        did: { context in
          runs.add()
          let counts = [
            try context.all(V2.Note.self).count, try context.all(V2.Folder.self).count,
            try context.all(V2.Label.self).count,
          ]
          #expect(counts == [2, 1, 0])
        }))
    #expect(runs.value == 2)
    #expect(container.migrationReport?.stages.count == 2)
  }

  @Test("a closure moves data from the objects of one store to those of another")
  func moving() throws {
    let files = try LibraryFiles(notes: ["a"], folders: ["Work"], memos: ["x", "y"])
    let container = try files.open(
      running: LibraryClosures(did: { context in
        let name = try context.only(V2.Folder.self).name
        for note in try context.all(V2.Note.self) { note.folderName = name }
        for memo in try context.all(V2.Memo.self) {
          context.insert(V2.Note(memo.text))
          context.delete(memo)
        }
      }))
    let context = ModelContext(container)
    let notes = try context.all(V2.Note.self).sorted { $0.text < $1.text }
    #expect(notes.map(\.text) == ["a", "x", "y"])
    #expect(notes.map(\.folderName) == ["Work", "", ""])
    #expect(try context.all(V2.Memo.self).isEmpty)
    // Each store's report tells of the changes to its own objects.
    let reports = container.stores.map { $0.report?.changeCount }
    #expect(reports == [3, 2])
  }

  @Test("three versions: both closures of both stages see both stores, with renamed entities")
  func threeVersions() throws {
    let files = try LibraryFiles(notes: ["a"], folders: ["Work"], memos: ["x"])
    let container = try files.open(
      V3.self, LongLibraryPlan.self,
      running: LibraryClosures(
        will: { $0.insert(V1.Folder("one")) },
        did: { context in
          context.insert(V2.Folder("two"))
          context.insert(V2.Memo("z"))
        },
        willRename: { context in
          for memo in try context.all(V2.Memo.self) { context.insert(V2.Note(memo.text)) }
          context.insert(V2.Folder("three"))
        },
        didRename: { context in
          let count = try context.all(V3.Binder.self).count
          try context.all(V3.Note.self).first { $0.text == "a" }?.folderName = "\(count)"
          context.insert(V3.Binder("four"))
          context.insert(V3.Label("red"))
        }))
    let context = ModelContext(container)
    #expect(
      Set(try context.all(V3.Binder.self).map(\.name)) == ["Work", "one", "two", "three", "four"])
    #expect(Set(try context.all(V3.Note.self).map(\.text)) == ["a", "x", "z"])
    #expect(try context.all(V3.Note.self).first { $0.text == "a" }?.folderName == "4")
    #expect(try context.only(V3.Label.self).name == "red")
    try context.save()
    #expect(try files.open(V3.self, LongLibraryPlan.self).migrationReport == nil)
  }

  @Test("a file whose entities two configurations now keep is parted by a closure")
  func parting() throws {
    let files = try LibraryFiles()
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: V1.self),
          configurations: ModelConfiguration(url: files.local)))
      context.insert(V1.Note("a"))
      context.insert(V1.Folder("Work"))
      try context.save()
    }
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) { try files.open() }
    #expect(error?.entity == "Folder")
    #expect(error?.explanation.contains("closure") == true)
    let container = try files.open(
      running: LibraryClosures(did: { context in
        for folder in try context.all(V2.Folder.self) {
          context.insert(V2.Folder(folder.name))
          context.delete(folder)
        }
        try LibraryClosures.seed(context)
      }))
    #expect(try files.folders(of: container) == ["Work"])
    #expect(container.stores.map(\.store.current.tables.rowCount) == [1, 1])
  }

  @Test("a stage that leads back runs over both stores")
  func backward() throws {
    let files = try LibraryFiles()
    do {
      let context = ModelContext(try files.open())
      context.insert(V2.Note("a"))
      context.insert(V2.Folder("Work"))
      context.insert(V2.Label("red"))
      try context.save()
    }
    let runs = RunCount()
    let container = try files.open(
      V1.self,
      running: LibraryClosures(
        willRevert: { context in
          runs.add()
          let label = try context.only(V2.Label.self).name
          try context.only(V2.Note.self).text += label
        },
        didRevert: { context in
          runs.add()
          let note = try context.only(V1.Note.self).text
          context.insert(V1.Folder(note))
        }))
    #expect(runs.value == 2)
    let context = ModelContext(container)
    #expect(try context.only(V1.Note.self).text == "ared")
    #expect(try context.all(V1.Folder.self).map(\.name).sorted() == ["Work", "ared"])
    #expect(container.migrationReport?.losses.contains { $0.entity == "Label" } == true)
  }

  @Test("an error in a closure leaves both files as they are", arguments: [true, false])
  func failing(inClosure: Bool) throws {
    let files = try LibraryFiles(notes: ["a"], folders: ["Work", "Home"])
    let before = try [files.local, files.main].map { try Data(contentsOf: $0) }
    let error = #expect(throws: SwiftDataError.migrationStageFailure) {
      try files.open(
        running: LibraryClosures(did: { context in
          context.insert(V2.Note("b"))
          try context.save()
          if inClosure { throw NotOne(count: 3) }
          for folder in try context.all(V2.Folder.self) { folder.name = "Same" }
        }))
    }
    #expect(error?.stage == "1.0.0 → 2.0.0")
    if !inClosure {
      #expect(error?.entity == "Folder")
      #expect(error?.explanation.contains("“main”") == true)
    }
    #expect(try [files.local, files.main].map { try Data(contentsOf: $0) } == before)
    #expect(try files.open().stores.map(\.store.current.tables.rowCount) == [1, 2])
  }

  @Test("the two contexts of a transforming stage see both stores, and counterparts are of one")
  func transforming() throws {
    let files = try LibraryFiles(notes: ["a", "b"], folders: ["Work", "Home"])
    let container = try files.open(
      V2.self, TransformingLibraryPlan.self,
      running: LibraryClosures(transform: { old, new in
        for note in try old.all(V1.Note.self) {
          let other: V2.Note? = new.counterpart(of: note)
          other?.folderName = note.text + "\(try old.all(V1.Folder.self).count)"
        }
        for folder in try old.all(V1.Folder.self) {
          let other: V2.Folder? = new.counterpart(of: folder)
          other?.number = folder.name == "Work" ? 1 : 2
        }
        new.insert(V2.Label("red"))
      }))
    let context = ModelContext(container)
    #expect(try context.all(V2.Note.self).map(\.folderName).sorted() == ["a2", "b2"])
    let numbers = try context.all(V2.Folder.self).map { "\($0.name)\($0.number)" }
    #expect(numbers.sorted() == ["Home2", "Work1"])
    #expect(try context.only(V2.Label.self).name == "red")
  }

  @Test("a file of no version of the plan is refused with the name of its configuration")
  func unknownFile() throws {
    let files = try LibraryFiles(notes: ["a"], folders: [])
    try FileManager.default.removeItem(at: files.main)
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Offices.Person.self, configurations: ModelConfiguration(url: files.main)))
      try context.save()
    }
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) { try files.open() }
    #expect(error?.explanation.contains("“main”") == true)
  }

  @Test("objects that a version relates stay in one store until the closure of a stage parts them")
  func tied() throws {
    let files = try LibraryFiles()
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: TiedV1.self),
          configurations: ModelConfiguration(url: files.local)))
      let folder = TiedV1.Folder("Work")
      context.insert(folder)
      folder.notes = [TiedV1.Note("a")]
      try context.save()
    }
    let container = try files.open(TiedV2.self, TiedPlan.self)
    #expect(container.stores.map(\.store.current.tables.rowCount) == [2, 2])
    let context = ModelContext(container)
    #expect(
      try context.all(TiedV2.Note.self).map { "\($0.text) \($0.folderName)" }.sorted() == [
        "a Work", "b Home",
      ])
    #expect(try context.all(TiedV2.Folder.self).map(\.name).sorted() == ["Home", "Work"])
  }

  @Test("in a plan without versions, documents of several versions' shape go with the others")
  func unversioned() throws {
    let files = try LibraryFiles()
    func open(_ version: any VersionedSchema.Type) throws -> ModelContainer {
      try files.open(version, UnversionedPlan.self)
    }
    do {
      let context = ModelContext(try open(UnversionedV1.self))
      context.insert(UnversionedV1.Note("a"))
      context.insert(UnversionedV1.Folder("Work"))
      try context.save()
    }
    do {
      let container = try open(UnversionedV2.self)
      let texts = try ModelContext(container).all(UnversionedV2.Note.self).map(\.text)
      #expect(texts.sorted() == ["Work 1", "a"])
      try ModelContext(container).save()
    }
    #expect(try open(UnversionedV2.self).migrationReport == nil)
  }

  @Test("closures keep objects of an entity that only versions on the way have")
  func passingEntity() throws {
    let folder = try TemporaryFolder()
    func open(
      _ version: any VersionedSchema.Type, _ book: any PersistentModel.Type
    ) throws -> ModelContainer {
      try ModelContainer(
        for: Schema(versionedSchema: version), migrationPlan: PassingPlan.self,
        configurations: ModelConfiguration(
          "books", schema: Schema([book]), url: folder.file("books.store")),
        ModelConfiguration("folders", url: folder.file("folders.store")))
    }
    do {
      let context = ModelContext(try open(PassingV1.self, PassingV1.Book.self))
      context.insert(PassingV1.Book(notes: "by the sea"))
      context.insert(PassingV1.Folder("Work"))
      try context.save()
    }
    let container = try open(PassingV3.self, PassingV3.Book.self)
    #expect(try ModelContext(container).only(PassingV3.Book.self).preface == "by the sea")
    #expect(container.migrationReport?.stages.flatMap(\.warnings) == [])
  }
}
