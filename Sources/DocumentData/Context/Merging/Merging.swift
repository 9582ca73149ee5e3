import DocumentTables

extension ModelContext {
  /// Merges objects with equal values of some attributes, and saves.
  ///
  ///     try context.mergeDuplicates(
  ///       of: Trip.self, by: [\.name], keepingGreatest: [\.endDate, \.startDate],
  ///       joining: [\.bucketList], inOrderOf: [\.startDate], filling: [\.livingAccommodation])
  ///
  /// ``duplicates(of:by:)`` defines which objects are equal. One object of each group stays and keeps
  /// its own values. The others are deleted by the delete rules of their relationships, but the objects
  /// of joined and filled properties are never deleted with them. Records and attachments of other
  /// programs that belong to a deleted object go over to the one that stays (spec 7.3.1).
  ///
  /// Attributes that order objects are numbers, dates, texts or Booleans; nil comes first, then NaN. If
  /// the values are equal, the object that was inserted later is greater.
  ///
  /// Objects of different stores are not merged, and objects of read-only stores stay.
  ///
  /// SwiftData lacks this method. It is for the closures of migration stages, where it works on columns
  /// and creates no objects unless the program holds some.
  ///
  /// - Parameters:
  ///   - type: The class; objects of its subclasses are included.
  ///   - keyPaths: The stored attributes that are equal in duplicates.
  ///   - keepingGreatest: The attributes whose greatest values decide which object stays; the first
  ///     attribute decides before the others.
  ///   - joining: To-many relationships whose members the object that stays receives; nil if all are
  ///     nil.
  ///   - inOrderOf: The attributes that order the objects whose members are joined, the least first.
  ///   - filling: To-one relationships and attributes. If the object that stays has nil, it receives
  ///     the value of the greatest other object that has one.
  /// - Returns: The number of deleted objects.
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for a key path of the wrong kind, and the errors of
  ///   ``save()``.
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
          of: try core.modelDescription(of: type), by: keyPaths.map { .of($0) },
          keepingGreatest: keepingGreatest.map { .of($0) }, joining: joining.map { .of($0) },
          inOrderOf: inOrderOf.map { .of($0) }, filling: filling.map { .of($0) })
      }
      count += try merge(type, by: rules, in: core)
    }
    return count
  }

  /// Merges the duplicates of one store by rules, and saves.
  ///
  /// - Returns: The number of deleted objects.
  func merge<T: PersistentModel>(
    _ type: T.Type, by rules: MergeRules, in core: ContextCore
  ) throws -> Int {
    if let merged = try core.mergeByColumns(rules) { return merged }
    var count = 0
    let execution = ObjectMerge(core: core, rules: rules)
    for group in try core.duplicates(of: type, rules.description, rules.keys)
    where rules.merge(group, by: execution) {
      count += group.count - 1
    }
    try save()
    return count
  }
}

/// Merges the objects of a context if columns cannot be merged, as with unsaved changes, held objects
/// and custom stores.
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

  func remove(_ model: any PersistentModel, inFavorOf survivor: any PersistentModel) {
    core.pending.note(successor: survivor._$state.key, of: model._$state.key)
    core.delete(model)
  }

  private func relate(_ model: any PersistentModel, _ slot: Int, to keys: [ObjectKey]) {
    guard let end = model._$state.description?.slots[slot].end else { return }
    let objects = keys.compactMap { core.model(for: $0, hierarchy: end.destinationHierarchy) }
    if !end.relationship.isToMany, objects.isEmpty { return }
    core.setRelated(of: model, slot: slot, to: objects)
  }
}
