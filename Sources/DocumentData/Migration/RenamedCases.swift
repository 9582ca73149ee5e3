import DocumentMigration
import DocumentTables

extension SchemaDifference {
  /// Returns the difference with the renamed cases of ``PersistentEnumeration``s.
  ///
  /// On the way back, a value gets its original name if the older type has that one and lacks the one of today.
  ///
  /// - Parameters:
  ///   - older: The classes of the older schema; nil if it is a document's own.
  ///   - newer: The classes of the newer schema.
  func renamingCases(
    from older: [any PersistentModel.Type]?, to newer: [any PersistentModel.Type]
  ) -> SchemaDifference {
    let renaming = AttributeCases.all(of: newer).filter { _, cases in
      cases.contains { !$0.cases.originals.isEmpty }
    }
    if renaming.isEmpty { return self }
    let before = older.map(AttributeCases.all(of:)) ?? [:]
    return self.renaming { old, new in
      (renaming[new] ?? []).compactMap { cases in
        let same = before[old]?.first { $0.member == cases.member }
        // What the older type renames itself has no old name in its documents.
        let originals = cases.cases.originals.filter { same?.cases.originals[$0] != $1 }
        guard !originals.isEmpty else { return nil }
        return CaseRenaming(
          older: old, newer: new, member: cases.member,
          up: ValueRenaming(originals, isSet: cases.isSet),
          down: ValueRenaming(same?.originalNames(of: originals) ?? [:], isSet: cases.isSet))
      }
    }
  }
}

extension AttributeCases {
  /// Whether an attribute of some classes has an enumeration with original raw values.
  static func areRenamed(in models: [any PersistentModel.Type]) -> Bool {
    all(of: models).values.joined().contains { !$0.cases.originals.isEmpty }
  }

  /// Returns the cases of the attributes that classes declare.
  fileprivate static func all(
    of models: [any PersistentModel.Type]
  ) -> [DeclaredProperty: [AttributeCases]] {
    var found: [DeclaredProperty: [AttributeCases]] = [:]
    for type in RelatedModels(models).types {
      let entity = Schema.entityName(of: type)
      for property in RelatedModels.ownProperties(of: type) {
        guard case .attribute(let coding) = property.kind, !coding.storedCases.isEmpty
        else { continue }
        found[DeclaredProperty(entity, property.name)] = coding.storedCases
      }
    }
    return found
  }

  /// Returns the names that these cases have for values of today that they lack.
  ///
  /// Of several names, the first is taken in the order of their texts.
  fileprivate func originalNames(of originals: [Value: Value]) -> [Value: Value] {
    var names: [Value: Value] = [:]
    for (original, value) in originals.sorted(by: { "\($0.key)" < "\($1.key)" })
    where names[value] == nil && cases.isOwn(original) && !cases.isOwn(value) {
      names[value] = original
    }
    return names
  }
}
