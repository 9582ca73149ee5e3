import DocumentTables
import Testing

@testable import DocumentData

/// What merging duplicates does, rule by rule, whether it works on objects or on columns.
@Suite("The rules of merging duplicates")
struct MergeRulesTests {
  @Model class Tour {
    var name: String?
    var rank: Double?
    var place: String?
    var note: String?
    @Relationship(deleteRule: .cascade) var places: [Place]?
    @Relationship(deleteRule: .cascade) var guide: Guide?

    init(_ draft: Draft) {
      name = draft.name
      rank = draft.rank
      place = draft.place
      note = draft.note
    }
  }

  @Model class Place {
    var number: Int
    var tour: Tour?

    init(_ number: Int) { self.number = number }
  }

  @Model class Guide {
    var number: Int
    var tour: Tour?

    init(_ number: Int) { self.number = number }
  }

  enum Execution: CaseIterable { case objects, columns }

  /// One tour without its object: what the rules are about.
  struct Draft: Equatable {
    /// Its place in the order of insertion.
    var number: Int
    var name: String?
    var rank: Double?
    var place: String?
    var note: String?
    var places: [Int]?
    var guide: Int?

    static func == (left: Draft, right: Draft) -> Bool {
      func same(_ left: Double?, _ right: Double?) -> Bool {
        left == right || left?.isNaN == true && right?.isNaN == true
      }
      return left.number == right.number && left.name == right.name
        && same(left.rank, right.rank) && left.place == right.place && left.note == right.note
        && left.places ?? [] == right.places ?? [] && left.guide == right.guide
    }
  }

  /// Tours before and after a merge, and what it returned.
  struct Outcome {
    var before: [Draft]
    var after: [Draft]
    var count: Int
    var places: Set<Int>
    var guides: Set<Int>

    /// The tours that agree, in the order of insertion: by name, canonically; nil agrees with none.
    var groups: [[Draft]] {
      Dictionary(grouping: before.filter { $0.name != nil }) { $0.name }.values
        .filter { $0.count > 1 }
    }

    /// The one of a group that is left; nil where it is not exactly one.
    func survivor(of group: [Draft]) -> Draft? {
      let left = after.filter { draft in group.contains { $0.number == draft.number } }
      return left.count == 1 ? left[0] : nil
    }
  }

  private static let seeds = 0..<12 as Range<UInt64>

  private func drafts(seed: UInt64) -> [Draft] {
    var generator = OutingGenerator(seed: seed)
    var related = 0
    return (0..<8 + generator.roll(20)).map { number in
      func next() -> Int {
        related += 1
        return related
      }
      let places = (0..<generator.roll(4)).map { _ in next() }
      return Draft(
        number: number,
        name: generator.pick([nil, "a", "b", "caf\u{E9}", "cafe\u{301}", "cafe"]) ?? nil,
        rank: generator.pick([nil, .nan, -1, 0.0, -0.0, 2]) ?? nil,
        place: generator.pick([nil, "x", "y"]) ?? nil,
        note: generator.pick([nil, "n", "m"]) ?? nil,
        places: generator.pick([nil, places, places.reversed()]) ?? nil,
        guide: generator.roll(2) == 0 ? nil : next())
    }
  }

  /// Merges generated tours by name; the one of the greatest rank stays.
  private func outcome(_ execution: Execution, seed: UInt64) throws -> Outcome {
    let drafts = drafts(seed: seed)
    let container = try makeContainer([Tour.self, Place.self, Guide.self])
    let first = ModelContext(container)
    var tours: [Tour] = []
    for draft in drafts {
      let tour = Tour(draft)
      first.insert(tour)
      tours.append(tour)
    }
    let places = Dictionary(
      uniqueKeysWithValues: drafts.flatMap { $0.places ?? [] }.map { ($0, Place($0)) })
    // In the order of their numbers, which is not that of every list.
    for (_, place) in places.sorted(by: { $0.key < $1.key }) { first.insert(place) }
    for (draft, tour) in zip(drafts, tours) {
      tour.places = draft.places?.compactMap { places[$0] }
      tour.guide = draft.guide.map { Guide($0) }
    }
    try first.save()
    let role = StageRole(place: .didMigrate, version: "2", otherVersion: "1", otherModels: [])
    let context = ModelContext(
      ModelContainer(
        ContainerStore(
          catalog: first.core.catalog, store: DocumentStore(container.store.current.tables),
          closure: execution == .columns ? ClosureRecord(role) : nil),
        schema: container.schema))
    let count = try context.mergeDuplicates(
      of: Tour.self, by: [\.name], keepingGreatest: [\.rank], joining: [\.places],
      inOrderOf: [\.note], filling: [\.guide, \.place, \.note])
    // A save of objects is told row by row, a merge of columns is not.
    let isTold = context.container.store.recentChanges(since: 0)?.isEmpty == false
    #expect(count == 0 || isTold == (execution == .objects))

    let numbers = Dictionary(
      uniqueKeysWithValues: zip(tours.map { $0._$state.key }, drafts.map(\.number)))
    let reader = ModelContext(context.container)
    let after = try reader.fetch(FetchDescriptor<Tour>()).map { tour in
      Draft(
        number: numbers[tour._$state.key] ?? -1, name: tour.name, rank: tour.rank,
        place: tour.place, note: tour.note, places: tour.places?.map(\.number),
        guide: tour.guide?.number)
    }
    return Outcome(
      before: drafts, after: after, count: count,
      places: Set(try reader.fetch(FetchDescriptor<Place>()).map(\.number)),
      guides: Set(try reader.fetch(FetchDescriptor<Guide>()).map(\.number)))
  }

  /// Where a tour is in the order of ranks: nil, what is not a number, then by number, where −0 is 0.
  ///
  /// The later of two equal ones is greater.
  private func rank(_ draft: Draft) -> (Int, Double, Int) {
    guard let rank = draft.rank else { return (0, 0, draft.number) }
    return rank.isNaN ? (1, 0, draft.number) : (2, rank, draft.number)
  }

  @Test("One object of each group stays", arguments: Execution.allCases, seeds)
  func oneStays(execution: Execution, seed: UInt64) throws {
    let outcome = try outcome(execution, seed: seed)
    for group in outcome.groups { #expect(outcome.survivor(of: group) != nil) }
    #expect(outcome.count == outcome.groups.reduce(0) { $0 + $1.count - 1 })
    #expect(outcome.after.count == outcome.before.count - outcome.count)
  }

  @Test("Objects that agree with none stay as they are", arguments: Execution.allCases, seeds)
  func othersStay(execution: Execution, seed: UInt64) throws {
    let outcome = try outcome(execution, seed: seed)
    let merged = Set(outcome.groups.joined().map(\.number))
    #expect(
      outcome.after.filter { !merged.contains($0.number) }
        == outcome.before.filter { !merged.contains($0.number) })
  }

  @Test("The greatest stays, and of equal ones the last", arguments: Execution.allCases, seeds)
  func greatest(execution: Execution, seed: UInt64) throws {
    let outcome = try outcome(execution, seed: seed)
    for group in outcome.groups {
      #expect(
        outcome.survivor(of: group)?.number == group.max { rank($0) < rank($1) }?.number)
    }
  }

  @Test("It keeps its own values", arguments: Execution.allCases, seeds)
  func ownValues(execution: Execution, seed: UInt64) throws {
    let outcome = try outcome(execution, seed: seed)
    for group in outcome.groups {
      let after = try #require(outcome.survivor(of: group))
      let before = try #require(group.first { $0.number == after.number })
      #expect(after.name == before.name)
      if let note = before.note { #expect(after.note == note) }
      if let place = before.place { #expect(after.place == place) }
      if let guide = before.guide { #expect(after.guide == guide) }
    }
  }

  @Test(
    "It gets what it lacks from the greatest of the others that has it",
    arguments: Execution.allCases, seeds)
  func filled(execution: Execution, seed: UInt64) throws {
    let outcome = try outcome(execution, seed: seed)
    for group in outcome.groups {
      let after = try #require(outcome.survivor(of: group))
      let descending = group.sorted { rank($0) > rank($1) }
      #expect(after.place == descending.lazy.compactMap(\.place).first)
      #expect(after.note == descending.lazy.compactMap(\.note).first)
      #expect(after.guide == descending.lazy.compactMap(\.guide).first)
    }
  }

  @Test(
    "It gets the members of all, ordered by what each had before",
    arguments: Execution.allCases, seeds)
  func joined(execution: Execution, seed: UInt64) throws {
    let outcome = try outcome(execution, seed: seed)
    for group in outcome.groups {
      let after = try #require(outcome.survivor(of: group))
      let inOrder = group.sorted { ($0.note ?? "", $0.number) < ($1.note ?? "", $1.number) }
      #expect(after.places ?? [] == inOrder.flatMap { $0.places ?? [] })
    }
  }

  @Test("Nothing that objects led to goes with them", arguments: Execution.allCases, seeds)
  func relatedStay(execution: Execution, seed: UInt64) throws {
    let outcome = try outcome(execution, seed: seed)
    #expect(outcome.places == Set(outcome.before.flatMap { $0.places ?? [] }))
    #expect(outcome.guides == Set(outcome.before.compactMap(\.guide)))
    // Each member belongs to one tour.
    let members = outcome.after.flatMap { $0.places ?? [] }
    #expect(Set(members).count == members.count && members.count == outcome.places.count)
  }
}
