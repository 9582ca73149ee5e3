import Synchronization
import Testing

@testable import DocumentData

/// Things in groups, to be observed.
enum ObservedSamples {
  @Model class Thing {
    var name: String
    var group: String?
    var size = 0
    var kind = Kind.plain
    var weight: Double?
    var isOld = false

    enum Kind: String, Codable { case plain, odd }

    init(_ name: String, group: String? = nil, size: Int = 0) {
      self.name = name
      self.group = group
      self.size = size
    }
  }
}

private typealias Thing = ObservedSamples.Thing

@Suite("Observers of results")
struct ResultsObserverTests {
  private let context: ModelContext

  init() throws {
    let container = try ModelContainer(
      for: Thing.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    for thing in [
      Thing("pear", group: "fruit", size: 2), Thing("apple", group: "fruit", size: 1),
      Thing("oak", group: "tree", size: 9), Thing("stone", size: 3),
    ] {
      context.insert(thing)
    }
    try context.save()
  }

  private func names(_ observer: ResultsObserver<Thing, some Hashable>) -> [String] {
    observer.results.map(\.name)
  }

  @Test("Results follow insertions, changes, deletions and rollback in the context at once")
  func ownContext() throws {
    let observer = try ResultsObserver<Thing, Never>(
      filterBy: #Predicate { $0.size < 5 }, sortBy: [SortDescriptor(\.name)], modelContext: context)
    #expect(names(observer) == ["apple", "pear", "stone"])
    #expect(observer.sections == nil)
    context.insert(Thing("bean"))
    #expect(names(observer) == ["apple", "bean", "pear", "stone"])
    let apple = try #require(observer.results.first)
    apple.name = "zucchini"
    #expect(names(observer) == ["bean", "pear", "stone", "zucchini"])
    apple.size = 6
    #expect(names(observer) == ["bean", "pear", "stone"])
    context.delete(try #require(observer.results.last))
    #expect(names(observer) == ["bean", "pear"])
    context.rollback()
    #expect(names(observer) == ["apple", "pear", "stone"])
  }

  @Test("Results follow what another context saves, not what it has not saved")
  func otherContext() throws {
    let observer = try ResultsObserver<Thing, Never>(
      sortBy: [SortDescriptor(\.size)], modelContext: context)
    let other = ModelContext(context.container)
    other.insert(Thing("moss", size: 0))
    #expect(observer.results.count == 4)
    try other.save()
    #expect(names(observer) == ["moss", "apple", "pear", "stone", "oak"])
  }

  @Test(
    "Who reads the results hears of changes here, of those that others save, and of new criteria")
  func tracking() throws {
    let observer = try ResultsObserver<Thing, Never>(modelContext: context)
    let heard = Atomic<Int>(0)
    func hears(_ change: () throws -> Void) rethrows -> Bool {
      let before = heard.load(ordering: .relaxed)
      withObservationTracking {
        _ = observer.results.count
      } onChange: {
        heard.add(1, ordering: .relaxed)
      }
      try change()
      return heard.load(ordering: .relaxed) > before
    }
    #expect(!hears {})
    #expect(hears { context.insert(Thing("new")) })
    let thing = try #require(observer.results.first)
    #expect(hears { thing.size = 40 })
    #expect(hears { thing.size = 41 })
    #expect(hears { context.delete(thing) })
    #expect(hears { context.rollback() })
    #expect(hears { observer.filterBy = #Predicate { $0.size > 2 } })
    #expect(hears { observer.sortBy = [SortDescriptor(\.name)] })
    #expect(observer.results.map(\.name) == ["oak", "stone"])
    let other = ModelContext(context.container)
    other.insert(Thing("moss", size: 3))
    #expect(try hears { try other.save() })
    #expect(observer.results.map(\.name) == ["moss", "oak", "stone"])
  }

  @Test("Another container's changes are none of the observer's business")
  func otherContainer() throws {
    let observer = try ResultsObserver<Thing, Never>(modelContext: context)
    let heard = Atomic<Bool>(false)
    withObservationTracking {
      _ = observer.results.count
    } onChange: {
      heard.store(true, ordering: .relaxed)
    }
    let elsewhere = try ModelContainer(
      for: Thing.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let other = ModelContext(elsewhere)
    other.insert(Thing("moss"))
    try other.save()
    let wasHeard = heard.load(ordering: .relaxed)
    #expect(!wasHeard)
  }

  @Test("Sections by numbers and other values with an order are in that order, those of nil first")
  func sectionsByNumbers() throws {
    for (thing, weight) in zip(context.objects(), [2.5, nil, 1, 2.5] as [Double?]) {
      thing.weight = weight
    }
    let bySize = try ResultsObserver(
      filterBy: nil, sortBy: [SortDescriptor(\Thing.name)], sectionBy: \Thing.size,
      modelContext: context)
    #expect(bySize.sections?.sectionTitles == [1, 2, 3, 9])
    let byWeight = try ResultsObserver<Thing, Double?>(
      sortBy: [SortDescriptor(\.name)], sectionBy: \.weight, modelContext: context)
    #expect(byWeight.sections?.sectionTitles == [nil, 1, 2.5])
    #expect(byWeight.sections?.map { $0.map(\.name) } == [["apple"], ["oak"], ["pear", "stone"]])
    let byGroup = try ResultsObserver<Thing, String?>(
      sectionBy: \.group, modelContainer: context.container)
    #expect(byGroup.sections?.sectionTitles == [nil, "fruit", "tree"])
  }

  @Test("Sections by values without an order are in the order in which their titles occur")
  func sectionsByCases() throws {
    let things = context.objects()
    things[0].kind = .odd
    things[2].isOld = true
    let byKind = try ResultsObserver(
      fetchDescriptor: FetchDescriptor(sortBy: [SortDescriptor(\.name, order: .reverse)]),
      sectionBy: \Thing.kind, modelContext: context)
    #expect(byKind.sections?.sectionTitles == [.plain, .odd])
    #expect(byKind.sections?[sectionTitle: .odd]?.map(\.name) == ["pear"])
    things[3].kind = .odd
    #expect(byKind.sections?.map { $0.map(\.name) } == [["stone", "pear"], ["oak", "apple"]])
    let byAge = try ResultsObserver(sectionBy: \Thing.isOld, modelContext: context)
    #expect(byAge.sections?.map(\.title) == [false, true])
    #expect(byAge.sectionBy == \Thing.isOld)
  }

  @Test("Sections are in the order of their titles, objects in theirs")
  func sections() throws {
    let observer = try ResultsObserver<Thing, String>(
      sortBy: [SortDescriptor(\.size, order: .reverse)], sectionBy: \.group, modelContext: context)
    let sections = try #require(observer.sections)
    #expect(sections.sectionTitles == ["", "fruit", "tree"])
    #expect(sections.map { $0.map(\.name) } == [["stone"], ["pear", "apple"], ["oak"]])
    #expect(sections.map(\.id) == sections.map(\.title))
    #expect(sections[sectionTitle: "tree"]?.map(\.name) == ["oak"])
    #expect(sections[sectionTitle: "animal"] == nil)
    #expect(sections.index(ofSectionTitled: "fruit") == 1)
    #expect(observer.results.map(\.name) == ["stone", "pear", "apple", "oak"])
    #expect(observer.sectionBy == \Thing.group)

    context.insert(Thing("fox", group: "animal"))
    observer.sortBy = [SortDescriptor(\.group, order: .reverse), SortDescriptor(\.name)]
    #expect(
      observer.sections?.map { $0.map(\.name) }
        == [["oak"], ["apple", "pear"], ["fox"], ["stone"]])
  }

  @Test("An observer of a container has a context of its own, and a descriptor's limit counts")
  func container() throws {
    let observer = try ResultsObserver(
      fetchDescriptor: {
        var descriptor = FetchDescriptor<Thing>(sortBy: [SortDescriptor(\.name)])
        descriptor.fetchLimit = 2
        return descriptor
      }(), modelContainer: context.container)
    #expect(observer.modelContext != context)
    #expect(names(observer) == ["apple", "oak"])
    context.insert(Thing("aster"))
    #expect(names(observer) == ["apple", "oak"])
    try context.save()
    #expect(names(observer) == ["apple", "aster"])
    let byName = try ResultsObserver(sectionBy: \Thing.name, modelContainer: context.container)
    #expect(byName.sections?.count == 5)
  }

  @Test("A fetch that fails keeps the results and says why; one in the beginning throws")
  func failure() throws {
    let failing = Predicate<Thing> { _ in PredicateExpressions.RefusedCapture<Bool>() }
    #expect(throws: (any Error).self) {
      _ = try ResultsObserver<Thing, Never>(filterBy: failing, modelContext: context)
    }
    let observer = try ResultsObserver<Thing, Never>(modelContext: context)
    #expect(observer.results.count == 4)
    observer.filterBy = failing
    #expect(observer.results.count == 4)
    #expect(observer.fetchError != nil)
    observer.filterBy = nil
    #expect(observer.results.count == 4)
    #expect(observer.fetchError == nil)
  }

  @Test("An observer goes away with whoever holds it")
  func release() throws {
    weak var gone: ResultsObserver<Thing, Never>?
    do {
      let observer = try ResultsObserver<Thing, Never>(modelContext: context)
      gone = observer
      #expect(observer.results.count == 4)
    }
    #expect(gone == nil)
    context.insert(Thing("new"))
    try context.save()
  }
}

extension ModelContext {
  /// The things in the order of their insertion.
  fileprivate func objects() -> [Thing] { (try? fetch(FetchDescriptor<Thing>())) ?? [] }
}
