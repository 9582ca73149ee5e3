import DocumentTables
import Testing

@testable import DocumentData

/// Rows of one hierarchy, with the keys 1, 2 and so on, and their objects, without a context.
struct RowObjects {
  let objects: ContextObjects
  let tables: Tables
  let hierarchy: Int

  /// - Parameter rows: The entity of each row, and the value of its first text attribute.
  init(
    _ models: [any PersistentModel.Type] = Layout.models,
    _ rows: [(entity: String, name: String)] = [
      ("Plain", "a"), ("Derived", "b"), ("Plain", "c"),
    ]
  ) throws {
    let schema = try Schema(models).tableSchema(name: "objects")
    hierarchy = try #require(schema.hierarchyIndex(of: rows[0].entity))
    let layout = schema.hierarchies[hierarchy]
    var changes = ChangeSet(nextKey: ObjectKey(rows.count) + 1)
    for (key, row) in zip(ObjectKey(1)..., rows) {
      let entity = try #require(layout.entity(named: row.entity))
      var values = layout.columns.map { _ in Value.null }
      for (name, value) in ["name": row.name, "title": row.name, "detail": "d", "nick": "n"] {
        if let column = entity.column(of: name) { values[column] = .text(value) }
      }
      if let column = entity.column(of: "count") { values[column] = .integer(7) }
      changes.inserted.append(
        InsertedRow(
          hierarchy: hierarchy, key: key, discriminator: entity.discriminator, values: values))
    }
    objects = ContextObjects(ModelCatalog(models, schema: schema))
    tables = Tables(schema: schema, documentID: 1).applying(changes)
  }

  var table: Table { tables.tables[hierarchy] }

  func description(of type: any PersistentModel.Type) throws -> ModelDescription {
    try #require(objects.catalog.description(of: type))
  }

  /// A new object of the row of a key.
  func make<T: PersistentModel>(_ key: ObjectKey, as type: T.Type = T.self) throws -> T {
    let location = try #require(table.location(of: key))
    let segment = table.segments[location.segment]
    return try #require(
      objects.make(segment, location.row, of: hierarchy, .stored) as? T)
  }

  /// The objects of a class.
  func all<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    objects.make(
      try tables.rows(of: hierarchy, where: .constant(true)), of: table, hierarchy, as: type)
  }

  /// Makes a new object an inserted one of a key.
  func insert(_ model: some PersistentModel, as key: ObjectKey) throws {
    let home = try objects.home(of: description(of: type(of: model)))
    model._$state.enter(home)
    model._$state.take(key: key)
    objects.identityMap[key] = model
  }
}
