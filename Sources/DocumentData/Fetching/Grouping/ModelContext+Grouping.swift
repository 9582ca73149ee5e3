import DocumentTables

extension ModelContext {
  /// Groups the objects that a descriptor requests by properties, and computes values of each
  /// group.
  ///
  /// ```swift
  /// let places = try context.fetchGroups(
  ///   FetchDescriptor<Trip>(), by: \.destination, aggregates: .count, .min(of: \.startDate))
  /// for place in places { print(place.key, place.values.0, place.values.1 as Any) }
  /// ```
  ///
  /// - Parameters:
  ///   - descriptor: The objects, as ``fetch(_:)`` selects them: with pending changes unless the
  ///     descriptor excludes them. Its order matters only if it has a limit or an offset.
  ///   - keys: The properties to group by.
  ///   - aggregates: What to compute.
  /// - Returns: The groups in the order of their keys, nil first; keys without an order are in the
  ///   order of their first objects. A group has at least one object.
  /// - Throws: The errors of ``fetch(_:)``; ``SwiftDataError/unsupportedKeyPath`` for a key of a type
  ///   that no attribute can have; ``SwiftDataError/unrepresentableResult`` for a sum outside the
  ///   range of its type.
  /// - Complexity: Linear in the number of objects; creates none where columns decide the predicate,
  ///   the keys and the aggregates, and no changes are pending.
  public func fetchGroups<T: PersistentModel, each Key, each Result>(
    _ descriptor: FetchDescriptor<T> = FetchDescriptor(), by keys: repeat KeyPath<T, each Key>,
    aggregates: repeat FetchAggregate<T, each Result>
  ) throws -> [FetchedGroup<(repeat each Key), (repeat each Result)>] {
    var untyped: [GroupKey<T>] = []
    for key in repeat each keys { untyped.append(GroupKey(GroupedExpression(key))) }
    let found = try find(descriptor, by: untyped, repeat each aggregates)
    var position = 0
    let keys = (repeat found.key(&position, (each Key).self, T.self))
    position = 0
    let values = (repeat found.value(&position, of: each aggregates))
    return try (0..<found.groups.count).map { group in
      FetchedGroup(
        key: (repeat try (each keys).read(group)), values: (repeat try (each values).read(group)))
    }
  }

  /// Groups the objects that a descriptor requests by a key that may be computed, and computes values
  /// of each group.
  ///
  /// ```swift
  /// let years = try context.fetchGroups(
  ///   FetchDescriptor<BusinessTrip>(), by: .key(\.startDate) { $0?.year },
  ///   aggregates: .count, .sum(of: \.perdiem))
  /// ```
  ///
  /// - Parameters:
  ///   - descriptor: The objects, as ``fetch(_:)`` selects them: with pending changes unless the
  ///     descriptor excludes them. Its order matters only if it has a limit or an offset.
  ///   - key: What to group by.
  ///   - aggregates: What to compute.
  /// - Returns: The groups in the order of their keys, nil first; keys without an order are in the
  ///   order of their first objects. A group has at least one object.
  /// - Throws: The errors of ``fetch(_:)`` and of the key's function;
  ///   ``SwiftDataError/unsupportedKeyPath`` for a key of a type that no attribute can have;
  ///   ``SwiftDataError/unrepresentableResult`` for a sum outside the range of its type, and for a
  ///   key without a value whose type is not optional.
  /// - Complexity: Linear in the number of objects; creates none where columns decide the predicate,
  ///   the key and the aggregates, and no changes are pending.
  public func fetchGroups<T: PersistentModel, Key, each Result>(
    _ descriptor: FetchDescriptor<T> = FetchDescriptor(), by key: FetchGroupKey<T, Key>,
    aggregates: repeat FetchAggregate<T, each Result>
  ) throws -> [FetchedGroup<Key, (repeat each Result)>] {
    let found = try find(descriptor, by: [key.key], repeat each aggregates)
    var position = 0
    let key = found.key(&position, Key.self, T.self)
    position = 0
    let values = (repeat found.value(&position, of: each aggregates))
    return try (0..<found.groups.count).map { group in
      FetchedGroup(key: try key.read(group), values: (repeat try (each values).read(group)))
    }
  }

  /// Groups the objects that a descriptor requests by two keys, which may be computed, as
  /// `fetchGroups(_:by:aggregates:)` does by one.
  ///
  /// - Throws: As with one key.
  public func fetchGroups<T: PersistentModel, First, Second, each Result>(
    _ descriptor: FetchDescriptor<T> = FetchDescriptor(), by first: FetchGroupKey<T, First>,
    _ second: FetchGroupKey<T, Second>, aggregates: repeat FetchAggregate<T, each Result>
  ) throws -> [FetchedGroup<(First, Second), (repeat each Result)>] {
    let found = try find(descriptor, by: [first.key, second.key], repeat each aggregates)
    var position = 0
    let first = found.key(&position, First.self, T.self)
    let second = found.key(&position, Second.self, T.self)
    position = 0
    let values = (repeat found.value(&position, of: each aggregates))
    return try (0..<found.groups.count).map { group in
      FetchedGroup(
        key: (try first.read(group), try second.read(group)),
        values: (repeat try (each values).read(group)))
    }
  }

  /// Groups the objects that a descriptor requests by three keys, which may be computed, as
  /// `fetchGroups(_:by:aggregates:)` does by one.
  ///
  /// - Throws: As with one key.
  public func fetchGroups<T: PersistentModel, First, Second, Third, each Result>(
    _ descriptor: FetchDescriptor<T> = FetchDescriptor(), by first: FetchGroupKey<T, First>,
    _ second: FetchGroupKey<T, Second>, _ third: FetchGroupKey<T, Third>,
    aggregates: repeat FetchAggregate<T, each Result>
  ) throws -> [FetchedGroup<(First, Second, Third), (repeat each Result)>] {
    let found = try find(
      descriptor, by: [first.key, second.key, third.key], repeat each aggregates)
    var position = 0
    let first = found.key(&position, First.self, T.self)
    let second = found.key(&position, Second.self, T.self)
    let third = found.key(&position, Third.self, T.self)
    position = 0
    let values = (repeat found.value(&position, of: each aggregates))
    return try (0..<found.groups.count).map { group in
      FetchedGroup(
        key: (try first.read(group), try second.read(group), try third.read(group)),
        values: (repeat try (each values).read(group)))
    }
  }

  /// Computes values from all objects that a descriptor requests.
  ///
  /// ```swift
  /// let (count, last) = try context.fetchAggregates(
  ///   FetchDescriptor<Trip>(), .count, .max(of: \.endDate))
  /// ```
  ///
  /// - Parameters:
  ///   - descriptor: The objects, as ``fetch(_:)`` selects them: with pending changes unless the
  ///     descriptor excludes them. Its order matters only if it has a limit or an offset.
  ///   - aggregates: What to compute.
  /// - Returns: The result, or a tuple of the results.
  /// - Throws: The errors of ``fetch(_:)``; ``SwiftDataError/unrepresentableResult`` for a sum outside
  ///   the range of its type.
  /// - Complexity: Linear in the number of objects; creates none where columns decide the predicate
  ///   and the aggregates, and no changes are pending.
  public func fetchAggregates<T: PersistentModel, each Result>(
    _ descriptor: FetchDescriptor<T> = FetchDescriptor(),
    _ aggregates: repeat FetchAggregate<T, each Result>
  ) throws -> (repeat each Result) {
    let found = try find(descriptor, by: [], repeat each aggregates)
    var position = 0
    return (repeat try found.value(&position, of: each aggregates).read(0))
  }

  private func find<T: PersistentModel, each Result>(
    _ descriptor: FetchDescriptor<T>, by keys: [GroupKey<T>],
    _ aggregates: repeat FetchAggregate<T, each Result>
  ) throws -> FoundGroups {
    var untyped: [GroupedFetch<T>.Aggregate] = []
    for aggregate in repeat each aggregates {
      untyped.append((aggregate.function, aggregate.expression))
    }
    return try groups(GroupedFetch(descriptor, by: keys, untyped))
  }

  private func groups<T>(_ fetch: GroupedFetch<T>) throws -> FoundGroups {
    guard let cores = cores(sharing: T.self) else {
      let core = core(of: T.self)
      return FoundGroups(groups: try core.noted { try core.groups(fetch) }, models: .core(core))
    }
    // Objects of two stores may have equal keys.
    let objects = try self.fetch(fetch.descriptor, from: cores)
    let listed = ListedModels()
    return FoundGroups(
      groups: try fetch.groups(of: objects, reference: listed.reference), models: .listed(listed))
  }
}

/// The groups of a fetch, and the objects that their keys refer to.
private struct FoundGroups {
  let groups: RowGroups
  let models: GroupedModels

  /// Returns the parts of the groups' keys at a position, and moves the position.
  func key<Key>(
    _ position: inout Int, _ type: Key.Type, _ grouped: any PersistentModel.Type
  ) -> GroupColumn<Key> {
    let number = position
    position += 1
    let content = models.content(of: type, grouped)
    return GroupColumn { try content(groups.key(number, of: $0)) }
  }

  /// Returns the results of the aggregate at a position, and moves the position.
  func value<Model, Value>(
    _ position: inout Int, of aggregate: FetchAggregate<Model, Value>
  ) -> GroupColumn<Value> {
    let number = position
    position += 1
    return GroupColumn { try aggregate.value(groups.result(number, of: $0)) }
  }
}

/// Reads the parts of a key, or the results of the aggregates, of one group after the other.
///
/// Preparing a column once for all groups matters: looking up how a type is stored takes longer than
/// reading a value.
private struct GroupColumn<Content> {
  let read: (_ group: Int) throws -> Content
}

/// The objects that stored keys refer to.
private enum GroupedModels {
  case core(ContextCore)
  case listed(ListedModels)

  /// Returns a function that returns a stored key as a value of its type.
  func content<Content>(
    of type: Content.Type, _ grouped: any PersistentModel.Type
  ) -> (Value) throws -> Content {
    func missing() -> SwiftDataError {
      SwiftDataError(
        .unrepresentableResult,
        "a key has no value for some objects, and its type, \(String(reflecting: type)), is not "
          + "optional", entity: Schema.entityName(of: grouped))
    }
    if let model = GroupedCoding.modelType(of: type) {
      let absent = (type as? any OptionalType.Type)?.absent as? Content
      return { value in
        if let content = object(value, model) as? Content { return content }
        guard let absent else { throw missing() }
        return absent
      }
    }
    let coding = AttributeCoding.shared(type)
    return { value in
      guard let coding else { throw GroupedCoding.unsupported(type) }
      if value.isNull, !coding.attributeType.isNullable { throw missing() }
      return try coding.decode(value)
    }
  }

  private func object(
    _ value: Value, _ type: any PersistentModel.Type
  ) -> (any PersistentModel)? {
    guard case .reference(let key) = value else { return nil }
    switch self {
    case .core(let core):
      guard let description = core.catalog.description(of: type) else { return nil }
      core.confinement.enter()
      defer { core.confinement.leave() }
      // A fetch that excludes pending changes may find objects that the context has deleted.
      return core.heldObject(key) ?? core.model(for: key, hierarchy: description.hierarchy)
    case .listed(let models): return models[key]
    }
  }
}

/// Objects of several stores, numbered while they are grouped.
private final class ListedModels {
  private var models: [any PersistentModel] = []
  private var numbers: [ObjectIdentifier: Int] = [:]

  func reference(_ model: any PersistentModel) -> Value {
    let identity = ObjectIdentifier(model)
    let number = numbers[identity] ?? models.count
    if number == models.count {
      numbers[identity] = number
      models.append(model)
    }
    return .reference(ObjectKey(number))
  }

  subscript(key: ObjectKey) -> (any PersistentModel)? {
    Int(exactly: key).flatMap { models.indices.contains($0) ? models[$0] : nil }
  }
}

extension ContextCore {
  fileprivate func groups<T>(_ fetch: GroupedFetch<T>) throws -> RowGroups {
    confinement.enter()
    defer { confinement.leave() }
    if let found = try fetchFromStore(fetch.descriptor) {
      return try fetch.groups(of: found) { .reference($0._$state.key) }
    }
    advance()
    let fetched = try fetchedRows(fetch.descriptor)
    let (selection, changed) = try fetched.selection()
    return try fetch.groups(
      of: selection, in: fetched.source.tables, fetched.translator, besides: changed,
      object: fetched.tested)
  }
}
