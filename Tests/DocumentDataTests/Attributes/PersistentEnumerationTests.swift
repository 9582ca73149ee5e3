import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import Testing

// Three releases of one program, without a migration plan: each has its own raw values for the cases of a mood.

private enum Older {
  enum Mood: String, Codable { case happy, sad, gloomy }
  struct Place: PersistentStructure {
    var mood: Mood?
    var moods: [Mood] = []
  }
  struct Note: Codable { var mood: Mood }
  enum Answer: Codable { case none, feels(Mood) }

  @Model final class Entry {
    var name: String
    var mood: Mood
    var second: Mood?
    var moods: [Mood] = []
    var kinds: Set<Mood> = []
    var days: [String: Mood] = [:]
    var place: Place?
    var note: Note?
    var answer = Answer.none
    init(_ name: String, _ mood: Mood) {
      self.name = name
      self.mood = mood
    }
  }
}

private enum Current {
  enum Mood: String, PersistentEnumeration, Comparable {
    case happy, blue, other
    static var originalRawValues: [String: Mood] { ["sad": .blue, "gloomy": .blue] }
    static var unknownCase: Mood? { .other }
    static func < (left: Mood, right: Mood) -> Bool { left.rawValue < right.rawValue }
  }
  struct Place: PersistentStructure {
    var mood: Mood?
    var moods: [Mood] = []
  }
  struct Note: Codable { var mood: Mood }
  enum Answer: Codable, Equatable { case none, feels(Mood) }

  @Model final class Entry {
    var name: String
    var mood: Mood
    var second: Mood?
    var moods: [Mood] = []
    var kinds: Set<Mood> = []
    var days: [String: Mood] = [:]
    var place: Place?
    var note: Note?
    var answer = Answer.none
    init(_ name: String, _ mood: Mood) {
      self.name = name
      self.mood = mood
    }
  }
}

private enum Newer {
  enum Mood: String, Codable { case happy, blue, ecstatic, serene }
  struct Place: PersistentStructure {
    var mood: Mood?
    var moods: [Mood] = []
  }
  struct Note: Codable { var mood: Mood }
  enum Answer: Codable { case none, feels(Mood) }

  @Model final class Entry {
    var name: String
    var mood: Mood
    var second: Mood?
    var moods: [Mood] = []
    var kinds: Set<Mood> = []
    var days: [String: Mood] = [:]
    var place: Place?
    var note: Note?
    var answer = Answer.none
    init(_ name: String, _ mood: Mood) {
      self.name = name
      self.mood = mood
    }
  }
}

private func open(_ type: any PersistentModel.Type, _ url: URL) throws -> ModelContainer {
  try ModelContainer(for: Schema([type]), configurations: [ModelConfiguration(url: url)])
}

/// The raw values of an attribute in a file, by name of the entry.
private func raw(_ property: String, _ url: URL) throws -> [String] {
  let tables = try DocumentFile.read(.path(url.path)).tables
  let columns = tables.schema.hierarchies[0].columns
  let column = try #require(columns.firstIndex { $0.name == property })
  let name = try #require(columns.firstIndex { $0.name == "name" })
  return tables.tables[0].segments.flatMap { segment in
    (0..<segment.count).map { row in
      (segment.value(at: row, column: name), segment.value(at: row, column: column))
    }
  }.sorted { "\($0.0)" < "\($1.0)" }.map { spelled($0.1) }
}

private func spelled(_ value: Value) -> String {
  String(decoding: CanonicalJSON.bytes(of: Tree(value)), as: UTF8.self)
    .replacing("\"", with: "")
}

@Suite("Enumerations whose raw values change")
struct PersistentEnumerationTests {
  private let folder: MigrationFolder
  private let url: URL

  init() throws {
    folder = try MigrationFolder()
    url = folder.url("entries.trips")
  }

  private func writeOlder() throws {
    let context = ModelContext(try open(Older.Entry.self, url))
    let full = Older.Entry("a", .sad)
    full.second = .gloomy
    full.moods = [.sad, .happy, .gloomy]
    full.kinds = [.sad, .gloomy, .happy]
    full.days = ["monday": .sad]
    full.place = Older.Place(mood: .sad, moods: [.gloomy])
    full.note = Older.Note(mood: .sad)
    full.answer = .feels(.gloomy)
    context.insert(full)
    context.insert(Older.Entry("b", .happy))
    context.insert(Older.Entry("c", .gloomy))
    try context.save()
  }

  private func writeNewer() throws {
    let context = ModelContext(try open(Newer.Entry.self, url))
    let full = Newer.Entry("a", .ecstatic)
    full.second = .serene
    full.moods = [.ecstatic, .happy, .serene]
    full.kinds = [.ecstatic, .serene]
    full.days = ["monday": .ecstatic]
    full.place = Newer.Place(mood: .serene, moods: [.ecstatic])
    full.note = Newer.Note(mood: .serene)
    full.answer = .feels(.ecstatic)
    context.insert(full)
    context.insert(Newer.Entry("b", .blue))
    try context.save()
  }

  private func entries(_ context: ModelContext) throws -> [Current.Entry] {
    try context.fetch(FetchDescriptor<Current.Entry>(sortBy: [SortDescriptor(\.name)]))
  }

  // MARK: Renamed cases

  @Test("read as the case of today, wherever the original raw value is")
  func renamed() throws {
    try writeOlder()
    let entries = try entries(ModelContext(try open(Current.Entry.self, url)))
    #expect(entries.map(\.mood) == [.blue, .happy, .blue])
    let full = try #require(entries.first)
    #expect(full.second == .blue)
    #expect(full.moods == [.blue, .happy, .blue])
    #expect(full.kinds == [.blue, .happy])
    #expect(full.days == ["monday": .blue])
    #expect(full.place?.mood == .blue)
    #expect(full.place?.moods == [.blue])
    #expect(full.note?.mood == .blue)
    #expect(full.answer == .feels(.blue))
  }

  @Test("leave the file as it is until a save, which writes the raw values of today")
  func fileOfRenamed() throws {
    try writeOlder()
    let before = try Data(contentsOf: url)
    let container = try open(Current.Entry.self, url)
    let context = ModelContext(container)
    _ = try entries(context)
    #expect(try Data(contentsOf: url) == before)
    try #require(try entries(context).last).name = "d"
    try context.save()
    #expect(try raw("mood", url) == ["blue", "happy", "blue"])
    #expect(try raw("second", url) == ["blue", "null", "null"])
    #expect(try raw("moods", url).first == "[blue,happy,blue]")
    #expect(try raw("kinds", url).first == "[blue,happy]")
    #expect(try raw("place", url).first == "{mood:blue,moods:[blue]}")
    // Values that only their own coding reads stay until they are set.
    #expect(try raw("days", url).first == "{monday:sad}")
    #expect(try raw("note", url).first == "{mood:sad}")
    #expect(try open(Current.Entry.self, url).migrationReport == nil)
  }

  @Test("are found by predicates and orders, with the objects that were saved today")
  func predicatesOfRenamed() throws {
    try writeOlder()
    let context = ModelContext(try open(Current.Entry.self, url))
    context.insert(Current.Entry("d", .blue))
    try context.save()
    let blue = Current.Mood.blue
    func names(_ predicate: Predicate<Current.Entry>) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)]))
        .map(\.name)
    }
    #expect(try names(#Predicate { $0.mood == blue }) == ["a", "c", "d"])
    #expect(try names(#Predicate { $0.mood != blue }) == ["b"])
    #expect(try names(#Predicate { $0.mood.rawValue == "blue" }) == ["a", "c", "d"])
    #expect(try names(#Predicate { $0.second == blue }) == ["a"])
    #expect(try names(#Predicate { $0.moods.contains(blue) }) == ["a"])
    #expect(try names(#Predicate { $0.place?.mood == blue }) == ["a"])
    let sorted = try context.fetch(
      FetchDescriptor<Current.Entry>(sortBy: [SortDescriptor(\.mood), SortDescriptor(\.name)]))
    #expect(sorted.map(\.name) == ["a", "c", "d", "b"])
  }

  @Test("are in the report, with the number of objects")
  func reportOfRenamed() throws {
    try writeOlder()
    let report = try #require(try open(Current.Entry.self, url).migrationReport)
    #expect(
      report.stages.flatMap(\.steps).map(\.description) == [
        #"in Entry.kinds, "gloomy" becomes "blue", "sad" becomes "blue" (1 object)"#,
        #"in Entry.mood, "gloomy" becomes "blue", "sad" becomes "blue" (2 objects)"#,
        #"in Entry.moods, "gloomy" becomes "blue", "sad" becomes "blue" (1 object)"#,
        #"in Entry.place.mood, "gloomy" becomes "blue", "sad" becomes "blue" (1 object)"#,
        #"in Entry.place.moods, "gloomy" becomes "blue", "sad" becomes "blue" (1 object)"#,
        #"in Entry.second, "gloomy" becomes "blue", "sad" becomes "blue" (1 object)"#,
      ])
    #expect(report.stages.allSatisfy { $0.warnings.isEmpty })
  }

  @Test("are read in a file that may not be changed")
  func readOnly() throws {
    try writeOlder()
    let container = try ModelContainer(
      for: Schema([Current.Entry.self]),
      configurations: [ModelConfiguration(url: url, allowsSave: false)])
    #expect(try entries(ModelContext(container)).map(\.mood) == [.blue, .happy, .blue])
  }

  @Test("are renamed in what an older release saves while the container is open")
  func savedByOlder() throws {
    try writeOlder()
    let context = ModelContext(try open(Current.Entry.self, url))
    #expect(try entries(context).count == 3)
    let older = ModelContext(try open(Older.Entry.self, url))
    older.insert(Older.Entry("z", .sad))
    try older.save()
    try #require(try entries(context).first).name = "a2"
    try context.save()
    #expect(try entries(context).map(\.mood) == [.blue, .happy, .blue, .blue])
    #expect(try raw("mood", url) == ["blue", "happy", "blue", "blue"])
  }

  @Test("are no gap in the history, and old values in it read as the case of today")
  func history() throws {
    let older = ModelContext(try open(TombstoneOlder.Entry.self, url))
    let gone = TombstoneOlder.Entry("gone", .sad)
    older.insert(gone)
    older.insert(TombstoneOlder.Entry("kept", .sad))
    try older.save()
    older.delete(gone)
    try older.save()
    let context = ModelContext(try open(TombstoneCurrent.Entry.self, url))
    let kept = try #require(try context.fetch(FetchDescriptor<TombstoneCurrent.Entry>()).first)
    kept.name = "changed"
    try context.save()
    let again = ModelContext(try open(TombstoneCurrent.Entry.self, url))
    let transactions = try again.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(transactions.count == 3)
    #expect(transactions.allSatisfy { $0.migratedFrom == nil })
    var moods: [TombstoneCurrent.Mood?] = []
    for change in transactions.flatMap(\.changes) {
      if case .delete(let deletion as DefaultHistoryDelete<TombstoneCurrent.Entry>) = change {
        moods.append(deletion.tombstone[\.mood])
      }
    }
    #expect(moods == [.blue])
  }

  @Test(
    "make two objects equal under a constraint: the document is refused, and the error names both")
  func uniqueness() throws {
    let older = ModelContext(try open(UniqueOlder.Entry.self, url))
    older.insert(UniqueOlder.Entry(.sad))
    older.insert(UniqueOlder.Entry(.gloomy))
    try older.save()
    let error = #expect(throws: SwiftDataError.self) {
      try open(UniqueCurrent.Entry.self, self.url)
    }
    #expect(error?.entity == "Entry")
    #expect(error?.property == "mood")
    #expect(error?.localizedDescription.contains("originalRawValues") == true)
    #expect(error?.localizedDescription.contains("object 1") == true)
  }

  @Test("keep a constraint where they make no objects equal, also for later insertions")
  func upsert() throws {
    let older = ModelContext(try open(UniqueOlder.Entry.self, url))
    older.insert(UniqueOlder.Entry(.sad))
    try older.save()
    let context = ModelContext(try open(UniqueCurrent.Entry.self, url))
    context.insert(UniqueCurrent.Entry(.blue))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<UniqueCurrent.Entry>()) == 1)
  }

  @Test("have numbers as raw values, too")
  func numbers() throws {
    let older = ModelContext(try open(NumbersOlder.Entry.self, url))
    for level in [NumbersOlder.Level.low, .high] { older.insert(NumbersOlder.Entry(level)) }
    try older.save()
    let container = try open(NumbersCurrent.Entry.self, url)
    let levels = try ModelContext(container).fetch(FetchDescriptor<NumbersCurrent.Entry>())
      .map(\.level)
    #expect(levels == [.low, .high])
    #expect(container.migrationReport?.stages.first?.steps.first?.touchedObjects == 1)
  }

  @Test("that are still raw values of today are refused with the models")
  func contradiction() {
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: Contradicting.Entry.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error?.property == "mood")
    #expect(error?.localizedDescription.contains("originalRawValues") == true)
    #expect(error?.localizedDescription.contains("happy") == true)
  }

  // MARK: Unknown cases

  @Test("read as the case for unknown ones, wherever the raw value is")
  func unknown() throws {
    try writeNewer()
    let context = ModelContext(try open(Current.Entry.self, url))
    let full = try #require(try entries(context).first)
    #expect(try entries(context).map(\.mood) == [.other, .blue])
    #expect(full.second == .other)
    #expect(full.moods == [.other, .happy, .other])
    #expect(full.kinds == [.other])
    #expect(full.days == ["monday": .other])
    #expect(full.place?.mood == .other)
    #expect(full.place?.moods == [.other])
    #expect(full.note?.mood == .other)
    #expect(full.answer == .feels(.other))
    let other = Current.Mood.other
    func names(_ predicate: Predicate<Current.Entry>) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name)
    }
    #expect(try names(#Predicate { $0.mood == other }) == ["a"])
    #expect(try names(#Predicate { $0.mood != other }) == ["b"])
    #expect(try names(#Predicate { $0.moods.contains(other) }) == ["a"])
    #expect(try names(#Predicate { $0.place?.mood == other }) == ["a"])
  }

  @Test("keep their raw values until the property is set, so that the newer release reads them")
  func survival() throws {
    try writeNewer()
    let context = ModelContext(try open(Current.Entry.self, url))
    let full = try #require(try entries(context).first)
    full.name = "edited"
    full.second = .happy
    full.moods = [.blue]
    try context.save()
    let newer = ModelContext(try open(Newer.Entry.self, url))
    let name = "edited"
    let again = try #require(
      try newer.fetch(FetchDescriptor<Newer.Entry>(predicate: #Predicate { $0.name == name })).first
    )
    #expect(again.mood == .ecstatic)
    #expect(again.second == .happy)
    #expect(again.kinds == [.ecstatic, .serene])
    #expect(again.days == ["monday": .ecstatic])
    #expect(again.place?.mood == .serene)
    #expect(again.note?.mood == .serene)
    #expect(try raw("moods", url) == ["[]", "[blue]"])
  }

  @Test("are replaced by an edit, also by one that sets the case as which they read")
  func replaced() throws {
    try writeNewer()
    let context = ModelContext(try open(Current.Entry.self, url))
    let full = try #require(try entries(context).first)
    full.mood = full.mood
    try context.save()
    #expect(try raw("mood", url) == ["other", "blue"])
  }

  @Test("survive a deletion that is taken back, an undo and a rollback")
  func takenBack() throws {
    try writeNewer()
    let context = ModelContext(try open(Current.Entry.self, url))
    context.undoManager = UndoManager()
    let full = try #require(try entries(context).first)
    context.delete(full)
    context.insert(full)
    try context.save()
    context.delete(full)
    try context.save()
    context.undoManager?.undo()
    try context.save()
    full.mood = .happy
    context.rollback()
    #expect(full.mood == .other)
    try context.save()
    #expect(try raw("mood", url) == ["ecstatic", "blue"])
  }

  @Test("are a warning in the report, which is no migration")
  func warning() throws {
    try writeNewer()
    let container = try open(Current.Entry.self, url)
    let report = try #require(container.migrationReport)
    #expect(report.stages.flatMap(\.steps).isEmpty)
    #expect(
      report.stages.flatMap(\.warnings).first {
        $0.hasPrefix("Entry.mood: 1 object has a raw value of no known case, first \"ecstatic\"")
      } != nil)
    #expect(report.stages.flatMap(\.warnings).count == 5)
    // A second container over the file shares the store.
    let second = ModelContext(try open(Current.Entry.self, url))
    try #require(try entries(ModelContext(container)).first).name = "x"
    #expect(try entries(second).count == 2)
  }

  @Test("make the schema of a closed enumeration open, and only then")
  func closedSchema() throws {
    func cases(_ type: any PersistentModel.Type) throws -> [Value]? {
      try Schema([type]).tableSchema(name: "x").entity(named: "Entry")?.attribute(named: "mood")?
        .cases
    }
    #expect(try cases(ClosedCurrent.Entry.self) == [.text("blue"), .text("happy")])
    #expect(try cases(OpenCurrent.Entry.self) == nil)
  }

  @Test("of a document are refused without a case for them")
  func refused() throws {
    let newer = ModelContext(try open(UniqueOlder.Entry.self, url))
    newer.insert(UniqueOlder.Entry(.happy))
    newer.insert(UniqueOlder.Entry(.odd))
    try newer.save()
    let error = #expect(throws: SwiftDataError.self) {
      try open(UniqueCurrent.Entry.self, self.url)
    }
    #expect(error?.property == "mood")
    #expect(error?.localizedDescription.contains("odd") == true)
  }

  @Test("that two keys of a dictionary have are refused")
  func keys() throws {
    let older = ModelContext(try open(KeysOlder.Entry.self, url))
    older.insert(KeysOlder.Entry([.sad: 1, .gloomy: 2]))
    try older.save()
    #expect(throws: SwiftDataError.self) { try open(KeysCurrent.Entry.self, self.url) }
    try older.delete(model: KeysOlder.Entry.self)
    older.insert(KeysOlder.Entry([.sad: 1, .happy: 2]))
    try older.save()
    let context = ModelContext(try open(KeysCurrent.Entry.self, url))
    let counts = try context.fetch(FetchDescriptor<KeysCurrent.Entry>()).map(\.counts)
    #expect(counts == [[.blue: 1, .happy: 2]])
  }
}

// MARK: Other releases

private enum TombstoneOlder {
  enum Mood: String, Codable { case happy, sad }
  @Model final class Entry {
    var name: String
    @Attribute(.preserveValueOnDeletion) var mood: Mood
    init(_ name: String, _ mood: Mood) {
      self.name = name
      self.mood = mood
    }
  }
}

private enum TombstoneCurrent {
  enum Mood: String, PersistentEnumeration {
    case happy, blue
    static var originalRawValues: [String: Mood] { ["sad": .blue] }
    static var unknownCase: Mood? { nil }
  }
  @Model final class Entry {
    var name: String
    @Attribute(.preserveValueOnDeletion) var mood: Mood
    init(_ name: String, _ mood: Mood) {
      self.name = name
      self.mood = mood
    }
  }
}

private enum UniqueOlder {
  enum Mood: String, Codable { case happy, sad, gloomy, odd }
  @Model final class Entry {
    @Attribute(.unique) var mood: Mood
    init(_ mood: Mood) { self.mood = mood }
  }
}

private enum UniqueCurrent {
  enum Mood: String, PersistentEnumeration {
    case happy, blue
    static var originalRawValues: [String: Mood] { ["sad": .blue, "gloomy": .blue] }
    static var unknownCase: Mood? { nil }
  }
  @Model final class Entry {
    @Attribute(.unique) var mood: Mood
    init(_ mood: Mood) { self.mood = mood }
  }
}

private enum NumbersOlder {
  enum Level: Int, Codable { case low = 1, high = 10 }
  @Model final class Entry {
    var level: Level
    init(_ level: Level) { self.level = level }
  }
}

private enum NumbersCurrent {
  enum Level: Int, PersistentEnumeration {
    case low = 1, high = 2
    static var originalRawValues: [Int: Level] { [10: .high] }
    static var unknownCase: Level? { nil }
  }
  @Model final class Entry {
    var level: Level
    init(_ level: Level) { self.level = level }
  }
}

private enum Contradicting {
  enum Mood: String, PersistentEnumeration {
    case happy, blue
    static var originalRawValues: [String: Mood] { ["happy": .blue] }
    static var unknownCase: Mood? { nil }
  }
  @Model final class Entry {
    var mood: Mood
    init(_ mood: Mood) { self.mood = mood }
  }
}

private enum ClosedCurrent {
  enum Mood: String, PersistentEnumeration, CaseIterable {
    case happy, blue
    static var unknownCase: Mood? { nil }
  }
  @Model final class Entry {
    var mood: Mood
    init(_ mood: Mood) { self.mood = mood }
  }
}

private enum OpenCurrent {
  enum Mood: String, PersistentEnumeration, CaseIterable {
    case happy, blue
    static var unknownCase: Mood? { .happy }
  }
  @Model final class Entry {
    var mood: Mood
    init(_ mood: Mood) { self.mood = mood }
  }
}

private enum KeysOlder {
  enum Mood: String, Codable { case happy, sad, gloomy }
  @Model final class Entry {
    var counts: [Mood: Int]
    init(_ counts: [Mood: Int]) { self.counts = counts }
  }
}

private enum KeysCurrent {
  enum Mood: String, PersistentEnumeration {
    case happy, blue
    static var originalRawValues: [String: Mood] { ["sad": .blue, "gloomy": .blue] }
    static var unknownCase: Mood? { nil }
  }
  @Model final class Entry {
    var counts: [Mood: Int]
    init(_ counts: [Mood: Int]) { self.counts = counts }
  }
}
