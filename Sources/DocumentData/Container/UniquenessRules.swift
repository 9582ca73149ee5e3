import DocumentTables

extension ModelConfiguration {
  /// A policy of saves for a new object that has the same unique key as another; SwiftData always
  /// uses ``upsert``.
  ///
  /// ``ModelConfiguration/uniqueness`` is the policy of every constraint of a store for which
  /// ``ModelConfiguration/setUniqueness(_:of:by:)`` sets no other.
  public enum UniquenessPolicy: Hashable, Sendable {
    /// The objects are merged: the existing object gets the values of the new one.
    case upsert
    /// The existing object keeps its values, and the new one becomes it: the stored object, or the earlier inserted of
    /// two new ones.
    ///
    /// Objects that refer to the new object refer to the existing one afterwards, so it gains members where the
    /// other end of a relationship names it. New objects that the new one owns, by the delete rule `cascade`, are
    /// not inserted. No stored object is deleted.
    case keepExisting
    /// The save throws ``SwiftDataError/modelValidationFailure`` and saves nothing.
    ///
    /// ``SwiftDataError/uniquenessConflicts`` has both objects, the constraint and the values. Of the constraints
    /// with this policy, the save lists every conflict of the first that has some, before it unites any objects.
    case refuse
  }

  /// Sets the policy of one constraint.
  ///
  /// ```swift
  /// configuration.setUniqueness(.keepExisting, of: Author.self, by: [\.name])
  /// ```
  ///
  /// The policy belongs to the container that is created with the configuration and applies to every save of its contexts:
  /// those of model actors, automatic saves, and saves that are merged with that of another process. It is no part
  /// of the schema or the document. Closures of migration stages always merge. SwiftData has no such method.
  ///
  /// Creating a container throws ``SwiftDataError/unknownSchema`` if the class declares no such constraint in the
  /// configuration's store.
  ///
  /// - Parameters:
  ///   - policy: The policy, which replaces an earlier one of the constraint.
  ///   - type: The class that declares the constraint, with `#Unique` or `.unique`.
  ///   - keyPaths: The properties of the constraint, in any order.
  public mutating func setUniqueness<T: PersistentModel>(
    _ policy: UniquenessPolicy, of type: T.Type = T.self, by keyPaths: [PartialKeyPath<T>]
  ) {
    rules.set(.policy(policy), for: UniquenessRules.Constraint(type, keyPaths))
  }

  /// Sets a closure that decides about each conflict of one constraint.
  ///
  /// ```swift
  /// configuration.setUniqueness(of: Counter.self, by: [\.name]) { existing, new in
  ///   existing.count += new.count
  ///   return .keepExisting
  /// }
  /// ```
  ///
  /// A save calls the closure before it writes anything, where the context is used. The closure may
  ///
  /// - change both objects, and return what to do with them then,
  /// - give one of them another key, or delete one: the policy that it returns then does not count, or
  /// - throw: the save throws the error and saves nothing. The changes stay pending, also those of the closure, until
  ///   ``ModelContext/rollback()``.
  ///
  /// It must not save. See ``setUniqueness(_:of:by:)`` for what the closure belongs to. SwiftData has no such method.
  ///
  /// - Parameters:
  ///   - type: The class that declares the constraint, with `#Unique` or `.unique`.
  ///   - keyPaths: The properties of the constraint, in any order.
  ///   - decide: Receives the existing object (stored, or the earlier inserted of two new ones), then the new one.
  public mutating func setUniqueness<T: PersistentModel>(
    of type: T.Type = T.self, by keyPaths: [PartialKeyPath<T>],
    decide: @escaping @Sendable (_ existing: T, _ new: T) throws -> UniquenessPolicy
  ) {
    rules.set(
      .decision(UniquenessDecision(decide)), for: UniquenessRules.Constraint(type, keyPaths))
  }
}

/// The policies of a store for new objects with existing unique keys.
package struct UniquenessRules: Hashable, Sendable {
  /// A constraint, named by the entity that declares it.
  struct Constraint: Hashable, Sendable {
    let entity: String
    let properties: Set<String>

    init(entity: String, properties: [String]) {
      self.entity = entity
      self.properties = Set(properties)
    }

    /// A key path of no property is in the constraint as text, so that no schema has it.
    init<T: PersistentModel>(_ type: T.Type, _ keyPaths: [PartialKeyPath<T>]) {
      self.init(
        entity: Schema.entityName(of: type),
        properties: keyPaths.map { keyPath in
          T.schemaMetadata.first { $0.keypath == keyPath }?.name ?? "\(keyPath)"
        })
    }
  }

  enum Rule: Hashable, Sendable {
    case policy(ModelConfiguration.UniquenessPolicy)
    case decision(UniquenessDecision)
  }

  /// The policy of constraints without a rule.
  var general = ModelConfiguration.UniquenessPolicy.upsert
  private var rules: [Constraint: Rule] = [:]

  mutating func set(_ rule: Rule, for constraint: Constraint) { rules[constraint] = rule }

  func rule(for constraint: Constraint) -> Rule { rules[constraint] ?? .policy(general) }

  /// Checks that a schema has every constraint with a rule.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema``.
  func check(_ schema: TableSchema, store: String) throws {
    let known = Set(
      schema.entities.flatMap { entity in
        entity.uniquenessConstraints.map {
          Constraint(entity: entity.name, properties: $0)
        }
      })
    let unknown = rules.keys.filter { !known.contains($0) }
    guard
      let first = unknown.min(by: {
        ($0.entity, $0.properties.sorted().joined()) < ($1.entity, $1.properties.sorted().joined())
      })
    else { return }
    throw SwiftDataError(
      .unknownSchema,
      "the configuration “\(store)” has a uniqueness policy for a constraint that \(first.entity) does not "
        + "declare in this store: name the class that declares it, and all of its properties",
      entity: first.entity, property: first.properties.sorted().joined(separator: ", "))
  }
}

/// A closure that decides about two objects with one key; it equals only itself.
final class UniquenessDecision: Hashable, Sendable {
  private let decide:
    @Sendable (any PersistentModel, any PersistentModel) throws ->
      ModelConfiguration.UniquenessPolicy

  init<T: PersistentModel>(
    _ decide: @escaping @Sendable (T, T) throws -> ModelConfiguration.UniquenessPolicy
  ) {
    self.decide = { existing, new in
      // Objects of a constraint are of the class that declares it.
      guard let existing = existing as? T, let new = new as? T else { return .refuse }
      return try decide(existing, new)
    }
  }

  func callAsFunction(
    _ existing: any PersistentModel, _ new: any PersistentModel
  ) throws -> ModelConfiguration.UniquenessPolicy { try decide(existing, new) }

  static func == (left: UniquenessDecision, right: UniquenessDecision) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
