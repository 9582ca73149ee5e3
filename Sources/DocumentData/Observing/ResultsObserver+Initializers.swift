// A new observer belongs to the caller's actor. SwiftData's initialisers have an `isolation`
// parameter too, because their observers fetch when they are notified of a change.

extension ResultsObserver where SectionTitle == Never {
  /// Observes the results of a descriptor, in a context.
  ///
  /// - Throws: The errors of the fetch.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, nil, modelContext)
  }

  /// Observes the results of a descriptor, in a new context of a container.
  ///
  /// - Throws: The errors of the fetch.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, nil, ModelContext(modelContainer))
  }

  /// Observes the objects that satisfy a predicate, sorted, in a context.
  ///
  /// - Throws: The errors of the fetch.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil, modelContext)
  }

  /// Observes the objects that satisfy a predicate, sorted, in a new context of a container.
  ///
  /// - Throws: The errors of the fetch.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil,
      ModelContext(modelContainer))
  }
}

extension ResultsObserver where SectionTitle == String {
  /// Observes the results of a descriptor, in sections by a text, in a context.
  ///
  /// - Throws: The errors of the fetch.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: any KeyPath<Element, String> & Sendable, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, .text(sectionBy), modelContext)
  }

  /// Observes the results of a descriptor, in sections by an optional text, in a context.
  ///
  /// Objects without the text are in a section whose title is empty.
  ///
  /// - Throws: The errors of the fetch.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: any KeyPath<Element, String?> & Sendable, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, .optionalText(sectionBy), modelContext)
  }

  /// Observes the results of a descriptor, in sections by a text, in a new context of a container.
  ///
  /// - Throws: The errors of the fetch.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: any KeyPath<Element, String> & Sendable, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, .text(sectionBy), ModelContext(modelContainer))
  }

  /// Observes the results of a descriptor, in sections by an optional text, in a new context of a
  /// container.
  ///
  /// - Throws: The errors of the fetch.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: any KeyPath<Element, String?> & Sendable, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, .optionalText(sectionBy), ModelContext(modelContainer))
  }

  /// Observes the objects that satisfy a predicate, in sections by a text, in a context.
  ///
  /// - Throws: The errors of the fetch.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: any KeyPath<Element, String> & Sendable, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), .text(sectionBy), modelContext)
  }

  /// Observes the objects that satisfy a predicate, in sections by an optional text, in a context.
  ///
  /// - Throws: The errors of the fetch.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: any KeyPath<Element, String?> & Sendable, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), .optionalText(sectionBy),
      modelContext)
  }

  /// Observes the objects that satisfy a predicate, in sections by a text, in a new context of a
  /// container.
  ///
  /// - Throws: The errors of the fetch.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: any KeyPath<Element, String> & Sendable, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), .text(sectionBy),
      ModelContext(modelContainer))
  }

  /// Observes the objects that satisfy a predicate, in sections by an optional text, in a new
  /// context of a container.
  ///
  /// - Throws: The errors of the fetch.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: any KeyPath<Element, String?> & Sendable, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), .optionalText(sectionBy),
      ModelContext(modelContainer))
  }
}

// The sections of a type with an order are in this order, those without a value first; other sections are in the
// order in which their titles first occur in the results.
extension ResultsObserver {
  /// Observes the results of a descriptor, in sections by a property of any type, in a context.
  ///
  /// - Throws: The errors of the fetch.
  @_disfavoredOverload
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: any KeyPath<Element, SectionTitle> & Sendable, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, .values(sectionBy), modelContext)
  }

  /// Observes the results of a descriptor, in sections by a property of any type, in a new context of a container.
  ///
  /// - Throws: The errors of the fetch.
  @_disfavoredOverload
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: any KeyPath<Element, SectionTitle> & Sendable, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, .values(sectionBy), ModelContext(modelContainer))
  }

  /// Observes the objects that satisfy a predicate, in sections by a property of any type, in a context.
  ///
  /// - Throws: The errors of the fetch.
  @_disfavoredOverload
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: any KeyPath<Element, SectionTitle> & Sendable, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), .values(sectionBy), modelContext)
  }

  /// Observes the objects that satisfy a predicate, in sections by a property of any type, in a new context of a
  /// container.
  ///
  /// - Throws: The errors of the fetch.
  @_disfavoredOverload
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: any KeyPath<Element, SectionTitle> & Sendable, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), .values(sectionBy),
      ModelContext(modelContainer))
  }
}

extension ResultsObserver.Section {
  fileprivate static func values(
    _ keyPath: any KeyPath<Element, SectionTitle> & Sendable
  ) -> Self {
    Self(keyPath: keyPath, order: order(by: keyPath)) { $0[keyPath: keyPath] }
  }

  /// Returns the order of a property, if its type or the type that is optional has one.
  private static func order(
    by keyPath: any KeyPath<Element, SectionTitle> & Sendable
  ) -> [SortDescriptor<Element>] {
    func values<Content: Comparable>(_ type: Content.Type) -> SortDescriptor<Element>? {
      MarkerCast.sendable(keyPath, to: Content.self).map { SortDescriptor($0) }
    }
    func optionals<Content: Comparable>(_ type: Content.Type) -> SortDescriptor<Element>? {
      MarkerCast.sendable(keyPath, to: Content?.self).map { SortDescriptor($0) }
    }
    let wrapped = (SectionTitle.self as? any OptionalType.Type)?.wrappedType
    if let type = wrapped as? any Comparable.Type { return optionals(type).map { [$0] } ?? [] }
    let type = SectionTitle.self as? any Comparable.Type
    return type.flatMap { values($0) }.map { [$0] } ?? []
  }
}

extension ResultsObserver.Section where SectionTitle == String {
  fileprivate static func text(_ keyPath: any KeyPath<Element, String> & Sendable) -> Self {
    Self(keyPath: keyPath, order: [SortDescriptor(keyPath)]) { $0[keyPath: keyPath] }
  }

  fileprivate static func optionalText(
    _ keyPath: any KeyPath<Element, String?> & Sendable
  ) -> Self {
    Self(keyPath: keyPath, order: [SortDescriptor(keyPath)]) { $0[keyPath: keyPath] ?? "" }
  }
}
