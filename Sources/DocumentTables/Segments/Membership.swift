/// One end of a relationship with everything needed to follow it.
///
/// A class, because it is handed around for every object whose relationships are followed: each copy
/// of so many names would take longer than following one.
package final class RelationshipEnd: Sendable {
  /// The hierarchy of the entity that declares this end, and the end's column there; nil where
  /// the other end stores everything.
  package let hierarchy: Int
  package let column: Int?
  package let relationship: TableRelationship
  package let storage: RelationshipStorage
  package let destinationHierarchy: Int
  /// The other end's column in the destination's hierarchy, if it has one.
  package let inverseColumn: Int?

  fileprivate init(
    hierarchy: Int, column: Int?, relationship: TableRelationship, storage: RelationshipStorage,
    destinationHierarchy: Int, inverseColumn: Int?
  ) {
    self.hierarchy = hierarchy
    self.column = column
    self.relationship = relationship
    self.storage = storage
    self.destinationHierarchy = destinationHierarchy
    self.inverseColumn = inverseColumn
  }
}

extension RelationshipEnd: Hashable {
  package static func == (left: RelationshipEnd, right: RelationshipEnd) -> Bool {
    left === right
      || left.hierarchy == right.hierarchy && left.column == right.column
        && left.relationship == right.relationship && left.storage == right.storage
        && left.destinationHierarchy == right.destinationHierarchy
        && left.inverseColumn == right.inverseColumn
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(hierarchy)
    hasher.combine(column)
    hasher.combine(relationship)
    hasher.combine(destinationHierarchy)
  }
}

extension TableSchema {
  /// Resolves a relationship that an entity declares or inherits.
  package func relationshipEnd(named name: String, of entity: String) -> RelationshipEnd? {
    guard let (owner, relationship) = relationship(named: name, of: entity),
      let hierarchy = hierarchyIndex(of: owner.name),
      let destination = hierarchyIndex(of: relationship.destination)
    else { return nil }
    var inverseColumn: Int?
    if let inverse = relationship.inverse,
      let (other, _) = self.relationship(named: inverse, of: relationship.destination)
    {
      inverseColumn = hierarchies[destination].column(named: inverse, of: other.name)
    }
    return RelationshipEnd(
      hierarchy: hierarchy, column: hierarchies[hierarchy].column(named: name, of: owner.name),
      relationship: relationship, storage: storage(of: relationship, declaredIn: owner.name),
      destinationHierarchy: destination, inverseColumn: inverseColumn)
  }
}

/// An order stored at one end of a to-many relationship, applied to the members that the other end
/// states: listed members first, in the order of the list, the others after them by key.
package func membersInOrder(
  _ members: some Sequence<ObjectKey>, stored: (some Sequence<ObjectKey>)?
) -> [ObjectKey] {
  let ascending = members.sorted()
  guard let stored else { return ascending }
  var remaining = Set(ascending)
  var result: [ObjectKey] = []
  result.reserveCapacity(ascending.count)
  for key in stored where remaining.remove(key) != nil { result.append(key) }
  for key in ascending where remaining.contains(key) { result.append(key) }
  return result
}

extension Tables {
  /// The objects that one object is related to, in order; nil where a to-many is nil.
  ///
  /// The row's own columns come from `segment`; what the other end states comes from these tables.
  package func relatedKeys(
    of key: ObjectKey, in segment: Segment, row: Int, through end: RelationshipEnd
  ) -> [ObjectKey]? {
    switch end.storage {
    case .reference:
      return end.column.flatMap { segment.columns[$0].reference(at: row) }.map { [$0] } ?? []
    case .list:
      let stored = end.column.flatMap { segment.columns[$0].references(at: row) }
      return stored.map(Array.init) ?? (end.relationship.isNullable ? nil : [])
    case .derived:
      return end.inverseColumn.map {
        tables[end.destinationHierarchy].sources(of: key, throughColumn: $0)
      } ?? []
    case .order:
      let members =
        end.inverseColumn.map {
          tables[end.destinationHierarchy].sources(of: key, throughColumn: $0)
        } ?? []
      let stored = end.column.flatMap { segment.columns[$0].references(at: row) }
      if members.isEmpty {
        return stored == nil && end.relationship.isNullable ? nil : []
      }
      return membersInOrder(members, stored: stored)
    }
  }

  /// What a record of this row states of a to-many whose members stand at the other end: nothing
  /// where the order is that of the keys, an empty list where it is empty but not nil, and
  /// otherwise all its members (spec 5.3).
  package func storedOrder(
    hierarchy: Int, key: ObjectKey, segment: Segment, row: Int, column: Int
  ) -> [ObjectKey]? {
    schema.relationshipEnd(
      named: schema.hierarchies[hierarchy].columns[column].name,
      of: schema.hierarchies[hierarchy].columns[column].entity
    ).flatMap { storedOrder(of: $0, key: key, segment: segment, row: row, column: column) }
  }

  /// The same where the relationship is known.
  package func storedOrder(
    of end: RelationshipEnd, key: ObjectKey, segment: Segment, row: Int, column: Int
  ) -> [ObjectKey]? {
    guard let stored = segment.columns[column].references(at: row) else { return nil }
    let members =
      end.inverseColumn.map {
        tables[end.destinationHierarchy].sources(of: key, throughColumn: $0)
      } ?? []
    if members.isEmpty { return end.relationship.isNullable ? [] : nil }
    let ordered = membersInOrder(members, stored: stored)
    return ordered == members ? nil : ordered
  }
}
