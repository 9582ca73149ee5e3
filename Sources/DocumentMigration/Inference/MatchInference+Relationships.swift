import DocumentTables

extension MatchInference {
  /// Reports matched relationships that do not hold the same data, because such a change needs a
  /// decision; if closures or rows decide, removes the match.
  ///
  /// Removing a match may invalidate the match of the inverse, so this repeats until nothing
  /// changes.
  mutating func dropOtherRelationships() {
    var isChanged = true
    while isChanged {
      isChanged = false
      for entity in new.entities {
        for relationship in entity.relationships {
          let property = DeclaredProperty(entity.name, relationship.name)
          let origins = matching.origins(of: property)
          for origin in origins {
            guard let (problem, loses) = mismatch(relationship, property, origin) else { continue }
            for origin in origins {
              refuse(problem, where: loses ? .references(origin) : .relatedObjects(origin))
            }
            if dropsOtherRelationships {
              matching.properties[property] = nil
              isChanged = true
            }
            break
          }
        }
      }
    }
  }

  /// Returns the problem of a matched relationship that does not hold the same data, and whether
  /// no closure can make its objects those of the new one.
  private func mismatch(
    _ relationship: TableRelationship, _ property: DeclaredProperty, _ origin: DeclaredProperty
  ) -> (problem: SchemaProblem, losesReferences: Bool)? {
    guard let before = old.entity(named: origin.entity)?.relationship(named: origin.name) else {
      return (.kind(property, becomesRelationship: true), false)
    }
    let destination = matching.successor(ofEntity: before.destination)
    guard let destination, new.isEntity(destination, kindOf: relationship.destination) else {
      return (
        .destination(property, from: before.destination, to: relationship.destination), true
      )
    }
    if matching.hasSameInverse(relationship, as: before, old: old, new: new) { return nil }
    // Members that this end stores, before and after, are kept under any inverse. If the other end
    // stores them, another inverse makes another relationship.
    let storages = [
      old.storage(of: before, declaredIn: origin.entity),
      new.storage(of: relationship, declaredIn: property.entity),
    ]
    let isKept =
      storages[0] == storages[1] && (storages[0] == .reference || storages[0] == .list)
    guard !isKept || before.isToMany != relationship.isToMany else { return nil }
    return (
      .inverse(
        property, from: old.inverseName(of: before), to: new.inverseName(of: relationship)),
      false
    )
  }
}

extension SchemaMatching {
  /// Returns whether neither relationship has an inverse, or their inverses match.
  func hasSameInverse(
    _ relationship: TableRelationship, as before: TableRelationship, old: TableSchema,
    new: TableSchema
  ) -> Bool {
    switch (old.inverse(of: before), new.inverse(of: relationship)) {
    case (nil, nil): true
    case (let before?, let after?): origins(of: after).contains(before)
    default: false
    }
  }
}

extension TableSchema {
  /// Returns the other end of a relationship; nil if there is none.
  func inverse(of relationship: TableRelationship) -> DeclaredProperty? {
    relationship.inverse.flatMap { name in
      self.relationship(named: name, of: relationship.destination)
        .map { DeclaredProperty($0.entity.name, name) }
    }
  }

  func inverseName(of relationship: TableRelationship) -> String? {
    relationship.inverse.map { "\(relationship.destination).\($0)" }
  }
}
