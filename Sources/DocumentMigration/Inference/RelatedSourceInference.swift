import DocumentTables

extension ColumnSourceInference {
  /// Returns how to recompute a relationship's objects, by old entity; nil if the old columns store
  /// them in the same way.
  ///
  /// - Parameter found: The matched old property, by old entity.
  func relatedSources(
    of relationship: TableRelationship, _ storage: RelationshipStorage,
    found: [DeclaredProperty?], entities: [String]
  ) -> [RelatedSource?]? {
    var isNeeded = false
    let sources = zip(found, entities).map { property, entity -> RelatedSource? in
      guard let property, let end = old.relationshipEnd(named: property.name, of: entity) else {
        return nil
      }
      var source = RelatedSource(end: end, refusesToDrop: way == .forward)
      let before = old.inverse(of: end.relationship)
      source.inverseEnd = before.flatMap { old.relationshipEnd(named: $0.name, of: $0.entity) }
      source.keepsFirstHere = end.relationship.isToMany && !relationship.isToMany
      if let after = new.inverse(of: relationship).flatMap({ self.new.relationship($0) }) {
        let wasToMany = source.inverseEnd.map(\.relationship.isToMany) ?? true
        source.keepsFirstThere = wasToMany && !after.isToMany
      }
      // A to-one that stores nothing has one object at most, so the to-many that it becomes has no
      // order to state.
      let storesNothing = end.storage == .derived && storage == .order
      if end.storage != storage && !storesNothing || source.keepsFirstHere || source.keepsFirstThere
      {
        isNeeded = true
      }
      return source
    }
    return isNeeded ? sources : nil
  }
}

extension TableSchema {
  func relationship(_ property: DeclaredProperty) -> TableRelationship? {
    entity(named: property.entity)?.relationship(named: property.name)
  }
}
