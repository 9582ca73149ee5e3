import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("Stores of which not all go through a stage together")
struct StoresApartTests {
  typealias V1 = LibraryV1
  typealias V2 = LibraryV2
  typealias V3 = LibraryV3

  @Test(
    "a store that is further ahead is not there, and what a closure inserts for it is left out")
  func storeAhead() throws {
    let files = try LibraryFiles(notes: ["a"], folders: [])
    let old = try Data(contentsOf: files.local)
    do {
      let container = try files.open(running: LibraryClosures(did: LibraryClosures.seed))
      try ModelContext(container).save()
    }
    // As if the program had ended between the saves of the two files.
    try old.write(to: files.local)
    let container = try files.open(
      running: LibraryClosures(did: { context in
        try LibraryClosures.seed(context)
        for note in try context.all(V2.Note.self) { note.folderName = "seen" }
      }))
    #expect(try files.folders(of: container) == ["Inbox"])
    #expect(try ModelContext(container).only(V2.Note.self).folderName == "seen")
    #expect(container.stores.map { $0.report == nil } == [false, true])
    let warnings = container.migrationReport?.stages.flatMap(\.warnings) ?? []
    #expect(warnings.count == 1)
    for word in ["1.0.0 → 2.0.0", "Folder", "1 ", "“main”"] {
      #expect(warnings.first?.contains(word) == true, "\(warnings)")
    }
    try ModelContext(container).save()
    #expect(try files.open().migrationReport == nil)
  }

  @Test("a store that is further ahead waits for the others, then joins them")
  func joining() throws {
    let files = try LibraryFiles(notes: ["a"], folders: ["Work"])
    let old = try Data(contentsOf: files.local)
    do { try ModelContext(try files.open()).save() }
    try old.write(to: files.local)
    let container = try files.open(
      V3.self, LongLibraryPlan.self,
      running: LibraryClosures(
        did: { context in
          let folders = try context.all(V2.Folder.self)
          #expect(folders.isEmpty)
        },
        didRename: { context in
          let names = [
            try context.only(V3.Binder.self).name, try context.only(V3.Note.self).text,
          ]
          #expect(names == ["Work", "a"])
        }))
    #expect(container.stores.map { $0.report?.stages.count } == [2, 1])
  }

  @Test("a new store takes part, so that a closure can fill it", arguments: [true, false])
  func newStore(inMemory: Bool) throws {
    let files = try LibraryFiles(notes: ["a"], folders: ["Work"])
    let labels =
      inMemory
      ? ModelConfiguration(
        "labels", schema: Schema(V2.Label.self), isStoredInMemoryOnly: true)
      : ModelConfiguration(
        "labels", schema: Schema(V2.Label.self), url: files.folder.file("labels.store"))
    let container = try files.open(
      running: LibraryClosures(did: { context in
        for folder in try context.all(V2.Folder.self) { context.insert(V2.Label(folder.name)) }
      }), others: [labels])
    #expect(try ModelContext(container).only(V2.Label.self).name == "Work")
    #expect(container.stores.map { $0.report?.changeCount } == [0, 0, 1])
    #expect(container.stores[2].store.current.tables.schema.entities.map(\.name) == ["Label"])
    try ModelContext(container).save()
    #expect(try files.open(others: [labels]).migrationReport == nil)
  }

  @Test("a new store that gets nothing has no report, and without old stores no closure runs")
  func newStores() throws {
    let files = try LibraryFiles(notes: ["a"], folders: [])
    let labels = ModelConfiguration(
      "labels", schema: Schema(V2.Label.self), url: files.folder.file("labels.store"))
    let container = try files.open(others: [labels])
    #expect(container.stores.map { $0.report == nil } == [false, false, true])
    let empty = try LibraryFiles()
    let runs = RunCount()
    let fresh = try empty.open(running: LibraryClosures(did: { _ in runs.add() }))
    #expect(fresh.migrationReport == nil)
    #expect(runs.value == 0)
  }

  @Test("a store that may not be written is migrated with the others, each time")
  func readOnly() throws {
    let files = try LibraryFiles(notes: ["a"], folders: ["Work"])
    let closures = LibraryClosures(did: { context in
      try LibraryClosures.seed(context)
      for note in try context.all(V2.Note.self) {
        note.folderName = try context.all(V2.Folder.self).first?.name ?? "none"
      }
    })
    do {
      let container = try files.open(running: closures, savesLocal: false)
      #expect(try ModelContext(container).only(V2.Note.self).folderName == "Work")
      try ModelContext(container).save()
    }
    // Elsewhere, because other threads may keep the stores of the first container open for a moment.
    let copies = try LibraryFiles()
    try FileManager.default.copyItem(at: files.local, to: copies.local)
    try FileManager.default.copyItem(at: files.main, to: copies.main)
    let container = try copies.open(running: closures, savesLocal: false)
    #expect(try files.folders(of: container) == ["Work"])
    #expect(try ModelContext(container).only(V2.Note.self).folderName == "Inbox")
    #expect(container.migrationReport?.stages.flatMap(\.warnings).count == 1)
  }

  @Test("a store that keeps all entities beside others may have a file without some of them")
  func keepingAll() throws {
    let files = try LibraryFiles(notes: ["a"], folders: ["Work"])
    let container = try files.open(
      running: LibraryClosures(did: LibraryClosures.seed), savesLocal: false, mainKeepsAll: true)
    #expect(try files.folders(of: container) == ["Work"])
    let context = ModelContext(container)
    context.insert(V2.Note("b"))
    try context.save()
    #expect(container.stores.map(\.store.current.tables.rowCount) == [1, 2])
  }

  @Test("a closure may insert first and relate then, where two stores keep the entities")
  func relatingInOverlap() throws {
    let files = try LibraryFiles()
    for (url, text) in [(files.local, "a"), (files.main, "b")] {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: TiedV1.self),
          configurations: ModelConfiguration(url: url)))
      context.insert(TiedV1.Note(text))
      try context.save()
    }
    let whole = Schema(versionedSchema: TiedV1b.self)
    let container = try ModelContainer(
      for: whole, migrationPlan: RelatingPlan.self,
      configurations: [
        ModelConfiguration("pack", schema: whole, url: files.local, allowsSave: false),
        ModelConfiguration("main", schema: whole, url: files.main),
      ])
    let notes = try ModelContext(container).all(TiedV1.Note.self)
    #expect(Set(notes.map { $0.folder?.name ?? "" }) == ["of a", "of b"])
    #expect(container.stores.map(\.store.current.tables.rowCount) == [2, 2])
    #expect(container.migrationReport?.stages.flatMap(\.warnings) == [])
  }

  @Test("stores that keep one entity both go through the plan one after the other")
  func overlapping() throws {
    let files = try LibraryFiles(notes: ["a"], folders: ["Work"])
    let pack = files.folder.file("pack.store")
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema([V1.Folder.self]), configurations: ModelConfiguration(url: pack)))
      context.insert(V1.Folder("Packed"))
      try context.save()
    }
    let runs = RunCount()
    let closures = LibraryClosures(did: { context in
      runs.add()
      let folders = try context.all(V2.Folder.self)
      for folder in folders {
        let copy = V2.Folder(folder.name + "+")
        context.insert(copy)
        folder.number = folders.count
      }
      context.insert(V2.Note("n"))
    })
    let container = try files.open(
      running: closures,
      others: [
        ModelConfiguration(
          "pack", schema: Schema([V2.Folder.self]), url: pack, allowsSave: false)
      ])
    #expect(runs.value == 2)
    let context = ModelContext(container)
    #expect(try files.folders(of: container) == ["Packed", "Packed+", "Work", "Work+"])
    #expect(
      try context.all(V2.Folder.self).filter { $0.name.count < 7 }.map(\.number).sorted() == [
        0, 1, 1,
      ])
    #expect(try context.all(V2.Note.self).count == 2)
    let warnings = container.migrationReport?.stages.flatMap(\.warnings) ?? []
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("Note") == true)
  }

  @Test("a second container over the same files shares the stores and runs no closure")
  func shared() throws {
    let files = try LibraryFiles(notes: ["a"], folders: [])
    let runs = RunCount()
    let closures = LibraryClosures(did: { context in
      runs.add()
      try LibraryClosures.seed(context)
    })
    let first = try files.open(running: closures)
    let second = try files.open(running: closures)
    #expect(runs.value == 1)
    #expect(zip(first.stores, second.stores).allSatisfy { $0.store === $1.store })
    #expect(first.migrationReport?.json == second.migrationReport?.json)
    let context = ModelContext(second)
    context.insert(V2.Note("b"))
    try context.save()
    #expect(try files.folders(of: first) == ["Inbox"])
  }

  @Test("stores that went through a plan with others are not shared before they are saved")
  func otherCompanions() throws {
    let files = try LibraryFiles(notes: ["a"], folders: [])
    let others = try LibraryFiles(notes: [], folders: ["Home"])
    try FileManager.default.removeItem(at: others.local)
    try FileManager.default.createSymbolicLink(
      at: others.local, withDestinationURL: files.local)
    let runs = RunCount()
    let closures = LibraryClosures(did: { context in
      runs.add()
      let name = try context.all(V2.Folder.self).first?.name ?? "none"
      for note in try context.all(V2.Note.self) { note.folderName = name }
    })
    let first = try files.open(running: closures)
    let second = try others.open(running: closures)
    #expect(runs.value == 2)
    #expect(try ModelContext(first).only(V2.Note.self).folderName == "none")
    #expect(try ModelContext(second).only(V2.Note.self).folderName == "Home")
    try ModelContext(first).save()
    let third = try others.open(running: closures)
    #expect(try ModelContext(third).only(V2.Note.self).folderName == "none")
  }

  enum State: CaseIterable { case old, current, missing }

  @Test("any mix of old, current and missing files opens, and opens current once it is saved")
  func mixes() throws {
    for local in State.allCases {
      for main in State.allCases {
        let files = try LibraryFiles(notes: ["a"], folders: [])
        let old = try [files.local, files.main].map { try Data(contentsOf: $0) }
        do {
          let container = try files.open(running: LibraryClosures(did: LibraryClosures.seed))
          try ModelContext(container).save()
        }
        for (state, (url, data)) in zip([local, main], zip([files.local, files.main], old)) {
          switch state {
          case .old: try data.write(to: url)
          case .current: break
          case .missing: try FileManager.default.removeItem(at: url)
          }
        }
        do {
          let container = try files.open(running: LibraryClosures(did: LibraryClosures.seed))
          let seeds = main == .missing && local != .old ? 0 : 1
          #expect(try files.folders(of: container).count == seeds, "\(local) \(main)")
          let warnings = container.migrationReport?.stages.flatMap(\.warnings) ?? []
          #expect(warnings.count == (local == .old && main == .current ? 1 : 0))
          try ModelContext(container).save()
        }
        #expect(try files.open().migrationReport == nil, "\(local) \(main)")
      }
    }
  }

  @Test("a closure says which configuration's store an object goes into, also of one that is ahead")
  func insertingInto() throws {
    let files = try LibraryFiles(notes: ["a"], folders: [])
    let old = try Data(contentsOf: files.local)
    let closures = LibraryClosures(did: { context in
      for configuration in context.container.configurations {
        if configuration.name == "local" {
          context.insert(V2.Note("into"), into: configuration)
        } else {
          context.insert(V2.Folder("Into"), into: configuration)
        }
      }
    })
    do {
      let container = try files.open(running: closures)
      #expect(container.stores.map(\.store.current.tables.rowCount) == [2, 1])
      try ModelContext(container).save()
    }
    try old.write(to: files.local)
    let container = try files.open(running: closures)
    #expect(container.stores.map(\.store.current.tables.rowCount) == [2, 1])
    #expect(container.migrationReport?.stages.flatMap(\.warnings).count == 1)
  }
}
