/// The results of a fetch, kept up to date.
///
/// An observer follows the changes of its context, saved or not, and what other contexts of the
/// container save. Whoever reads ``results`` or ``sections`` inside `withObservationTracking` hears
/// of a change that may concern them, before it takes effect; reading them again fetches again.
/// An observer cannot know which objects a change adds or takes away before it fetches, so it also
/// tells of changes that leave the results as they are.
///
/// Like the context that it fetches from, an observer is confined to the thread or actor that uses
/// it. Only the word that there was a change comes on the thread of the context that has saved.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable {
  /// The context that the observer fetches from.
  public let modelContext: ModelContext
  /// The property whose value is the title of an object's section; nil without sections.
  public let sectionBy: PartialKeyPath<Element>?
  /// Why the last fetch failed; the results are then still those of the one before.
  ///
  /// Reading ``results`` brings it up to date. Not SwiftData's, which says nothing.
  public private(set) var fetchError: (any Error)?

  /// What an object must satisfy; nil for every object.
  public var filterBy: Predicate<Element>? {
    get { base.predicate }
    set { change { $0.predicate = newValue } }
  }

  /// The order of the objects, within their sections if there are any.
  public var sortBy: [SortDescriptor<Element>] {
    get { base.sortBy }
    set { change { $0.sortBy = newValue } }
  }

  /// What the observer fetches: the sections' order precedes the order of the objects, unless that
  /// begins with the same property.
  public var fetchDescriptor: FetchDescriptor<Element> {
    section?.sorted(base) ?? base
  }

  /// How the objects of a section are found.
  struct Section {
    let keyPath: PartialKeyPath<Element>
    // One descriptor, in a list, because the layout of a sort descriptor is known to Foundation
    // alone: optimised code that copies one in place does not link.
    let order: [SortDescriptor<Element>]
    let title: (Element) -> SectionTitle

    /// A descriptor whose order puts the objects of each section together.
    func sorted(_ descriptor: FetchDescriptor<Element>) -> FetchDescriptor<Element> {
      if descriptor.sortBy.first?.comparison(ofPropertyAt: keyPath) != nil { return descriptor }
      var sorted = descriptor
      sorted.sortBy.insert(contentsOf: order, at: 0)
      return sorted
    }
  }

  private var base: FetchDescriptor<Element>
  private let section: Section?
  private let signal = ResultsSignal()
  private let savings: SavingObservation
  private var current: Fetched

  private struct Fetched {
    var results: FetchResultsCollection<Element>
    var sections: SectionedResults<Element, SectionTitle>?
    var version: Int
    var generation: Int
  }

  init(
    _ descriptor: FetchDescriptor<Element>, _ section: Section?, _ context: ModelContext
  ) throws {
    modelContext = context
    base = descriptor
    self.section = section
    sectionBy = section?.keyPath
    let cores = Self.cores(context)
    let generation = Self.generation(cores)
    let results = try context.fetch(
      section?.sorted(descriptor) ?? descriptor, batchSize: Self.batchSize)
    current = Fetched(results: results, version: 0, generation: generation)
    savings = SavingObservation(of: cores.map(\.store), signal)
    for core in cores { core.resultsSignals.add(signal) }
  }

  /// The cores of the stores that have the class.
  private static func cores(_ context: ModelContext) -> [ContextCore] {
    context.cores(sharing: Element.self) ?? [context.core(of: Element.self)]
  }

  /// Grows with each commit to one of the stores.
  private static func generation(_ cores: [ContextCore]) -> Int {
    cores.reduce(0) { $0 + $1.store.generation }
  }

  private static var batchSize: Int { 256 }

  /// The objects that the fetch finds now.
  public var results: FetchResultsCollection<Element> {
    update()
    return current.results
  }

  /// The results by the titles of their sections; nil without sections.
  ///
  /// Every object is made once to find its title.
  public var sections: SectionedResults<Element, SectionTitle>? {
    update()
    guard let section else { return nil }
    if let sections = current.sections { return sections }
    let sections = SectionedResults(current.results, by: section.title)
    current.sections = sections
    return sections
  }

  private func change(_ body: (inout FetchDescriptor<Element>) -> Void) {
    signal.raise()
    body(&base)
  }

  /// Fetches again if something has changed since the last time.
  private func update() {
    let version = signal.version
    let generation = Self.generation(Self.cores(modelContext))
    guard version != current.version || generation != current.generation else { return }
    do {
      let results = try modelContext.fetch(fetchDescriptor, batchSize: Self.batchSize)
      current = Fetched(results: results, version: version, generation: generation)
      fetchError = nil
    } catch {
      current.version = version
      current.generation = generation
      fetchError = error
    }
  }
}
