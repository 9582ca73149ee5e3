/// The property that one column of a hierarchy's table stores.
package struct ColumnLayout: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case attribute(TableAttribute)
    case relationship(TableRelationship, RelationshipStorage)
  }

  package var name: String
  /// The entity that declares the property; two sibling subentities may use the same name.
  package var entity: String
  package var content: Content

  package init(name: String, entity: String, content: Content) {
    self.name = name
    self.entity = entity
    self.content = content
  }

  package var storage: ColumnStorage {
    switch content {
    case .attribute(let attribute): attribute.type.storage
    case .relationship(_, .reference): .reference
    case .relationship: .references
    }
  }

  package var isDate: Bool {
    if case .attribute(let attribute) = content { attribute.type == .scalar(.date) } else { false }
  }

  package var isNullable: Bool {
    switch content {
    case .attribute(let attribute): attribute.isNullable
    case .relationship(let relationship, let storage):
      storage == .order || relationship.isNullable
    }
  }

  package var attribute: TableAttribute? {
    if case .attribute(let attribute) = content { attribute } else { nil }
  }
}

/// One property of an entity, own or inherited, and its column.
package struct PropertyLayout: Hashable, Sendable {
  package var name: String
  /// The entity that declares the property.
  package var entity: String
  /// Nil for a relationship that only the other end stores.
  package var column: Int?
}

/// One entity in the layout of its hierarchy's table.
package struct EntityLayout: Hashable, Sendable {
  package var name: String
  /// The entity's number in the table's discriminator column.
  package var discriminator: UInt16
  package var isAbstract: Bool
  /// All properties, inherited ones included, in the order of the UTF-8 bytes of their names.
  package var properties: [PropertyLayout]

  package func column(of property: String) -> Int? {
    properties.first { $0.name == property }?.column
  }
}

/// One table: a root entity with all its subentities, in one set of columns.
///
///     hierarchy Trip      key │ entity       │ destination │ endDate │ … │ perdiem │ reason
///                          1  │ Trip         │ Paris       │ …       │   │ nil     │ nil
///                          5  │ BusinessTrip │ Osaka       │ …       │   │ 210     │ nil
package struct HierarchyLayout: Hashable, Sendable {
  /// The root entity's name.
  package var name: String
  /// The entities in the order of the UTF-8 bytes of their names; the position is the
  /// discriminator.
  package var entities: [EntityLayout]
  /// The columns in the order of the UTF-8 bytes of property, then entity.
  package var columns: [ColumnLayout]

  package func entity(named name: String) -> EntityLayout? {
    entities.first { $0.name == name }
  }

  package func column(named name: String, of entity: String) -> Int? {
    columns.firstIndex { $0.name == name && $0.entity == entity }
  }
}
