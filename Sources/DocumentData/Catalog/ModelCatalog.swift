import DocumentTables

/// The model classes of one schema, and the table rows that they correspond to.
package final class ModelCatalog: Sendable {
  package let schema: TableSchema
  let descriptions: [ModelDescription]
  /// The stored relationships without an inverse, by the hierarchy of their destination.
  let oneWayReferences: [[StoredEnd]]
  /// The to-many relationships that their members store, by the members' column.
  let memberships: [StoredEnd: StoredEnd]
  /// Whether rows of some class store the order of the members of a list.
  let hasOrders: Bool
  /// The columns of members that refer to their owner, and the other ends, by hierarchy.
  let memberColumns: [[(column: Int, owner: StoredEnd)]]
  /// The stored ends of relationships that have an inverse, by hierarchy.
  let observedEnds: [[(column: Int, inverse: String)]]
  /// The stored to-one relationships that may be nil at both ends.
  ///
  /// Deleting an object changes nothing else of the rows that refer to it.
  let optionalReferences: Set<ColumnIdentity>
  /// Whether the objects are rows of a frozen version, all of one class.
  let isOfRows: Bool
  private let byType: [ObjectIdentifier: ModelDescription]
  private let namesakes: [ObjectIdentifier: ModelDescription]
  /// By hierarchy, then discriminator.
  private let byRow: [[ModelDescription?]]

  /// One relationship column, and the property that it stores.
  struct StoredEnd: Hashable {
    var hierarchy: Int
    var column: Int
    var property = ""

    static func == (left: StoredEnd, right: StoredEnd) -> Bool {
      left.hierarchy == right.hierarchy && left.column == right.column
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(hierarchy)
      hasher.combine(column)
    }
  }

  package convenience init(_ types: [any PersistentModel.Type], schema: TableSchema) {
    let descriptions = RelatedModels(types).types.compactMap {
      ModelDescription($0, schema: schema)
    }
    self.init(
      descriptions, namesakes: NamesakeClasses(descriptions.map(\.type)).descriptions(schema),
      isOfRows: false, schema)
  }

  /// Describes the rows of a version without classes.
  ///
  /// - Parameters:
  ///   - type: The class of all rows.
  ///   - entities: The entities to describe; nil for all.
  convenience init(
    rowsOf schema: TableSchema, as type: any PersistentModel.Type, among entities: Set<String>?
  ) {
    let descriptions = schema.hierarchies.enumerated().flatMap { hierarchy, layout in
      layout.entities.filter { entities?.contains($0.name) ?? true }.map {
        ModelDescription(rowsOf: $0, hierarchy, schema: schema, as: type)
      }
    }
    self.init(descriptions, namesakes: [:], isOfRows: true, schema)
  }

  private init(
    _ descriptions: [ModelDescription], namesakes: [ObjectIdentifier: ModelDescription],
    isOfRows: Bool, _ schema: TableSchema
  ) {
    self.schema = schema
    self.descriptions = descriptions
    self.namesakes = namesakes
    self.isOfRows = isOfRows
    byType = Dictionary(
      descriptions.map { (ObjectIdentifier($0.type), $0) }, uniquingKeysWith: { first, _ in first })
    byRow = schema.hierarchies.enumerated().map { hierarchy, layout in
      layout.entities.map { entity in
        descriptions.first { $0.hierarchy == hierarchy && $0.discriminator == entity.discriminator }
      }
    }
    var oneWay = [Set<StoredEnd>](repeating: [], count: schema.hierarchies.count)
    var memberships: [StoredEnd: StoredEnd] = [:]
    var observed = [[Int: String]](repeating: [:], count: schema.hierarchies.count)
    var optional: Set<ColumnIdentity> = []
    for property in descriptions.lazy.flatMap(\.slots) {
      guard let end = property.end, let column = end.column else { continue }
      if end.storage == .reference, end.relationship.isNullable, !property.isItsOwnInverse,
        !property.inverseIsRequired
      {
        optional.insert(ColumnIdentity(hierarchy: end.hierarchy, column: column))
      }
      let stored = StoredEnd(hierarchy: end.hierarchy, column: column, property: property.name)
      guard let inverse = end.relationship.inverse else {
        oneWay[end.destinationHierarchy].insert(stored)
        continue
      }
      if end.storage != .order {
        observed[end.hierarchy][column] = inverse
      } else if let members = end.inverseColumn {
        memberships[StoredEnd(hierarchy: end.destinationHierarchy, column: members)] = stored
      }
    }
    hasOrders = (descriptions + namesakes.values).contains { !$0.orderSlots.isEmpty }
    oneWayReferences = oneWay.map { $0.sorted { $0.column < $1.column } }
    self.memberships = memberships
    optionalReferences = optional
    memberColumns = schema.hierarchies.indices.map { hierarchy in
      memberships.filter { $0.key.hierarchy == hierarchy }
        .map { (column: $0.key.column, owner: $0.value) }.sorted { $0.column < $1.column }
    }
    observedEnds = observed.map { ends in
      ends.sorted { $0.key < $1.key }.map { (column: $0.key, inverse: $0.value) }
    }
  }

  /// Returns the description of a class; nil for the class of rows, which is that of no single entity.
  func description(of type: any PersistentModel.Type) -> ModelDescription? {
    isOfRows ? nil : byType[ObjectIdentifier(type)]
  }

  /// Returns the description of a class that another class with the same name replaces in the
  /// schema; see `ForwardedSlots`.
  func namesake(_ type: any PersistentModel.Type) -> ModelDescription? {
    namesakes.isEmpty ? nil : namesakes[ObjectIdentifier(type)]
  }

  /// Returns the description of the class that a class of another version corresponds to by its name,
  /// or by the name that it had before; nil for rows, which have no class of that name.
  func counterpart(of type: any PersistentModel.Type) -> ModelDescription? {
    if isOfRows { return nil }
    var names = [Schema.entityName(of: type)]
    for statement in type._$statements {
      if case .originalName(let name?) = statement.content { names.append(name) }
    }
    return names.lazy.compactMap { name in self.descriptions.first { $0.entityName == name } }.first
  }

  func description(named entity: String) -> ModelDescription? {
    descriptions.first { $0.entityName == entity }
  }

  func type(ofClass type: AnyClass) -> (any PersistentModel.Type)? {
    byType[ObjectIdentifier(type)]?.type
  }

  func description(hierarchy: Int, discriminator: UInt16) -> ModelDescription? {
    byRow[hierarchy][Int(discriminator)]
  }
}

/// A column of one of a schema's tables.
struct ColumnIdentity: Hashable {
  var hierarchy: Int
  var column: Int
}

extension NamesakeClasses {
  /// Returns the description of each class, bound to the entity with its name.
  func descriptions(_ schema: TableSchema) -> [ObjectIdentifier: ModelDescription] {
    var found: [ObjectIdentifier: ModelDescription] = [:]
    for use in uses where found[ObjectIdentifier(use.named)] == nil {
      found[ObjectIdentifier(use.named)] = ModelDescription(
        use.named, schema: schema, inPlaceOf: use.listed)
    }
    return found
  }
}
