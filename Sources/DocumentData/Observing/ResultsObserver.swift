/// The results of a fetch, kept up to date.
///
/// An observer tracks all changes of its context, the saves of the container's other contexts, and
/// those of other processes; see ``ModelConfiguration/fileFollowing``.
/// Code that reads ``results`` or ``sections`` inside `withObservationTracking` is notified before
/// a change takes effect that may concern them; the next read fetches again. An observer does not
/// know before fetching which objects a change adds or removes, so it also notifies of changes that
/// leave the results as they are.
///
/// Like its context, an observer is confined to the thread or actor that uses it. Only the
/// notification arrives on the thread of the context that has saved.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable {
  /// The context that the observer fetches from.
  public let modelContext: ModelContext
  /// The property whose value is the title of an object's section; nil if there are no sections.
  public let sectionBy: PartialKeyPath<Element>?
  /// The error of the last fetch; the results are then still those of the previous fetch.
  ///
  /// Reading ``results`` updates this property. SwiftData reports no such error.
  public private(set) var fetchError: (any Error)?

  /// The predicate that objects must satisfy; nil for all objects.
  public var filterBy: Predicate<Element>? {
    get { base.predicate }
    set { change { $0.predicate = newValue } }
  }

  /// The order of the objects, within their sections if there are any.
  public var sortBy: [SortDescriptor<Element>] {
    get { base.sortBy }
    set { change { $0.sortBy = newValue } }
  }

  /// The descriptor of the fetch.
  ///
  /// The order of the sections precedes the order of the objects, unless that begins with the same
  /// property.
  public var fetchDescriptor: FetchDescriptor<Element> {
    section?.sorted(base) ?? base
  }

  /// A rule that divides objects into sections.
  struct Section {
    let keyPath: PartialKeyPath<Element>
    // An array, because only Foundation knows the layout of a sort descriptor: optimised code that
    // copies a descriptor inline does not link.
    let order: [SortDescriptor<Element>]
    let title: (Element) -> SectionTitle

    /// Returns a descriptor whose order puts the objects of each section together.
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
    for core in cores {
      core.resultsSignals.add(signal)
      core.followFile()
    }
  }

  /// Returns the cores of the stores that have the class.
  private static func cores(_ context: ModelContext) -> [ContextCore] {
    context.cores(sharing: Element.self) ?? [context.core(of: Element.self)]
  }

  /// Returns a number that grows with each commit to one of the stores.
  private static func generation(_ cores: [ContextCore]) -> Int {
    cores.reduce(0) { $0 + $1.store.generation }
  }

  private static var batchSize: Int { 256 }

  /// The current results of the fetch.
  public var results: FetchResultsCollection<Element> {
    update()
    return current.results
  }

  /// The results by the titles of their sections; nil if there are no sections.
  ///
  /// Each object is created once to determine its title.
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

  /// Fetches again if something has changed since the last fetch.
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

/// Raises a signal after each change of a store, as long as this object exists.
final class SavingObservation: StoreFollower {
  private let signal: ResultsSignal

  init(of stores: [DocumentStore], _ signal: ResultsSignal) {
    self.signal = signal
    for store in stores { store.add(self) }
  }

  func storeDidChange(by saver: AnyObject?) { signal.raise() }
}
