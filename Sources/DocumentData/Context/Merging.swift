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
      let execution = ObjectMerge(core: core, rules: rules)
      for group in try core.duplicates(of: type, by: keyPaths)
      where rules.merge(group, by: execution) {
        count += group.count - 1
      }
      try save()
    }
    return count
  }
}

/// Merges objects as a context sees them: wherever columns cannot be merged, as with unsaved changes,
/// held objects and custom stores.
struct ObjectMerge: MergeExecution {
  let core: ContextCore
  let rules: MergeRules

  func key(of model: any PersistentModel) -> ObjectKey { model._$state.key }

  func value(of model: any PersistentModel, _ attribute: MergeRules.Attribute) -> Value {
    model._$storedValue(attribute.slot, column: attribute.column)
  }

  func set(_ value: Value, of model: any PersistentModel, _ attribute: MergeRules.Attribute) {
    core.touch(model)
    core.setSlot(attribute.slot, of: model, to: .value(value))
  }

  func join(
    _ models: [any PersistentModel], _ property: Int, into survivor: any PersistentModel
  ) {
    let slot = rules.properties[property].slot
    let lists = models.compactMap { core.relatedKeys(of: $0, slot: slot) }
    guard !lists.isEmpty else { return }
    relate(survivor, slot, to: Array(lists.joined()))
  }

  func fill(_ property: Int, of candidates: [any PersistentModel]) -> Bool {
    let slot = rules.properties[property].slot
    let related = candidates.lazy.compactMap { core.relatedKeys(of: $0, slot: slot)?.first }
    if let survivor = candidates.first, let key = related.first {
      relate(survivor, slot, to: [key])
    }
    for model in candidates.dropFirst()
    where core.relatedKeys(of: model, slot: slot)?.isEmpty == false {
      core.setRelated(of: model, slot: slot, to: nil)
    }
    return true
  }

  func remove(_ model: any PersistentModel) { core.delete(model) }

  private func relate(_ model: any PersistentModel, _ slot: Int, to keys: [ObjectKey]) {
    guard let end = model._$state.description?.slots[slot].end else { return }
    let objects = keys.compactMap { core.model(for: $0, hierarchy: end.destinationHierarchy) }
    if !end.relationship.isToMany, objects.isEmpty { return }
    core.setRelated(of: model, slot: slot, to: objects)
  }
}
