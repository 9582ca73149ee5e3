import DocumentTables
import SQLiteDatabase

/// The statements that create the tables, indexes and views of a layout.
struct SQLiteStatements {
  private var layout: SQLiteLayout
  /// More cases than this make no check: it would be longer than the table.
  private static let mostCheckedCases = 100

  init(_ layout: SQLiteLayout) {
    self.layout = layout
  }

  private var schema: TableSchema { layout.schema }

  // MARK: Tables

  /// The tables of the objects and their lists.
  func tables() -> [String] {
    Self.ownTables
      + layout.tables.indices.flatMap { index in
        [table(index)] + layout.tables[index].joins.map { join($0, of: index) }
      }
  }

  private static let ownTables = [
    """
    CREATE TABLE "_document" (
      "mapping" INTEGER NOT NULL,
      "document_id" TEXT NOT NULL,
      "schema" TEXT NOT NULL,
      "schema_version" TEXT,
      "definition" TEXT NOT NULL,
      "next_key" INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE "_property" (
      "entity" TEXT NOT NULL,
      "property" TEXT NOT NULL,
      "type" TEXT NOT NULL,
      "table" TEXT NOT NULL,
      "column" TEXT NOT NULL,
      PRIMARY KEY ("entity", "property")
    ) STRICT, WITHOUT ROWID
    """,
  ]

  private func table(_ index: Int) -> String {
    let table = layout.tables[index]
    let hierarchy = schema.hierarchies[index]
    // So SQLite gives a new row a key that no object of any table has had; see `SQLiteSink.reserveKeys(_:)`.
    var lines = [#""_key" INTEGER PRIMARY KEY AUTOINCREMENT"#]
    if table.hasEntity {
      let concrete = hierarchy.entities.filter { !$0.isAbstract }.map(\.name)
      let root = concrete.first { $0 == hierarchy.name }.flatMap(sqlText)
      lines.append(
        #""_entity" TEXT NOT NULL"# + (root.map { " DEFAULT \($0)" } ?? "")
          + check(#""_entity""#, in: concrete))
    }
    for column in table.columns {
      lines.append(definition(of: column, in: index))
      if let position = column.position { lines.append("\(quoted(position)) INTEGER") }
    }
    return "CREATE TABLE \(quoted(table.name)) (\n  " + lines.joined(separator: ",\n  ")
      + "\n) STRICT"
  }

  private func definition(of column: SQLiteLayout.Column, in index: Int) -> String {
    let name = quoted(column.name)
    var words = [name]
    let isOwn = column.layout.entity == schema.hierarchies[index].name
    let mayBeNull = column.layout.isNullable || isNaNAllowed(column.layout)
    switch column.layout.content {
    case .attribute(let attribute):
      words.append(Self.declaredType(attribute.type))
      if !mayBeNull, isOwn { words.append("NOT NULL") }
      // Rows of other entities have no value in a column of a subentity.
      if isOwn, case .value(let value) = attribute.defaultValue, !value.isNull,
        let literal = literal(value, attribute.type)
      {
        words.append("DEFAULT \(literal)")
      }
      words.append(typeCheck(attribute, name))
    case .relationship(let relationship, _):
      words.append("INTEGER")
      if !mayBeNull, isOwn { words.append("NOT NULL") }
      words.append(reference(relationship, mayBeNull: mayBeNull || !isOwn))
    }
    if !mayBeNull, !isOwn {
      // Only objects of the declaring entity, or below it, must have a value.
      let kinds = kinds(of: column.layout.entity, in: index).compactMap(sqlText)
      words.append(
        #"CHECK ("_entity" NOT IN (\#(kinds.joined(separator: ", "))) OR \#(name) IS NOT NULL)"#)
    }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Whether a value may be NaN, which SQLite stores as null.
  private func isNaNAllowed(_ layout: ColumnLayout) -> Bool {
    switch layout.attribute?.type {
    case .scalar(.float), .scalar(.double): true
    default: false
    }
  }

  /// Returns the declared type of an attribute's column.
  static func declaredType(_ type: AttributeType) -> String {
    switch type {
    case .scalar(let scalar):
      switch scalar {
      // Numbers above those of INTEGER are text.
      case .uint64: "ANY"
      case .float, .double: "REAL"
      case .data: "BLOB"
      default: scalar == .bool || scalar.integerRange != nil ? "INTEGER" : "TEXT"
      }
    case .array, .dictionary, .tree, .structure: "TEXT"
    }
  }

  private func typeCheck(_ attribute: TableAttribute, _ name: String) -> String {
    if let cases = attribute.cases, cases.count <= Self.mostCheckedCases {
      let literals = cases.compactMap { literal($0, attribute.type) }
      if literals.count == cases.count, !literals.isEmpty {
        return "CHECK (\(name) IN (\(literals.joined(separator: ", "))))"
      }
    }
    switch attribute.type {
    case .scalar(.bool): return "CHECK (\(name) IN (0, 1))"
    case .scalar(.uint64): return "CHECK (typeof(\(name)) IN ('null', 'integer', 'text'))"
    case .scalar: return ""
    case .array, .dictionary, .tree, .structure:
      // Older versions of SQLite say that null is not valid.
      return "CHECK (\(name) IS NULL OR json_valid(\(name)))"
    }
  }

  private func literal(_ value: Value, _ type: AttributeType) -> String? {
    switch SQLiteColumns.stored(value, type) {
    case .text(let text): sqlText(text)
    case .integer(let number): String(number)
    // A number that SQL can spell: neither NaN nor infinite.
    case .real(let number): number.isFinite ? number.description : nil
    case .null, .malformedText, .blob: nil
    }
  }

  private func reference(_ relationship: TableRelationship, mayBeNull: Bool) -> String {
    guard let destination = schema.hierarchyIndex(of: relationship.destination) else { return "" }
    let inverse = relationship.inverse.flatMap {
      schema.relationship(named: $0, of: relationship.destination)?.relationship
    }
    // The rule of the other end says what the deletion of that object means for this one.
    let action: String
    switch inverse?.deleteRule ?? .nullify {
    case .cascade: action = "CASCADE"
    case .deny: action = "RESTRICT"
    case .nullify: action = mayBeNull ? "SET NULL" : "NO ACTION"
    case .noAction: action = "NO ACTION"
    }
    return "REFERENCES \(quoted(layout.tables[destination].name)) (\"_key\") ON DELETE \(action)"
      + " DEFERRABLE INITIALLY DEFERRED"
  }

  private func join(_ join: SQLiteLayout.Join, of index: Int) -> String {
    let (owner, other) = (quoted(layout.tables[index].name), layout.tables[join.destination].name)
    let position = join.position.map { ",\n  \(quoted($0)) INTEGER" } ?? ""
    return """
      CREATE TABLE \(quoted(join.name)) (
        "_key" INTEGER NOT NULL REFERENCES \(owner) ("_key") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
        "_position" INTEGER NOT NULL,
        \(quoted(join.member)) INTEGER NOT NULL REFERENCES \(quoted(other)) ("_key") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED\(position),
        PRIMARY KEY ("_key", "_position")
      ) STRICT, WITHOUT ROWID
      """
  }

  // MARK: Indexes and views

  /// The indexes and views, which are created when all rows are in place.
  mutating func indexesAndViews() -> [String] {
    var statements: [String] = []
    for index in layout.tables.indices {
      let table = layout.tables[index]
      var made: Set<[String]> = []
      for entity in schema.hierarchies[index].entities {
        guard let declared = schema.entity(named: entity.name) else { continue }
        for (lists, kind) in [
          (declared.uniquenessConstraints, "UNIQUE INDEX"), (declared.indexes, "INDEX"),
        ] {
          for list in lists {
            let columns = columns(list, of: entity, in: table)
            guard columns.count == list.count, made.insert([kind, entity.name] + columns).inserted
            else { continue }
            statements.append(self.index(kind, columns, of: entity.name, in: index))
          }
        }
      }
      for column in table.columns where column.layout.storage == .reference {
        // One object at this end, if the other end is to-one, too.
        let kind = isOneToOne(column.layout) ? "UNIQUE INDEX" : "INDEX"
        let columns = [column.name] + (column.position.map { [$0] } ?? [])
        statements.append(self.index(kind, columns, of: schema.hierarchies[index].name, in: index))
      }
      for join in table.joins {
        let name = layout.indexName(join.name, [join.member])
        statements.append(
          "CREATE INDEX \(quoted(name)) ON \(quoted(join.name)) (\(quoted(join.member)))")
      }
      for view in table.views {
        let columns = view.columns.map(quoted).joined(separator: ", ")
        let kinds = kinds(of: view.entity, in: index).compactMap(sqlText).joined(separator: ", ")
        statements.append(
          """
          CREATE VIEW \(quoted(view.name)) AS SELECT \(columns) FROM \(quoted(table.name)) \
          WHERE "_entity" IN (\(kinds))
          """)
      }
      for members in table.members {
        guard let column = table.columns.first(where: { $0.source == members.source }) else {
          continue
        }
        statements.append(members.statement(of: column.name, in: table.name))
      }
    }
    return statements
  }

  private mutating func index(
    _ kind: String, _ columns: [String], of entity: String, in index: Int
  ) -> String {
    let table = layout.tables[index]
    let name = quoted(layout.indexName(entity, columns))
    let list = columns.map(quoted).joined(separator: ", ")
    let statement = "CREATE \(kind) \(name) ON \(quoted(table.name)) (\(list))"
    guard entity != schema.hierarchies[index].name else { return statement }
    let kinds = kinds(of: entity, in: index).compactMap(sqlText).joined(separator: ", ")
    return statement + #" WHERE "_entity" IN (\#(kinds))"#
  }

  private func isOneToOne(_ layout: ColumnLayout) -> Bool {
    guard case .relationship(let relationship, _) = layout.content,
      let inverse = relationship.inverse,
      let other = schema.relationship(named: inverse, of: relationship.destination)
    else { return false }
    return !other.relationship.isToMany
  }

  private func columns(
    _ properties: [String], of entity: EntityLayout, in table: SQLiteLayout.Table
  ) -> [String] {
    properties.compactMap { property in
      guard let source = entity.column(of: property) else { return nil }
      return table.columns.first { $0.source == source }?.name
    }
  }

  // MARK: Words

  /// Returns an entity and those below it that have objects.
  private func kinds(of entity: String, in index: Int) -> [String] {
    schema.hierarchies[index].entities.filter {
      !$0.isAbstract && schema.isEntity($0.name, kindOf: entity)
    }.map(\.name)
  }

  private func check(_ name: String, in texts: [String]) -> String {
    let literals = texts.compactMap(sqlText)
    guard literals.count == texts.count, !literals.isEmpty else { return "" }
    return " CHECK (\(name) IN (\(literals.joined(separator: ", "))))"
  }
}

/// Returns a name of a layout in quotation marks; layouts contain no NUL.
func quoted(_ name: String) -> String {
  quotedIdentifier(name) ?? "\"\""
}

/// Returns a text as an SQL literal; nil if it contains NUL, which SQL cannot express.
func sqlText(_ text: String) -> String? {
  guard !text.unicodeScalars.contains("\0") else { return nil }
  var literal = "'"
  for scalar in text.unicodeScalars {
    if scalar == "'" { literal.unicodeScalars.append("'") }
    literal.unicodeScalars.append(scalar)
  }
  return literal + "'"
}
