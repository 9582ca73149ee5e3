import DocumentTables
import Testing

@testable import DocumentData

@Suite("Objects that agree in some attributes become one")
struct MergingDuplicatesTests {
  @Model class Journey {
    var name: String
    @Attribute(.preserveValueOnDeletion) var end: Double
    var note: String?
    @Relationship(deleteRule: .cascade) var stops: [Stop]? = nil
    @Relationship(deleteRule: .cascade) var inn: Inn?

    init(_ name: String, _ end: Double, _ note: String?) {
      self.name = name
      self.end = end
      self.note = note
    }
  }

  @Model class Stop {
    var title: String
    var journey: Journey?

    init(_ title: String) { self.title = title }
  }

  @Model class Inn {
    var place: String
    var journey: Journey?

    init(_ place: String) { self.place = place }
  }

  /// Two contexts over the same journeys, of which the second is one of a migration stage.
  private func contexts(seed: UInt64) throws -> [ModelContext] {
    let container = try makeContainer([Journey.self, Stop.self, Inn.self])
    let context = ModelContext(container)
    var generator = OutingGenerator(seed: seed)
    for number in 0..<generator.roll(30) {
      let journey = Journey(
        "n\(generator.roll(7))", generator.number(),
        generator.roll(2) == 0 ? nil : "note \(number)")
      context.insert(journey)
      if generator.roll(2) == 0 {
        let stops = (0..<generator.roll(4)).map { Stop("\(number).\($0)") }
        for stop in stops { context.insert(stop) }
        journey.stops = generator.some(stops, upTo: 3)
      }
      if generator.roll(2) == 0 { journey.inn = Inn("inn \(number)") }
    }
    try context.save()
    var tables = container.store.current.tables
    let keys = tables.tables.flatMap(\.segments).flatMap { segment in
      (0..<segment.count).map { segment.keys[$0] }
    }
    for number in 0..<(keys.isEmpty ? 0 : generator.roll(9)) {
      let anchor = keys[generator.roll(keys.count)]
      tables.extensions.append(
        ExtensionRecord(
          entity: "org.other.Label", key: tables.nextKey, anchor: anchor, value: .integer(1)))
      tables.nextKey += 1
      tables.keptParts.append(
        KeptPart(name: "attachments/org.other/\(number)", bytes: [1], anchor: anchor))
    }
    // Of several segments, as documents are that are not small.
    for (hierarchy, table) in tables.tables.enumerated() {
      let rows = table.segments.enumerated().flatMap { index, segment in
        (0..<segment.count).map { RowLocation(segment: index, row: $0) }
      }
      let size = 1 + generator.roll(8)
      tables.tables[hierarchy] = Table(
        segments: stride(from: 0, to: rows.count, by: size).flatMap { start in
          table.copy(of: Array(rows[start..<min(start + size, rows.count)]))
        })
    }
    return [false, true].map { isOfStage in
      let role = StageRole(place: .didMigrate, version: "2", otherVersion: "1", otherModels: [])
      let copy = ModelContainer(
        ContainerStore(
          catalog: context.core.catalog, store: DocumentStore(tables),
          closure: isOfStage ? ClosureRecord(role) : nil),
        schema: container.schema)
      return ModelContext(copy)
    }
  }

  private func merge(_ context: ModelContext) throws -> Int {
    try context.mergeDuplicates(
      of: Journey.self, by: [\.name], keepingGreatest: [\.end], joining: [\.stops],
      inOrderOf: [\.end, \.note], filling: [\.inn, \.note])
  }

  @Test(
    "merging by columns gives what merging by objects gives", arguments: 0..<40 as Range<UInt64>)
  func ways(seed: UInt64) throws {
    let contexts = try contexts(seed: seed)
    let before = contexts[0].container.store.current.tables
    let count = try merge(contexts[0])
    #expect(try merge(contexts[1]) == count)
    let changes = contexts[0].container.store.recentChanges(since: 0)?.last?.changes
    let words = try #require(contexts[1].core.closure?.changes)
    #expect(
      words.flatMap(\.objectChanges).map(\.words)
        == changes.map { ChangeDescription($0, before: before).objectChanges.map(\.words) } ?? [])
    #expect(words.reduce(0) { $0 + $1.count } == changes?.rowCount ?? 0)
    for save in words {
      #expect(save.valueCount == save.objectChanges.reduce(0) { $0 + $1.byProperty.count })
    }
    #expect(contexts[1].core.objects.identityMap.size.count == 0)
    let dumps = contexts.map { TablesDump.text($0.container.store.current.tables, all: true) }
    #expect(dumps[0] == dumps[1])
  }

  @Test(
    "what belonged to merged objects goes over to the one that stays", arguments: [false, true])
  func anchors(isOfStage: Bool) throws {
    var moved = 0
    for seed in 0..<20 as Range<UInt64> {
      let context = try contexts(seed: seed)[isOfStage ? 1 : 0]
      let before = context.container.store.current.tables
      _ = try merge(context)
      let after = context.container.store.current.tables
      #expect(after.extensions.map(\.key) == before.extensions.map(\.key))
      #expect(after.keptParts.map(\.name) == before.keptParts.map(\.name))
      let anchors = [before, after].map { tables in
        tables.extensions.map(\.anchor) + tables.keptParts.map(\.anchor)
      }
      for (old, new) in zip(anchors[0], anchors[1]) {
        let (old, new) = (try #require(old), try #require(new))
        #expect(try name(of: new, in: after) == name(of: old, in: before))
        if old != new { moved += 1 }
      }
    }
    #expect(moved > 0)
  }

  /// The name of a journey; the key of any other object.
  private func name(of key: ObjectKey, in tables: Tables) throws -> String {
    let found = try #require(tables.find(key))
    let layout = tables.schema.hierarchies[found.hierarchy]
    guard let column = layout.column(named: "name", of: "Journey") else { return "\(key)" }
    let segment = tables.tables[found.hierarchy].segments[found.location.segment]
    return "\(segment.value(at: found.location.row, column: column))"
  }

  @Test("with unsaved changes too, which are saved with them")
  func unsavedChanges() throws {
    let context = try contexts(seed: 3)[1]
    let first = Journey("new", 1, "first")
    let second = Journey("new", 2, nil)
    second.stops = [Stop("b")]
    first.stops = [Stop("a")]
    context.insert(first)
    context.insert(second)
    #expect(try merge(context) > 0)
    #expect(!context.hasChanges)
    #expect(second.note == "first")
    #expect(second.stops?.map(\.title) == ["a", "b"])
    let journeys = try context.fetch(FetchDescriptor<Journey>())
    #expect(Set(journeys.map(\.name)).count == journeys.count)
  }

  @Test("what cannot be ordered, joined or filled is refused")
  func refusals() throws {
    let context = try contexts(seed: 1)[0]
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.mergeDuplicates(of: Journey.self, by: [\.stops])
    }
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.mergeDuplicates(of: Journey.self, by: [\.name], keepingGreatest: [\.inn])
    }
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.mergeDuplicates(of: Journey.self, by: [\.name], joining: [\.inn])
    }
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.mergeDuplicates(of: Journey.self, by: [\.name], filling: [\.stops])
    }
    #expect(!context.hasChanges)
  }
}
