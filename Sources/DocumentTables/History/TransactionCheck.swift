// What transactions state, compared with the schema whose names they use (spec 11.4).

extension History.Transaction {
  /// Checks the entities, the properties and the values of all changes, and the hierarchies of
  /// unrecorded ones.
  ///
  /// Values are compared with the types of their properties only: rules between values, and cases,
  /// bound the document at that time.
  func check(against schema: TableSchema) throws(HistoryProblem) {
    for range in unknown where !range.isRange(of: schema) {
      throw problem("there is no hierarchy \(range.hierarchy.quotedIfBlank)")
    }
    for group in groups {
      guard let entity = schema.entity(named: group.entity), isSpelled(entity.name, group.entity)
      else { throw problem("there is no entity \(group.entity.quotedIfBlank)") }
      let lineage = schema.lineage(of: entity.name)
      for name in group.properties {
        guard TransactionProperty(named: name, of: lineage) != nil else {
          throw problem("\(group.entity) has no property \(name.quotedIfBlank)")
        }
      }
      for (name, values) in [group.old, group.new].joined() {
        guard let property = TransactionProperty(named: name, of: lineage),
          values.allSatisfy(property.isValue)
        else { throw problem("the values of \(name.quotedIfBlank) are not those of the property") }
      }
    }
    try checkObjects()
  }

  /// Checks that each object is in one change.
  ///
  /// Only an object that changes its entity is in two: it is deleted with the old entity and
  /// inserted with the new one.
  private func checkObjects() throws(HistoryProblem) {
    let runs = groups.flatMap { group in group.keys.runs.map { (group: group, keys: $0) } }
    // The last run of each kind: runs of one kind do not overlap, so no other can reach further.
    var last: [Group.Kind: (group: Group, keys: ClosedRange<ObjectKey>)] = [:]
    for run in runs.sorted(by: { $0.keys.lowerBound < $1.keys.lowerBound }) {
      for (kind, other) in last where other.keys.upperBound >= run.keys.lowerBound {
        guard Set([kind, run.group.kind]) == [.insert, .delete],
          other.group.entity != run.group.entity
        else { throw problem("object \(run.keys.lowerBound) is in two changes") }
      }
      last[run.group.kind] = run
    }
  }

  private func problem(_ words: String) -> HistoryProblem {
    HistoryProblem("transaction \(number): \(words)", transaction: number)
  }
}

/// A property of which a transaction states values.
private enum TransactionProperty {
  case attribute(TableAttribute)
  case relationship(TableRelationship)

  /// Finds a property that one of the entities declares; nil if none does.
  init?(named name: String, of lineage: [TableEntity]) {
    for entity in lineage {
      if let attribute = entity.attribute(named: name), isSpelled(attribute.name, name) {
        self = .attribute(attribute)
        return
      }
      if let relationship = entity.relationship(named: name), isSpelled(relationship.name, name) {
        self = .relationship(relationship)
        return
      }
    }
    return nil
  }

  /// Returns whether a tree is a value of the property, of its exact type.
  func isValue(_ tree: Tree) -> Bool {
    switch self {
    case .attribute(let attribute):
      if tree.isNull { return attribute.isNullable }
      return Value(tree, of: attribute.type).map { Tree($0, of: attribute.type) } == tree
    case .relationship(let relationship):
      // No object, even where the schema allows no nil.
      if tree.isNull { return true }
      guard relationship.isToMany else { return isKey(tree) }
      return tree.arrayValue?.allSatisfy(isKey) ?? false
    }
  }

  private func isKey(_ tree: Tree) -> Bool {
    guard let key = tree.integerValue else { return false }
    return key >= 1 && key < CanonicalJSON.largestExactInteger
  }
}

/// Returns whether two names have the same bytes; strings that are canonically equivalent are equal.
private func isSpelled(_ name: String, _ other: String) -> Bool {
  name.utf8.elementsEqual(other.utf8)
}
