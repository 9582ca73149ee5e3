import DocumentTables

extension ModelContext {
  /// Finds the objects with equal values of some attributes, without creating the other objects.
  ///
  /// Texts are equal if they are canonically equivalent, as for Swift's `==`. An object with nil in one
  /// of the attributes has no duplicates, and objects of different stores are no duplicates. SwiftData
  /// lacks this method; closures of migration stages need it before a constraint holds.
  ///
  /// - Parameters:
  ///   - type: The class; objects of its subclasses are included.
  ///   - keyPaths: Stored attributes of the class or its superclasses.
  /// - Returns: Groups of at least two objects in the order of insertion. The first objects order the
  ///   groups.
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for a key path of no stored attribute.
  /// - Complexity: Linear in the number of stored objects. With unsaved changes to objects of the class,
  ///   the method creates each object.
  public func duplicates<T: PersistentModel>(
    of type: T.Type = T.self, by keyPaths: [PartialKeyPath<T>]
  ) throws -> [[T]] {
    try (cores(sharing: type) ?? [core(of: type)]).flatMap { core in
      try core.noted { try core.duplicates(of: type, by: keyPaths) }
    }
  }
}

extension ContextCore {
  func duplicates<T: PersistentModel>(
    of type: T.Type, by keyPaths: [PartialKeyPath<T>]
  ) throws -> [[T]] {
    let description = try modelDescription(of: type)
    return try duplicates(
      of: type, description, try keyPaths.map { try storedAttribute(.of($0), description) })
  }

  /// Finds the duplicates among the objects of an entity, whose class is `type`.
  func duplicates<T: PersistentModel>(
    of type: T.Type, _ description: ModelDescription, _ slots: [MergeRules.Attribute]
  ) throws -> [[T]] {
    advance()
    applyLosses()
    // The tables of a custom store may lack rows.
    if pending.hierarchies(of: schema).contains(description.hierarchy) || custom != nil {
      return try pendingDuplicates(type, description, slots)
    }
    let groups = base.tables.tables[description.hierarchy].duplicateGroups(
      byColumns: slots.map(\.column), entities: description.kinds)
    return groups.map { keys in
      keys.compactMap { model(for: $0, hierarchy: description.hierarchy) as? T }
    }
  }

  func modelDescription<T: PersistentModel>(of type: T.Type) throws -> ModelDescription {
    if let description = catalog.description(of: type) { return description }
    let name = String(reflecting: type)
    let entity = Schema.entityName(of: type)
    let namesake = catalog.counterpart(of: type)
    let refusal = SwiftDataError(
      .unknownSchema,
      closure?.role.words(
        refusingRequestOf: type, namesake: namesake.map { String(reflecting: $0.type) })
        ?? (catalog.isOfRows
          ? "version \(schema.version?.text ?? "") of this context has no classes: use "
            + "rows(\"\(entity)\")" : "\(name) is not a model of this context's schema"),
      entity: entity)
    closure?.note(misuse: refusal)
    throw refusal
  }

  func storedAttribute(
    _ property: NamedProperty, _ description: ModelDescription
  ) throws -> MergeRules.Attribute {
    guard let slot = property.slot, description.slots[slot].end == nil,
      let column = description.slots[slot].column
    else {
      throw SwiftDataError(
        .unsupportedKeyPath, "\(property.words) is no stored attribute",
        entity: description.entityName)
    }
    return (slot, column)
  }

  /// Finds duplicates among the objects of the context, including pending changes.
  private func pendingDuplicates<T: PersistentModel>(
    _ type: T.Type, _ description: ModelDescription, _ slots: [MergeRules.Attribute]
  ) throws -> [[T]] {
    var groups: [[ComparisonKey]: [T]] = [:]
    for model in try fetch(FetchDescriptor<T>(), of: description) {
      let parts = slots.compactMap {
        ComparisonKey(model._$storedValue($0.slot, column: $0.column))
      }
      if parts.count == slots.count { groups[parts, default: []].append(model) }
    }
    return groups.values.filter { $0.count > 1 }
      .sorted { $0[0]._$state.key < $1[0]._$state.key }
  }
}

/// A property that a caller names by a key path of its class, or by its name.
struct NamedProperty {
  /// The property's position; nil if the entity has no such property.
  let slot: Int?
  /// The caller's name for the property in messages.
  let words: String

  /// The property of a class.
  static func of<T: PersistentModel>(_ keyPath: PartialKeyPath<T>) -> NamedProperty {
    NamedProperty(
      slot: T.schemaMetadata.firstIndex { $0.keypath == keyPath }, words: "\(keyPath)")
  }
}
