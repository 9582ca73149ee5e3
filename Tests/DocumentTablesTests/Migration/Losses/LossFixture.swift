import DocumentMigration
import DocumentTables

/// A schema with every way in which objects hang together, and tables of it as rows that are easy to
/// change.
struct LossFixture {
  struct Row: Hashable {
    var entity: String
    var values: [String: Value]
    var foreign: Tree?
  }

  var rows: [ObjectKey: Row] = [:]
  var extensions: [ExtensionRecord] = []
  var parts: [KeptPart] = []
  var rowsPerSegment = 3

  static let place = TableStructure(
    name: "Place",
    members: [
      TableAttribute(name: "floor", type: .scalar(.int8), isNullable: true),
      TableAttribute(name: "street", type: .scalar(.text), defaultValue: .value(.text(""))),
    ])

  static func entities() -> [TableEntity] {
    [
      TableEntity(
        name: "Trip",
        attributes: [
          TableAttribute(name: "days", type: .scalar(.int32), isNullable: true),
          TableAttribute(name: "name", type: .scalar(.text)),
          TableAttribute(
            name: "mood", type: .scalar(.text), defaultValue: .value(.text("calm")),
            cases: [.text("calm"), .text("wild")]),
          TableAttribute(name: "note", type: .tree(shape: nil), isNullable: true),
        ],
        relationships: [
          TableRelationship(
            name: "items", destination: "Item", inverse: "trip", isToMany: true,
            deleteRule: .cascade, maximumCount: 5),
          TableRelationship(
            name: "tags", destination: "Tag", inverse: "trips", isToMany: true, isNullable: false),
          TableRelationship(
            name: "home", destination: "Home", inverse: "trip", isToMany: false),
          TableRelationship(name: "next", destination: "Trip", isToMany: false),
          TableRelationship(
            name: "twin", destination: "Trip", inverse: "twin", isToMany: false),
        ], uniquenessConstraints: [["name", "days"]]),
      TableEntity(
        name: "Work", superentity: "Trip",
        attributes: [
          TableAttribute(
            name: "perdiem", type: .scalar(.double), defaultValue: .value(.double(0))),
          TableAttribute(name: "boss", type: .scalar(.text)),
        ],
        relationships: [
          TableRelationship(name: "clients", destination: "Tag", isToMany: true),
          TableRelationship(name: "visa", destination: "Visa", inverse: "work", isToMany: true),
        ]),
      TableEntity(
        name: "Item",
        attributes: [
          TableAttribute(name: "title", type: .scalar(.text), isNullable: true),
          TableAttribute(
            name: "when", type: .array(.date, nullableElements: true), isNullable: true),
        ],
        relationships: [
          TableRelationship(name: "trip", destination: "Trip", inverse: "items", isToMany: false)
        ]),
      TableEntity(
        name: "Home",
        attributes: [
          TableAttribute(name: "price", type: .scalar(.decimal), isNullable: true),
          TableAttribute(name: "place", type: .structure(place), isNullable: true),
        ],
        relationships: [
          TableRelationship(
            name: "trip", destination: "Trip", inverse: "home", isToMany: false,
            isNullable: false)
        ]),
      TableEntity(
        name: "Tag",
        attributes: [TableAttribute(name: "code", type: .scalar(.uuid), isNullable: true)],
        relationships: [
          TableRelationship(name: "trips", destination: "Trip", inverse: "tags", isToMany: true)
        ], uniquenessConstraints: [["code"]]),
      TableEntity(
        name: "Visa",
        relationships: [
          TableRelationship(name: "work", destination: "Work", inverse: "visa", isToMany: false)
        ]),
    ]
  }

  static func schema(_ version: SchemaVersion = SchemaVersion(2, 0, 0)) throws -> TableSchema {
    try TableSchema(name: "S", version: version, entities: entities())
  }

  /// The tables in the form in which documents give them back.
  func tables(_ version: SchemaVersion = SchemaVersion(2, 0, 0)) throws -> Tables {
    var tables = TablesFixture.tables(
      try Self.schema(version), rowsPerSegment: rowsPerSegment,
      rows.map { ($0.value.entity, $0.key, $0.value.values) })
    tables.tables = tables.tables.map { table in
      Table(
        segments: table.segments.map { segment in
          var foreign: [Int: Tree] = [:]
          for row in 0..<segment.count {
            if let tree = rows[segment.keys[row]]?.foreign { foreign[row] = tree }
          }
          return Segment(
            keys: segment.keys, entities: segment.entities, columns: segment.columns,
            foreign: foreign)
        })
    }
    tables.extensions = extensions
    tables.keptParts = parts
    return tables.inWrittenForm()
  }

  init() {}

  /// The rows of tables of the schema.
  init(_ tables: Tables) {
    for (hierarchy, table) in zip(tables.schema.hierarchies, tables.tables) {
      for segment in table.segments {
        for row in 0..<segment.count {
          let entity = hierarchy.entities[Int(segment.entities[row])]
          var values: [String: Value] = [:]
          for property in entity.properties {
            if let column = property.column {
              values[property.name] = segment.value(at: row, column: column)
            }
          }
          rows[segment.keys[row]] = Row(
            entity: entity.name, values: values, foreign: segment.foreign[row])
        }
      }
    }
    extensions = tables.extensions
    parts = tables.keptParts
  }

  /// Counterparts of everything but some properties and entities.
  static func counterparts(
    withoutEntities entities: Set<String> = [], withoutProperties properties: Set<String> = []
  ) throws -> StageCounterparts {
    StageCounterparts(
      newer: try schema(), entity: { entities.contains($0) ? nil : $0 },
      property: { properties.contains($1) ? nil : $1 })
  }

  static func dump(_ tables: Tables) -> String { TablesDump.text(tables, all: true) }
}
