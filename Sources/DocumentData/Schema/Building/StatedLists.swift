import DocumentTables

/// Lists of properties that a `Schema.Unique` or a `Schema.Index` puts among an entity's properties.
protocol StatedLists: SchemaProperty {
  var kind: Schema._Statement.Lists.Kind { get }
  /// Each list by names; nil for a key path that leads to no persisted property of the class.
  var nameLists: [[String?]] { get }
}

extension Schema.Unique: StatedLists {
  var kind: Schema._Statement.Lists.Kind { .unique }
  var nameLists: [[String?]] { constraints.map(PropertyNames<T>.names) }
}

extension Schema.Index: StatedLists {
  var kind: Schema._Statement.Lists.Kind { .index }
  var nameLists: [[String?]] { indices.map { PropertyNames<T>.names($0.keyPaths) } }
}

extension Schema.Entity {
  /// The constraints or indexes that the entity has by its lists and by those among its properties,
  /// in the order in which they were stated.
  func lists(
    _ kind: Schema._Statement.Lists.Kind, _ own: [[String]]
  ) throws(SchemaProblem) -> [[String]] {
    var all = own
    for property in storedProperties {
      guard let stated = property as? any StatedLists, stated.kind == kind else { continue }
      for list in stated.nameLists {
        let names = list.compactMap { $0 }
        guard names.count == list.count else {
          throw SchemaProblem(
            .missingProperty, entity: name, property: property.name,
            "it names a key path that leads to no persisted property of \(stated.valueType)")
        }
        all.append(names)
      }
    }
    return all.distinct
  }
}

extension [[String]] {
  /// Each list once, where it stands first.
  var distinct: [[String]] {
    var known: Set<[String]> = []
    return filter { known.insert($0).inserted }
  }
}
