import DocumentFile
import DocumentTables
import TripPages

/// The objects of an entity that meet conditions, in order.
struct ObjectList {
  let entity: String
  let objects: [ObjectReader.Object]
  private let reader: ObjectReader
  private let presentation: EntityPresentation

  /// - Parameters:
  ///   - property: The property to sort by; nil for the first date or the title.
  ///   - first: The maximum number of objects.
  ///   - verb: The command, for messages.
  /// - Throws: ``CommandFailure`` for an unknown property or an invalid condition.
  init(
    of entity: String, in tables: Tables, where conditions: [ObjectFilter],
    sortedBy property: String?, reverse: Bool, first: Int?, verb: String = "tripconv list"
  ) throws {
    self.entity = entity
    let schema = tables.schema
    let (hierarchy, query) = try Self.query(entity, in: schema, where: conditions, verb)
    guard let presentation = EntityPresentation(entity, in: schema),
      let layout = schema.hierarchies[hierarchy].entity(named: entity)
    else { throw Self.missing(entity) }
    self.presentation = presentation
    reader = ObjectReader(tables)
    let attribute =
      try property.map { try presentation.attribute(named: $0) }
      ?? presentation.attributes.first { ObjectMoment.isType($0.type) } ?? presentation.title
    let selection = try tables.rows(of: hierarchy, where: query)
    let orders = attribute.flatMap { layout.column(of: $0.name) }.map {
      [ColumnOrder(column: $0, isDescending: reverse)]
    }
    let rows = tables.sorted(selection, of: hierarchy, by: orders ?? [], limit: first)
    objects = rows.map { [reader] in reader.object(at: $0, hierarchy: hierarchy) }
  }

  /// Returns the query for the objects of an entity that meet conditions.
  ///
  /// - Throws: ``CommandFailure`` for an unknown property or an invalid condition.
  static func query(
    _ entity: String, in schema: TableSchema, where conditions: [ObjectFilter],
    _ verb: String = "tripconv list"
  ) throws(CommandFailure) -> (hierarchy: Int, query: Query) {
    guard let presentation = EntityPresentation(entity, in: schema),
      let hierarchy = schema.hierarchyIndex(of: entity),
      let layout = schema.hierarchies[hierarchy].entity(named: entity)
    else { throw missing(entity) }
    var queries: [Query] = [
      .kind(schema.hierarchies[hierarchy].entities.map { schema.isEntity($0.name, kindOf: entity) })
    ]
    for condition in conditions {
      let attribute = try presentation.attribute(named: condition.property, verb)
      guard let column = layout.column(of: attribute.name) else { continue }
      queries.append(try condition.query(attribute, column: column, verb))
    }
    return (hierarchy, .all(queries))
  }

  private static func missing(_ entity: String) -> CommandFailure {
    CommandFailure(.internalError, "the entity \(entity) has no table")
  }

  /// Returns the objects as a table.
  ///
  /// - Parameter columns: The names of the properties, separated by commas; nil for the title and
  ///   the columns that the entity suggests.
  func table(_ columns: String?) throws(CommandFailure) -> ObjectTable {
    let titles = [presentation.title, presentation.titleEnd].compactMap { $0 }
    var attributes = titles + presentation.columns
    if let columns {
      attributes = []
      for name in columns.split(separator: ",") {
        attributes.append(try presentation.attribute(named: String(name)))
      }
    }
    return ObjectTable(
      objects, titles: columns == nil ? titles.count : nil, attributes, reader)
  }

  /// The objects with all their attributes, for JSON.
  var trees: [Tree] {
    objects.map { object in
      var attributes: [String: Tree] = [:]
      for attribute in reader.presentations[object.entity.name]?.attributes ?? [] {
        attributes[attribute.name] = ValueWords.json(
          reader.value(of: attribute, in: object), attribute.type)
      }
      return .members([
        "entity": .text(object.entity.name), "id": .integer(object.key),
        "attributes": .members(attributes),
      ])
    }
  }
}

extension EntityPresentation {
  /// - Throws: ``CommandFailure`` if no attribute has the name.
  fileprivate func attribute(
    named name: String, _ verb: String = "tripconv list"
  ) throws(CommandFailure) -> TableAttribute {
    if let attribute = attributes.first(where: { $0.name == name }) { return attribute }
    throw UsageError.failure(
      verb,
      RequestedEntity.unknown(name, kind: "property", among: attributes.map(\.name).sorted()))
  }
}
