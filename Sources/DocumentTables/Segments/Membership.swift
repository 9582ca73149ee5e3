/// One end of a relationship, with all data needed to follow the relationship.
///
/// A class, because ends are passed around for every object whose relationships are followed, and
/// copying their many names would take longer than following a relationship.
package final class RelationshipEnd: Sendable {
  /// The hierarchy of the entity that declares this end, and the end's column in that hierarchy;
  /// the column is nil if the other end stores everything.
  package let hierarchy: Int
  package let column: Int?
  package let relationship: TableRelationship
  package let storage: RelationshipStorage
  package let destinationHierarchy: Int
  /// The other end's column in the destination's hierarchy; nil if it has none.
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
  /// Resolves a relationship that an entity declares or inherits; nil if there is none of this
  /// name.
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

/// Returns the members of a to-many relationship in the order that is stored at one end.
///
/// The other end determines the members. Listed members come first, in the order of the list; the
/// others follow in key order.
@inlinable package func membersInOrder(
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

extension RelationshipEnd {
  /// Returns the keys of the objects that the object of a row is related to, in order; nil if a to-many
  /// relationship is nil.
  ///
  /// - Parameter sources: Returns the keys of the objects that refer to the object through a column of the other
  ///   end, in ascending order.
  func relatedKeys(
    in segment: Segment, row: Int, sources: (_ inverseColumn: Int) -> ArraySlice<ObjectKey>
  ) -> ArraySlice<ObjectKey>? {
    switch storage {
    case .reference:
      return column.flatMap { segment.columns[$0].reference(at: row) }.map { [$0] } ?? []
    case .list:
      let stored = column.flatMap { segment.columns[$0].references(at: row) }
      return stored ?? (relationship.isNullable ? nil : [])
    case .derived: return inverseColumn.map(sources) ?? []
    case .order:
      let members = inverseColumn.map(sources) ?? []
      let stored = column.flatMap { segment.columns[$0].references(at: row) }
      if members.isEmpty { return stored == nil && relationship.isNullable ? nil : [] }
      guard let stored else { return members }
      // Members differ, so a list with all of them and no more is an order of them. A longer list is sought in a set.
      if stored.count == members.count, members.count <= 16,
        members.allSatisfy({ stored.contains($0) })
      {
        return stored
      }
      return membersInOrder(members, stored: stored)[...]
    }
  }
}

extension Tables {
  /// Returns the keys of the objects that an object is related to, in order; nil if a to-many
  /// relationship is nil.
  ///
  /// Reads the row's own columns from `segment`, and the columns of the other end from these
  /// tables.
  package func relatedKeys(
    of key: ObjectKey, in segment: Segment, row: Int, through end: RelationshipEnd
  ) -> [ObjectKey]? {
    end.relatedKeys(in: segment, row: row) { column in
      tables[end.destinationHierarchy].sources(of: key, throughColumn: column)[...]
    }.map(Array.init)
  }

  /// Returns the list that this row's record stores for a to-many relationship whose members are
  /// stored at the other end (spec 5.3).
  ///
  /// Returns nil if the members are in key order or the relationship is nil, an empty list if a
  /// nullable relationship is empty but not nil, and otherwise all members.
  package func storedOrder(
    hierarchy: Int, key: ObjectKey, segment: Segment, row: Int, column: Int
  ) -> [ObjectKey]? {
    schema.relationshipEnd(
      named: schema.hierarchies[hierarchy].columns[column].name,
      of: schema.hierarchies[hierarchy].columns[column].entity
    ).flatMap { storedOrder(of: $0, key: key, segment: segment, row: row, column: column) }
  }

  /// Returns the list that this row's record stores for the given relationship end, as
  /// ``storedOrder(hierarchy:key:segment:row:column:)`` does.
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
