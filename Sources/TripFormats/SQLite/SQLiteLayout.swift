import DocumentTables

/// The tables of an SQLite file for a schema: one for each hierarchy of entities, and one for each
/// relationship whose members are a list.
struct SQLiteLayout {
  /// The table of a hierarchy.
  struct Table {
    let name: String
    /// The columns behind `_key` and `_entity`.
    var columns: [Column] = []
    /// Whether the table has the column `_entity`: only if it has objects of several entities.
    let hasEntity: Bool
    /// The views of its subentities.
    var views: [View] = []
    /// The views of its structures.
    var members: [SQLiteMembers] = []
    var joins: [Join] = []
    var orders: [Order] = []
  }

  /// A column with the values of one column of the hierarchy.
  struct Column {
    let name: String
    /// The column of the hierarchy.
    let source: Int
    let layout: ColumnLayout
    /// The column with the place in the to-many relationship at the other end; nil if that end has no
    /// order of its own.
    var position: String?
  }

  /// The objects of a subentity and those below it.
  struct View {
    let name: String
    let entity: String
    let columns: [String]
  }

  /// The table of a list of related objects.
  struct Join {
    let name: String
    /// The column of the hierarchy.
    let source: Int
    let property: String
    /// The column with the keys of the members, named as the property.
    let member: String
    let destination: Int
    /// The column with the place at the other end; nil if that end has no order of its own.
    var position: String?
  }

  /// A column of the hierarchy with orders of members that other tables refer from.
  struct Order {
    let source: Int
    let hierarchy: Int
    let column: Int
  }

  static let document = "_document"
  static let properties = "_property"

  let schema: TableSchema
  private(set) var tables: [Table] = []
  /// The names of tables, views and indexes.
  private var names = SQLiteNames()

  init(_ schema: TableSchema) {
    self.schema = schema
    for name in [Self.document, Self.properties] { _ = names.take(name) }
    for hierarchy in schema.hierarchies {
      tables.append(
        Table(name: names.take(hierarchy.name), hasEntity: hierarchy.entities.count > 1))
    }
    for (index, hierarchy) in schema.hierarchies.enumerated() { addColumns(of: hierarchy, index) }
    addPositions()
    for (index, hierarchy) in schema.hierarchies.enumerated() { addViews(of: hierarchy, index) }
    for index in tables.indices { addMembers(index) }
  }

  /// Takes a name for an index.
  mutating func indexName(_ table: String, _ columns: [String]) -> String {
    names.take(([table] + columns).joined(separator: "_"))
  }

  private mutating func addColumns(of hierarchy: HierarchyLayout, _ index: Int) {
    var own = SQLiteNames()
    for name in ["_key", "_entity"] { _ = own.take(name) }
    for (source, layout) in hierarchy.columns.enumerated() {
      switch layout.content {
      case .attribute, .relationship(_, .reference):
        let name = own.take(layout.name, or: "\(layout.name)_\(layout.entity)")
        tables[index].columns.append(Column(name: name, source: source, layout: layout))
      case .relationship(_, .list):
        guard let end = schema.relationshipEnd(named: layout.name, of: layout.entity) else {
          continue
        }
        var columns = SQLiteNames()
        for name in ["_key", "_position"] { _ = columns.take(name) }
        tables[index].joins.append(
          Join(
            name: names.take("\(layout.entity)_\(layout.name)"), source: source,
            property: layout.name, member: columns.take(layout.name),
            destination: end.destinationHierarchy))
      case .relationship(_, .order):
        guard let end = schema.relationshipEnd(named: layout.name, of: layout.entity),
          let column = end.inverseColumn
        else { continue }
        tables[index].orders.append(
          Order(source: source, hierarchy: end.destinationHierarchy, column: column))
      case .relationship(_, .derived): continue
      }
    }
  }

  /// Adds the columns for the orders, which other hierarchies may state.
  private mutating func addPositions() {
    let orders = tables.flatMap(\.orders)
    for index in tables.indices {
      var own = SQLiteNames()
      for name in ["_key", "_entity"] + tables[index].columns.map(\.name) { _ = own.take(name) }
      for column in tables[index].columns.indices
      where orders.contains(where: {
        $0.hierarchy == index && $0.column == tables[index].columns[column].source
      }) {
        let name = tables[index].columns[column].name
        tables[index].columns[column].position = own.take(name + "_position")
      }
      for join in tables[index].joins.indices
      where orders.contains(where: {
        $0.hierarchy == index && $0.column == tables[index].joins[join].source
      }) {
        var columns = SQLiteNames()
        let member = tables[index].joins[join].member
        for name in ["_key", "_position", member] { _ = columns.take(name) }
        tables[index].joins[join].position = columns.take("_key_position")
      }
    }
  }

  private mutating func addViews(of hierarchy: HierarchyLayout, _ index: Int) {
    for entity in hierarchy.entities where entity.name != hierarchy.name {
      let table = tables[index]
      let sources = Set(entity.properties.compactMap(\.column))
      var columns = ["_key", "_entity"]
      for column in table.columns where sources.contains(column.source) {
        columns.append(column.name)
        if let position = column.position { columns.append(position) }
      }
      tables[index].views.append(
        View(name: names.take(entity.name), entity: entity.name, columns: columns))
    }
  }

  private mutating func addMembers(_ index: Int) {
    for column in tables[index].columns {
      guard case .structure(let structure)? = column.layout.attribute?.type else { continue }
      let name = names.take("\(column.layout.entity)_\(column.layout.name)")
      tables[index].members.append(
        SQLiteMembers(name: name, source: column.source, structure: structure))
    }
  }

  /// Returns the rows of the table of properties for the members of an entity's structures.
  ///
  /// The name of a member has no `.`, but that of an attribute may: its own row then is the only one.
  func members(
    of entity: EntityLayout, in table: Table
  ) -> [(name: String, type: String, view: String, column: String)] {
    let properties = Set(entity.properties.map(\.name))
    var members: [(name: String, type: String, view: String, column: String)] = []
    for property in entity.properties {
      guard let view = table.members.first(where: { $0.source == property.column }) else {
        continue
      }
      for (member, column) in zip(view.structure.members, view.columns) {
        let name = "\(property.name).\(member.name)"
        if properties.contains(name) { continue }
        members.append((name, member.type.name, view.name, column))
      }
    }
    return members
  }

  /// Returns the column with a property, or for a to-many relationship the column with the keys of
  /// its objects.
  func place(
    of property: PropertyLayout, of entity: String, in table: Table
  ) -> (type: String, table: String, column: String)? {
    if let column = table.columns.first(where: { $0.source == property.column }) {
      return (column.layout.typeName, table.name, column.name)
    }
    if let join = table.joins.first(where: { $0.source == property.column }) {
      return ("to-many", join.name, join.member)
    }
    // The other end stores the members.
    guard let end = schema.relationshipEnd(named: property.name, of: entity),
      let inverse = end.inverseColumn
    else { return nil }
    let other = tables[end.destinationHierarchy]
    let type = end.relationship.isToMany ? "to-many" : "to-one"
    if let column = other.columns.first(where: { $0.source == inverse }) {
      return (type, other.name, column.name)
    }
    return other.joins.first { $0.source == inverse }.map { (type, $0.name, $0.member) }
  }
}

extension ColumnLayout {
  /// The words for the type of a column in the table of properties.
  fileprivate var typeName: String {
    switch content {
    case .relationship: "to-one"
    case .attribute(let attribute): attribute.type.name
    }
  }
}

extension AttributeType {
  /// The words for the type in the table of properties.
  fileprivate var name: String {
    switch self {
    case .scalar(let type): type.rawValue
    case .array(let type, _): "array of \(type.rawValue)"
    case .dictionary(let key, let value, _): "dictionary of \(key.rawValue) to \(value.rawValue)"
    case .tree: "tree"
    case .structure(let structure): "structure \(structure.name)"
    }
  }
}
