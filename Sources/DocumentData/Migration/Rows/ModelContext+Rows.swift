import DocumentTables

extension ModelContext {
  /// Returns the objects of an entity and its subentities in a ``FrozenVersion``, in the order of insertion.
  ///
  /// Only the closures of migration stages have such contexts. The result includes unsaved changes, like that
  /// of ``fetch(_:)``.
  ///
  /// - Parameter entity: The name of the entity: that of the class that the version had.
  /// - Throws: ``SwiftDataError/unknownSchema`` if the version has classes or lacks the entity; the stage then
  ///   fails even if the closure catches the error.
  public func rows(_ entity: String) throws -> [FrozenRow] {
    try confinement.run {
      try rowCores(of: entity).flatMap { core, description in
        try core.noted {
          try core.fetch(FetchDescriptor<FrozenObject>(), of: description)
            .map { FrozenRow(object: $0) }
        }
      }
    }
  }

  /// Inserts a new object of an entity in a ``FrozenVersion``.
  ///
  ///     let stay = try context.insertRow("Stay")
  ///     try stay.set("name", to: "Poop cabin")
  ///     try stay.set("trip", to: trip)
  ///
  /// The object has the defaults that the schema states, and nil where that is allowed. All other values must be
  /// set before the next save, also those whose defaults a class computes.
  ///
  /// If several stores of the container have the entity, the object goes to the first that accepts it.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` as ``rows(_:)`` does, and for an abstract entity.
  public func insertRow(_ entity: String) throws -> FrozenRow {
    try confinement.run {
      let cores = try rowCores(of: entity)
      let (core, description) =
        cores.first { core, _ in !core.isReadOnly && core.closure?.isGuest(entity) != true }
        ?? cores[0]
      return try core.noted { FrozenRow(object: try core.insertRow(of: description)) }
    }
  }

  /// Marks an object for removal by the next save, and applies the delete rules of its relationships.
  public func deleteRow(_ row: FrozenRow) {
    confinement.run { core(for: row.object).delete(row.object) }
  }

  /// Returns the row of this context that corresponds to a row of another version.
  ///
  /// - Returns: Nil if the row has no counterpart, or this context's version has classes.
  public func counterpartRow(of row: FrozenRow) -> FrozenRow? { rowWithKey(of: row.object) }

  /// Returns the row of this context that corresponds to an object of another version.
  ///
  /// - Returns: Nil if the object has no counterpart, or this context's version has classes.
  public func counterpartRow<Other: PersistentModel>(of other: Other) -> FrozenRow? {
    rowWithKey(of: other)
  }

  /// Returns the object of this context that corresponds to a row of another version.
  ///
  /// - Parameters:
  ///   - row: A row of the other context.
  ///   - type: The object's class in this context, or one of its superclasses.
  /// - Returns: Nil if the row has no counterpart, or one of another class.
  public func counterpart<Model: PersistentModel>(
    of row: FrozenRow, as type: Model.Type = Model.self
  ) -> Model? {
    counterpart(of: row.object, as: type)
  }
}

extension ModelContext {
  /// Returns the stores that have an entity; at least one.
  func rowCores(of entity: String) throws -> [(ContextCore, ModelDescription)] {
    let found = cores.compactMap { core in
      core.catalog.isOfRows ? core.catalog.description(named: entity).map { (core, $0) } : nil
    }
    guard found.isEmpty else { return found }
    throw core.refusal(ofRows: entity, known: Set(cores.flatMap(\.catalog.entityNames)))
  }

  private func rowWithKey(of other: any PersistentModel) -> FrozenRow? {
    let key = other._$state.key
    guard key != 0, core.catalog.isOfRows else { return nil }
    let identifier = other._$state.core?.store.identifier
    let core = cores.first { $0.store.identifier == identifier } ?? core
    return confinement.run {
      if let held = core.heldObject(key) as? FrozenObject {
        return held._$state.phase.isPresent ? FrozenRow(object: held) : nil
      }
      guard let hierarchy = core.base.tables.find(key)?.hierarchy else { return nil }
      return (core.model(for: key, hierarchy: hierarchy) as? FrozenObject)
        .map { FrozenRow(object: $0) }
    }
  }
}

extension ModelCatalog {
  fileprivate var entityNames: [String] { isOfRows ? descriptions.map(\.entityName) : [] }
}

extension ContextCore {
  fileprivate func insertRow(of description: ModelDescription) throws -> FrozenObject {
    let entity = schema.hierarchies[description.hierarchy].entities[Int(description.discriminator)]
    guard !entity.isAbstract else {
      throw SwiftDataError(
        .unknownSchema, "it is abstract: insert a row of one of its subentities",
        entity: entity.name)
    }
    let columns = schema.hierarchies[description.hierarchy].columns
    let defaults = description.slots.enumerated().compactMap { slot, property in
      guard property.end == nil, let column = property.column,
        case .value(let value) = columns[column].attribute?.defaultValue
      else { return nil as (slot: Int, value: SlotValue)? }
      return (slot, .value(value))
    }
    let object = FrozenObject(description, defaults: defaults)
    insert(object)
    return object
  }

  /// The error for a request of rows that the context does not have, which fails the stage.
  fileprivate func refusal(ofRows entity: String, known: Set<String>) -> SwiftDataError {
    let version = closure?.role.version ?? schema.version?.text ?? "without number"
    let words =
      catalog.isOfRows
      ? "version \(version) has no such entity: it has \(known.sorted().listed)"
      : "version \(version) has classes, so it has no rows: fetch the objects of the class"
    let refusal = SwiftDataError(.unknownSchema, words, entity: entity)
    closure?.note(misuse: refusal)
    return refusal
  }
}
