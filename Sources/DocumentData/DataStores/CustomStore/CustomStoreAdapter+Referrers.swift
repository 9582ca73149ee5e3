import DocumentTables

// Reads the objects that refer to another one through a relationship without inverse.
extension CustomStoreAdapter {
  /// The number of requests for one relationship after which the adapter reads every object instead.
  private static var mostQuestions: Int { 16 }

  /// Reads the objects that refer to another one through a relationship without inverse.
  ///
  /// The store finds them by a predicate. The adapter reads every object instead if the store cannot
  /// evaluate it, or after ``mostQuestions`` requests.
  func readReferrers(
    to target: ObjectKey, _ identity: ColumnIdentity, _ state: EditingState
  ) throws {
    guard !complete.contains(identity.hierarchy) else { return }
    let questions = oneWayQuestions[identity, default: 0]
    if questions < Self.mostQuestions, let identifier = identifiers[target],
      let end = property(of: identity)
    {
      oneWayQuestions[identity] = questions + 1
      func read<T: PersistentModel, Target: PersistentModel>(
        _ type: T.Type, _ destination: Target.Type
      ) throws -> Bool {
        guard
          let predicate = ReferrerPredicate<T, Target>(end.keyPath, identifier).predicate
        else { return false }
        do {
          let found = try source.fetch(FetchDescriptor<T>(predicate: predicate), state)
          try absorb(found.fetched + found.related, state)
          return true
        } catch let error where Self.isRefusal(error) {
          oneWayQuestions[identity] = Self.mostQuestions
          return false
        }
      }
      if try read(end.type, end.destination) { return }
    }
    try readAll(identity.hierarchy, state)
  }

  /// The class that declares the relationship of a column, its key path and its destination.
  private func property(
    of identity: ColumnIdentity
  ) -> (
    type: any PersistentModel.Type, keyPath: AnyKeyPath, destination: any PersistentModel.Type
  )? {
    let layout = catalog.schema.hierarchies[identity.hierarchy].columns[identity.column]
    guard
      let owner = catalog.descriptions.first(where: {
        $0.hierarchy == identity.hierarchy && $0.entityName == layout.entity
      }),
      let property = owner.type.schemaMetadata.first(where: { $0.name == layout.name }),
      let destination = PropertyKind(property.valueType).destination
    else { return nil }
    return (owner.type, property.keypath, destination)
  }
}

/// A predicate for objects that refer to another one through a relationship.
private struct ReferrerPredicate<T: PersistentModel, Target: PersistentModel> {
  private typealias Variable = PredicateExpressions.Variable<Target>

  /// Nil if the key path has an unknown type.
  let predicate: Predicate<T>?

  init(_ keyPath: AnyKeyPath, _ target: PersistentIdentifier) {
    func isTarget(
      _ variable: Variable
    )
      -> PredicateExpressions.Equal<
        PredicateExpressions.KeyPath<Variable, PersistentIdentifier>,
        PredicateExpressions.Value<PersistentIdentifier>
      >
    {
      PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(
          root: PredicateExpressions.build_Arg(variable), keyPath: \.persistentModelID),
        rhs: PredicateExpressions.build_Arg(target))
    }
    switch keyPath {
    case let property as KeyPath<T, Target>:
      let keyPath = Self.sendable(property)
      predicate = Predicate<T>({ model in
        PredicateExpressions.build_Equal(
          lhs: PredicateExpressions.build_KeyPath(
            root: PredicateExpressions.build_KeyPath(
              root: PredicateExpressions.build_Arg(model), keyPath: keyPath),
            keyPath: \.persistentModelID),
          rhs: PredicateExpressions.build_Arg(target))
      })
    case let property as KeyPath<T, Target?>:
      let keyPath = Self.sendable(property)
      predicate = Predicate<T>({ model in
        PredicateExpressions.build_Equal(
          lhs: PredicateExpressions.build_flatMap(
            PredicateExpressions.build_KeyPath(
              root: PredicateExpressions.build_Arg(model), keyPath: keyPath)
          ) {
            PredicateExpressions.build_KeyPath(
              root: PredicateExpressions.build_Arg($0), keyPath: \.persistentModelID)
          },
          rhs: PredicateExpressions.build_Arg(target as PersistentIdentifier?))
      })
    case let property as KeyPath<T, [Target]>:
      let keyPath = Self.sendable(property)
      predicate = Predicate<T>({ model in
        PredicateExpressions.build_contains(
          PredicateExpressions.build_KeyPath(
            root: PredicateExpressions.build_Arg(model), keyPath: keyPath)
        ) { isTarget($0) }
      })
    case let property as KeyPath<T, [Target]?>:
      let keyPath = Self.sendable(property)
      predicate = Predicate<T>({ model in
        PredicateExpressions.build_NilCoalesce(
          lhs: PredicateExpressions.build_flatMap(
            PredicateExpressions.build_KeyPath(
              root: PredicateExpressions.build_Arg(model), keyPath: keyPath)
          ) { list in
            PredicateExpressions.build_contains(PredicateExpressions.build_Arg(list)) {
              isTarget($0)
            }
          },
          rhs: PredicateExpressions.build_Arg(false))
      })
    default: predicate = nil
    }
  }

  /// A key path of a model captures only Sendable values, because macros write it as a literal.
  private static func sendable<Value>(
    _ keyPath: KeyPath<T, Value>
  ) -> any KeyPath<T, Value> & Sendable {
    // Sendable has no representation, so this is the same reference.
    unsafeBitCast(keyPath, to: (any KeyPath<T, Value> & Sendable).self)
  }
}
