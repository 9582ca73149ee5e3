import DocumentTables

extension ModelContext {
  /// Makes one object of those that agree in some attributes, and saves.
  ///
  ///     try context.mergeDuplicates(
  ///       of: Trip.self, by: [\.name], keepingGreatest: [\.endDate, \.startDate],
  ///       joining: [\.bucketList], inOrderOf: [\.startDate], filling: [\.livingAccommodation])
  ///
  /// Which objects agree is what ``duplicates(of:by:)`` says. One of each group stays and keeps its
  /// own values; the others are deleted, by the delete rules of their relationships. What a property
  /// that is joined or filled leads to never goes with them: what is left over stays, without them.
  ///
  /// Attributes that objects are ordered by are numbers, dates, texts or Booleans; nil comes first,
  /// then what is not a number. Where they are equal, the object that was inserted later is greater.
  ///
  /// Objects of several stores stay apart, and those of a store that may not be written stay.
  ///
  /// Not SwiftData's: it is for the closures of migration stages, where it works on columns and makes
  /// no objects unless there are some, with unsaved changes or without.
  ///
  /// - Parameters:
  ///   - type: The class; objects of its subclasses are included.
  ///   - keyPaths: Stored attributes in which objects agree.
  ///   - keepingGreatest: The object stays for which these are greatest, the first of them before
  ///     the others.
  ///   - joining: To-many relationships: the object that stays gets the members of all. It stays nil
  ///     where all are nil.
  ///   - inOrderOf: Attributes that order the objects whose members are joined, the least first.
  ///   - filling: To-one relationships and attributes: where the object that stays has nil, it gets
  ///     what the greatest of the others has that has something.
  /// - Returns: How many objects are gone.
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for a key path that is not of the kind that is
  ///   wanted, and what ``save()`` throws.
  /// - Complexity: Linear in the number of stored objects.
  @discardableResult
  public func mergeDuplicates<T: PersistentModel>(
    of type: T.Type = T.self, by keyPaths: [PartialKeyPath<T>],
    keepingGreatest: [PartialKeyPath<T>] = [], joining: [PartialKeyPath<T>] = [],
    inOrderOf: [PartialKeyPath<T>] = [], filling: [PartialKeyPath<T>] = []
  ) throws -> Int {
    var count = 0
    for core in cores(sharing: type)?.filter({ !$0.isReadOnly }) ?? [core(of: type)] {
      let rules = try core.noted {
        try core.mergeRules(
          of: type, by: keyPaths, keepingGreatest: keepingGreatest, joining: joining,
          inOrderOf: inOrderOf, filling: filling)
      }
      if let merged = try core.mergeByColumns(rules) {
        count += merged
        continue
      }
      count += core.merge(try core.duplicates(of: type, by: keyPaths), rules)
      try save()
    }
    return count
  }
}

extension ContextCore {
  /// Object by object, as the context sees them.
  ///
  /// - Returns: How many were deleted.
  func merge(_ groups: [[any PersistentModel]], _ rules: MergeRules) -> Int {
    groups.reduce(0) { count, group in
      let candidates = Array(inOrder(group, of: rules.kept).reversed())
      guard let survivor = candidates.first else { return count }
      for slot in rules.joined {
        join(inOrder(group, of: rules.order), slot, into: survivor)
      }
      for slot in rules.filled { fill(slot, of: survivor, from: candidates) }
      for model in candidates.dropFirst() {
        for slot in rules.filled where hasRelated(model, slot) {
          setRelated(of: model, slot: slot, to: nil)
        }
        delete(model)
      }
      return count + candidates.count - 1
    }
  }

  /// Ascending.
  private func inOrder(
    _ models: [any PersistentModel], of attributes: [MergeRules.Attribute]
  ) -> [any PersistentModel] {
    let ranked = models.map { model in
      let ranks = attributes.map {
        MergeRank(storedValue(of: model, slot: $0.slot, column: $0.column))
      }
      return (model: model, rank: (ranks, key: model._$state.key))
    }
    return ranked.sorted { MergeRank.precedes($0.rank, $1.rank) }.map(\.model)
  }

  private func join(
    _ models: [any PersistentModel], _ slot: Int, into survivor: any PersistentModel
  ) {
    guard let end = end(of: survivor, slot) else { return }
    let lists = models.compactMap { relatedKeys(of: $0, slot: slot) }
    guard !lists.isEmpty else { return }
    let members = lists.joined().compactMap { model(for: $0, hierarchy: end.destinationHierarchy) }
    setRelated(of: survivor, slot: slot, to: members)
  }

  private func fill(
    _ slot: Int, of survivor: any PersistentModel, from candidates: [any PersistentModel]
  ) {
    if let end = end(of: survivor, slot) {
      let related = candidates.lazy.compactMap {
        self.relatedKeys(of: $0, slot: slot)?.first
      }.first
      guard let related, let object = model(for: related, hierarchy: end.destinationHierarchy)
      else { return }
      setRelated(of: survivor, slot: slot, to: [object])
    } else if let column = survivor._$state.description?.slots[slot].column {
      let values = candidates.lazy.map { self.storedValue(of: $0, slot: slot, column: column) }
      guard storedValue(of: survivor, slot: slot, column: column).isNull,
        let value = values.first(where: { !$0.isNull })
      else { return }
      touch(survivor)
      setSlot(slot, of: survivor, to: .value(value))
    }
  }

  private func end(of model: any PersistentModel, _ slot: Int) -> RelationshipEnd? {
    model._$state.description?.slots[slot].end
  }

  private func hasRelated(_ model: any PersistentModel, _ slot: Int) -> Bool {
    relatedKeys(of: model, slot: slot)?.isEmpty == false
  }
}
