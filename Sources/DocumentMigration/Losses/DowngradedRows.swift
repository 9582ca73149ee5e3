import DocumentTables

/// A view of the older tables for guards: the entity and property values of each object there.
struct DowngradedRows {
  /// The location of an object and its entity.
  struct Place {
    let hierarchy: Int
    let location: RowLocation
    let discriminator: UInt16
  }

  /// The source of a property's values in an older entity.
  enum Source {
    case attribute(column: Int, TableAttribute)
    case relationship(RelationshipEnd)
  }

  let tables: Tables
  private var searches: [RowSearch]

  init(_ tables: Tables) {
    self.tables = tables
    searches = tables.tables.map { RowSearch($0) }
  }

  /// Returns the place of an object; nil if no older table has the key.
  ///
  /// - Parameter hint: The hierarchy to search first.
  mutating func place(of key: ObjectKey, hint: Int?) -> Place? {
    if let hint, let place = place(of: key, in: hint) { return place }
    for hierarchy in searches.indices where hierarchy != hint {
      if let place = place(of: key, in: hierarchy) { return place }
    }
    return nil
  }

  private mutating func place(of key: ObjectKey, in hierarchy: Int) -> Place? {
    guard let location = searches[hierarchy].location(of: key) else { return nil }
    let segment = tables.tables[hierarchy].segments[location.segment]
    return Place(
      hierarchy: hierarchy, location: location, discriminator: segment.entities[location.row])
  }

  func entity(_ hierarchy: Int, _ discriminator: UInt16) -> EntityLayout {
    tables.schema.hierarchies[hierarchy].entities[Int(discriminator)]
  }

  /// Returns the source of a property's values; nil if the entity has no such property.
  func source(_ property: String, _ hierarchy: Int, _ discriminator: UInt16) -> Source? {
    let entity = entity(hierarchy, discriminator)
    guard let layout = entity.properties.first(where: { $0.name == property }) else { return nil }
    if let column = layout.column,
      let attribute = tables.schema.hierarchies[hierarchy].columns[column].attribute
    {
      return .attribute(column: column, attribute)
    }
    return tables.schema.relationshipEnd(named: property, of: entity.name).map {
      .relationship($0)
    }
  }

  func tree(_ source: Source, _ key: ObjectKey, at place: Place) -> Tree {
    let segment = tables.tables[place.hierarchy].segments[place.location.segment]
    let row = place.location.row
    switch source {
    case .attribute(let column, let attribute):
      return Tree(segment.value(at: row, column: column), of: attribute.type)
    case .relationship(let end): return tables.tree(of: key, in: segment, row: row, through: end)
    }
  }

  func foreign(at place: Place) -> Tree {
    let segment = tables.tables[place.hierarchy].segments[place.location.segment]
    return segment.foreign[place.location.row] ?? .null
  }

  /// Returns the data that the object's own row stores: attributes, to-one relationships, and lists
  /// that determine their members.
  func rowTree(_ key: ObjectKey, at place: Place) -> Tree {
    let layout = tables.schema.hierarchies[place.hierarchy]
    var members: [TreeMember] = []
    for property in entity(place.hierarchy, place.discriminator).properties {
      guard let column = property.column else { continue }
      if case .relationship(_, .order) = layout.columns[column].content { continue }
      guard let source = source(property.name, place.hierarchy, place.discriminator) else {
        continue
      }
      members.append(TreeMember(property.name, tree(source, key, at: place)))
    }
    return .object(members)
  }
}

extension Tables {
  /// Returns the objects that a relationship leads to: a key or null for to-one, a list or null for
  /// to-many.
  func tree(
    of key: ObjectKey, in segment: Segment, row: Int, through end: RelationshipEnd
  ) -> Tree {
    let keys = relatedKeys(of: key, in: segment, row: row, through: end)
    if end.relationship.isToMany { return keys.map { .keys($0) } ?? .null }
    return keys?.first.map { .integer($0) } ?? .null
  }
}

extension Tree {
  static func keys(_ keys: some Sequence<ObjectKey>) -> Tree {
    .array(keys.map { .integer($0) })
  }
}
