extension ModelContext {
  /// Finds the rows with equal values of some attributes, as ``duplicates(of:by:)`` does for objects of
  /// classes.
  ///
  /// - Parameters:
  ///   - entity: The name of the entity; rows of its subentities are included.
  ///   - properties: The names of stored attributes.
  /// - Returns: Groups of at least two rows in the order of insertion. The first rows order the groups.
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for a name of no stored attribute, and the errors of
  ///   ``rows(_:)``.
  public func duplicateRows(of entity: String, by properties: [String]) throws -> [[FrozenRow]] {
    try confinement.run {
      try rowCores(of: entity).flatMap { core, description in
        try core.noted {
          let slots = try properties.map {
            try core.storedAttribute(description.property(named: $0), description)
          }
          return try core.duplicates(of: FrozenObject.self, description, slots)
            .map { group in group.map { FrozenRow(object: $0) } }
        }
      }
    }
  }

  /// Merges rows with equal values of some attributes, and saves, as
  /// ``mergeDuplicates(of:by:keepingGreatest:joining:inOrderOf:filling:)`` does for objects of classes.
  ///
  ///     try context.mergeDuplicateRows(
  ///       of: "Trip", by: ["name"], keepingGreatest: ["endDate"], joining: ["bucketList"])
  ///
  /// - Parameters:
  ///   - entity: The name of the entity; rows of its subentities are included.
  ///   - properties: The names of the stored attributes that are equal in duplicates.
  ///   - keepingGreatest: The attributes whose greatest values decide which row stays.
  ///   - joining: To-many relationships whose members the row that stays receives.
  ///   - inOrderOf: The attributes that order the rows whose members are joined, the least first.
  ///   - filling: To-one relationships and attributes that the row that stays receives if it has nil.
  /// - Returns: The number of deleted rows.
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` for a name of the wrong kind, and the errors of
  ///   ``rows(_:)`` and ``save()``.
  /// - Complexity: Linear in the number of stored rows.
  @discardableResult
  public func mergeDuplicateRows(
    of entity: String, by properties: [String], keepingGreatest: [String] = [],
    joining: [String] = [], inOrderOf: [String] = [], filling: [String] = []
  ) throws -> Int {
    let cores = try rowCores(of: entity)
    var count = 0
    for (core, description) in cores where !core.isReadOnly || cores.count == 1 {
      let rules = try core.noted {
        func named(_ names: [String]) -> [NamedProperty] {
          names.map { description.property(named: $0) }
        }
        return try core.mergeRules(
          of: description, by: named(properties), keepingGreatest: named(keepingGreatest),
          joining: named(joining), inOrderOf: named(inOrderOf), filling: named(filling))
      }
      count += try merge(FrozenObject.self, by: rules, in: core)
    }
    return count
  }
}

extension ModelDescription {
  fileprivate func property(named name: String) -> NamedProperty {
    NamedProperty(slot: slot(named: name), words: "“\(name)”")
  }
}
