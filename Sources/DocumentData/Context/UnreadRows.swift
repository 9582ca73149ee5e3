import DocumentTables

// Reads of single objects from the backing store.
extension ContextCore: SavingContext {
  var batches: [BatchDeletion] { pending.batches }

  var saver: AnyObject? { facade?.containerCore }

  func pendingObject(for key: ObjectKey) -> (any PersistentModel)? { pending.object(for: key) }

  /// The identity of the context for stores.
  var editingState: EditingState { EditingState(id: editingID, author: author) }

  /// Keeps an error that cannot be thrown here; the next fetch or save throws it.
  func note(_ error: any Error) {
    if readingError == nil { readingError = error }
  }

  func takeReadingError() -> (any Error)? {
    defer { readingError = nil }
    return readingError
  }

  /// The key of an identifier of this core's store; nil for any other identifier.
  func key(of identifier: PersistentIdentifier) -> ObjectKey? {
    guard schema.entity(named: identifier.entityName) != nil else { return nil }
    guard let key = backing.key(of: identifier) else { return insertedKey(of: identifier) }
    // The program may have read the identifier before an upsert.
    return identifier.isUnsaved ? objects.key(unitedFrom: key) ?? key : key
  }

  private func insertedKey(of identifier: PersistentIdentifier) -> ObjectKey? {
    guard identifier.isTemporary else { return nil }
    return pending.inserted.first { $0.value.persistentModelID == identifier }?.key
  }

  /// The location of a row; a custom store reads the row if the tables lack it.
  func location(of key: ObjectKey, hierarchy: Int) -> RowLocation? {
    if let location = base.tables.tables[hierarchy].location(of: key) { return location }
    guard let custom, pending.inserted[key] == nil else { return nil }
    do {
      guard try custom.read(key, hierarchy, editingState) else { return nil }
    } catch {
      note(error)
      return nil
    }
    adopt([key], hierarchy)
    return base.tables.tables[hierarchy].location(of: key)
  }

  /// Reads the objects that refer to another one from a custom store.
  func read(
    from custom: any CustomBackingStore, sourcesOf target: ObjectKey, _ hierarchy: Int,
    _ column: Int
  ) {
    guard pending.inserted[target] == nil else { return }
    let layout = schema.hierarchies[hierarchy].columns[column]
    let end = schema.relationshipEnd(named: layout.name, of: layout.entity)
    do {
      let sources = try custom.readSources(
        of: target, ColumnIdentity(hierarchy: hierarchy, column: column),
        isOneWay: end?.relationship.inverse == nil, editingState)
      adopt(sources, hierarchy)
    } catch {
      note(error)
    }
  }

  /// Adds rows that were read to the base, without other changes of the store, because the caller may
  /// be in the middle of an operation.
  private func adopt(_ keys: [ObjectKey], _ hierarchy: Int) {
    let current = store.current
    if current.generation == base.generation {
      base.tables = current.tables
      return
    }
    var changes = ChangeSet(nextKey: current.tables.nextKey)
    let table = current.tables.tables[hierarchy]
    for key in keys where base.tables.tables[hierarchy].location(of: key) == nil {
      guard let location = table.location(of: key) else { continue }
      let segment = table.segments[location.segment]
      changes.inserted.append(
        InsertedRow(
          hierarchy: hierarchy, key: key, discriminator: segment.entities[location.row],
          values: segment.columns.map { $0.value(at: location.row) }))
    }
    if !changes.isEmpty { base.tables = base.tables.applying(changes) }
  }

  /// Reads every object of a custom store that could have the unique key of a changed object.
  func readUniqueEntities() throws {
    guard let custom else { return }
    if let error = takeReadingError() { throw error }
    var hierarchies: Set<Int> = []
    for models in [pending.inserted, pending.touched] {
      for model in models.values {
        guard let description = model._$state.description,
          schema.lineage(of: description.entityName)
            .contains(where: { !$0.uniquenessConstraints.isEmpty })
        else { continue }
        hierarchies.insert(description.hierarchy)
      }
    }
    for hierarchy in hierarchies.sorted() { try custom.readAll(hierarchy, editingState) }
    if !hierarchies.isEmpty { advance() }
  }

  /// The properties of an object for a snapshot.
  func snapshotProperties(of model: any PersistentModel) -> [String: SnapshotProperty] {
    guard let description = model._$state.description else { return [:] }
    let columns = schema.hierarchies[description.hierarchy].columns
    var properties: [String: SnapshotProperty] = [:]
    for (slot, property) in description.slots.enumerated() {
      if let end = property.end {
        let related = relatedKeys(of: model, slot: slot)?.compactMap {
          identifierOfRelated($0, end.destinationHierarchy)
        }
        properties[property.name] =
          end.relationship.isToMany ? .toMany(related) : .toOne(related?.first)
      } else if let column = property.column, let attribute = columns[column].attribute {
        properties[property.name] = .attribute(
          model._$storedValue(slot, column: column),
          SnapshotAttributeType(attribute.type, isNullable: attribute.isNullable))
      }
    }
    return properties
  }

  private func identifierOfRelated(
    _ key: ObjectKey, _ hierarchy: Int
  ) -> PersistentIdentifier? {
    if let known = heldObject(key) { return known.persistentModelID }
    if let identifier = custom?.assignedIdentifier(of: key) { return identifier }
    guard let location = location(of: key, hierarchy: hierarchy) else { return nil }
    let segment = base.tables.tables[hierarchy].segments[location.segment]
    let description = catalog.description(
      hierarchy: hierarchy, discriminator: segment.entities[location.row])
    return description.map { backing.identifier(of: key, $0.entityName) }
  }
}
