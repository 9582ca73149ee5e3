import DocumentTables

/// The transactions of one document as values of the program's models.
struct HistoryReading {
  let history: History
  let catalog: ModelCatalog
  let storeIdentifier: String

  var transactions: [DefaultHistoryTransaction] {
    history.recorded.map { transaction, digest in
      transactionOf(transaction, History.Point(number: transaction.number, digest: digest))
    }
  }

  private func transactionOf(
    _ recorded: History.Transaction, _ point: History.Point
  ) -> DefaultHistoryTransaction {
    var changes: [HistoryChange] = []
    var unlisted: [DefaultHistoryTransaction.UnlistedChange] = []
    var number: Int64 = 0
    for group in recorded.groups {
      let description = description(of: group.entity)
      for (index, key) in group.keys.keys.enumerated() {
        number += 1
        let identifier = PersistentIdentifier(
          entityName: description?.entityName ?? group.entity, storeIdentifier: storeIdentifier,
          key: key)
        guard let description else {
          unlisted.append(.init(kind: .init(group.kind), identifier: identifier))
          continue
        }
        changes.append(
          change(
            description.type, group, index,
            Place(change: number, transaction: recorded.number, object: identifier)))
      }
    }
    return DefaultHistoryTransaction(
      id: recorded.number, timestamp: Date(timeIntervalSinceReferenceDate: recorded.time),
      changes: changes, token: DefaultHistoryToken(history.position(point), of: storeIdentifier),
      storeIdentifier: storeIdentifier, bundleIdentifier: recorded.program ?? "",
      processIdentifier: recorded.process ?? "", author: recorded.author,
      schemaVersion: version(of: recorded.schema),
      migratedFrom: recorded.migratedFrom.flatMap { version(of: $0) },
      unlistedChanges: unlisted, unknownChanges: entities(in: recorded.unknown))
  }

  private struct Place {
    let change: Int64
    let transaction: Int64
    let object: PersistentIdentifier
  }

  private func change<Model: PersistentModel>(
    _ type: Model.Type, _ group: History.Transaction.Group, _ index: Int, _ place: Place
  ) -> HistoryChange {
    func values(_ lists: [String: [Tree]]) -> RecordedValues<Model> {
      RecordedValues(trees: lists.compactMapValues { $0.indices.contains(index) ? $0[index] : nil })
    }
    switch group.kind {
    case .insert:
      return .insert(
        DefaultHistoryInsert<Model>(
          changeIdentifier: place.change, transactionIdentifier: place.transaction,
          changedPersistentIdentifier: place.object))
    case .update:
      return .update(
        DefaultHistoryUpdate<Model>(
          changeIdentifier: place.change, transactionIdentifier: place.transaction,
          changedPersistentIdentifier: place.object, updatedPropertyNames: group.properties,
          oldValues: values(group.old), newValues: values(group.new)))
    case .delete:
      return .delete(
        DefaultHistoryDelete<Model>(
          changeIdentifier: place.change, transactionIdentifier: place.transaction,
          changedPersistentIdentifier: place.object, values: values(group.old)))
    }
  }

  /// The class that an entity of any version is now: by its name, else by the name that it had
  /// before.
  private func description(of entity: String) -> ModelDescription? {
    catalog.descriptions.first { $0.entityName == entity }
      ?? catalog.descriptions.first {
        catalog.schema.entity(named: $0.entityName)?.originalName == entity
      }
  }

  private func version(of fingerprint: Digest) -> Schema.Version? {
    Schema.Version(history.schemas[fingerprint]?.version)
  }

  /// The entities of hierarchies in which objects changed without being recorded.
  private func entities(in ranges: [HistoryRange]) -> [String] {
    let hierarchies = Set(ranges.map(\.hierarchy))
    return catalog.schema.hierarchies.filter { hierarchies.contains($0.name) }
      .flatMap { $0.entities.map(\.name) }
  }
}

extension DefaultHistoryTransaction.UnlistedChange.Kind {
  fileprivate init(_ kind: History.Transaction.Group.Kind) {
    self =
      switch kind {
      case .insert: .insert
      case .update: .update
      case .delete: .delete
      }
  }
}
