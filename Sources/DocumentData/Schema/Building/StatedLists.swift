import DocumentTables

/// Constraints or indexes that a `Schema.Unique` or a `Schema.Index` declares among an entity's
/// properties.
protocol StatedLists: SchemaProperty {
  var kind: Schema._Statement.Lists.Kind { get }
  /// The property names of each list; nil for a key path that leads to no persisted property of the
  /// class.
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
  /// Returns the constraints or indexes of the entity in the order of their declaration: its own
  /// lists, then those among its properties.
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
  /// The lists without repetitions, each at its first position.
  var distinct: [[String]] {
    var known: Set<[String]> = []
    return filter { known.insert($0).inserted }
  }
}
