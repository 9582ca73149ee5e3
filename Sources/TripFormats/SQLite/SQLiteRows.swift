import DocumentFile
import DocumentTables
import SQLiteDatabase

/// Reads the rows of one table of an SQLite file, with the lists of its objects.
struct SQLiteRows {
  /// Where the values of a column of the hierarchy lie.
  private enum Source {
    case attribute(Int, TableAttribute)
    case reference(Int, hierarchy: Int)
    case list(SQLiteLists, hierarchy: Int, isNullable: Bool)
    case order(SQLiteLists, hierarchy: Int)
    case nothing
  }

  private(set) var problems: SQLiteProblems
  private let file: SQLiteFile
  private let layout: SQLiteLayout
  private let keys: SQLiteKeys
  private let index: Int
  private let table: SQLiteLayout.Table
  private let hierarchy: HierarchyLayout
  private let sources: [Source]
  /// The names of the columns, by column of the hierarchy.
  private let names: [String?]
  /// The owners that have members and no row.
  private let ownerless = Ownerless()

  private final class Ownerless {
    var keys: [(table: String, key: Int64, column: String)] = []
  }

  init(
    _ file: SQLiteFile, _ layout: SQLiteLayout, _ keys: SQLiteKeys, _ index: Int,
    _ problems: SQLiteProblems
  ) throws(DocumentError) {
    self.file = file
    self.layout = layout
    self.keys = keys
    self.index = index
    self.problems = problems
    table = layout.tables[index]
    hierarchy = layout.schema.hierarchies[index]
    let first = table.hasEntity ? 2 : 1
    var sources = [Source](repeating: .nothing, count: hierarchy.columns.count)
    var names = [String?](repeating: nil, count: hierarchy.columns.count)
    for (place, column) in table.columns.enumerated() {
      names[column.source] = column.name
      switch column.layout.content {
      case .attribute(let attribute):
        sources[column.source] = .attribute(first + place, attribute)
      case .relationship(let relationship, _):
        guard let other = layout.schema.hierarchyIndex(of: relationship.destination) else {
          continue
        }
        sources[column.source] = .reference(first + place, hierarchy: other)
      }
    }
    for join in table.joins {
      let isNullable = hierarchy.columns[join.source].isNullable
      let lists = try SQLiteLists(
        file, table: join.name, owner: "_key", member: join.member, place: "_position"
      ) { [ownerless] key in
        guard ownerless.keys.count < SQLiteProblems.most else { return }
        ownerless.keys.append((join.name, key, "_key"))
      }
      sources[join.source] = .list(lists, hierarchy: join.destination, isNullable: isNullable)
    }
    for order in table.orders {
      guard let lists = try Self.lists(file, layout, order) else { continue }
      sources[order.source] = .order(lists, hierarchy: order.hierarchy)
    }
    self.sources = sources
    self.names = names
  }

  /// Returns the places that another table states for the members of this table's objects; nil if it states none.
  private static func lists(
    _ file: SQLiteFile, _ layout: SQLiteLayout, _ order: SQLiteLayout.Order
  ) throws(DocumentError) -> SQLiteLists? {
    let other = layout.tables[order.hierarchy]
    let (table, owner, place): (String, String, String?)
    if let column = other.columns.first(where: { $0.source == order.column }) {
      (table, owner, place) = (other.name, column.name, column.position)
    } else if let join = other.joins.first(where: { $0.source == order.column }) {
      (table, owner, place) = (join.name, join.member, join.position)
    } else {
      return nil
    }
    guard let place else { return nil }
    let any = try file.prepare(
      "SELECT 1 FROM \(quoted(table)) WHERE \(quoted(place)) IS NOT NULL LIMIT 1",
      for: "find the places in \(table)")
    guard try file.step(any) else { return nil }
    // A reference to an owner that is not there is found with all references.
    return try SQLiteLists(
      file, table: table, owner: owner, member: "_key", place: place, ownerless: { _ in })
  }

  /// Reads all rows.
  ///
  /// - Throws: `DocumentError` if the table is damaged or a limit is reached. Values that cannot be read are
  ///   ``problems``.
  mutating func read() throws(DocumentError) -> Table {
    let columns =
      ["_key"] + (table.hasEntity ? ["_entity"] : []) + table.columns.map(\.name)
    let statement = try file.prepare(
      "SELECT \(columns.map(quoted).joined(separator: ", ")) FROM \(quoted(table.name)) ORDER BY 1",
      for: "read the rows of \(table.name)")
    var discriminators: [String: Int] = [:]
    for entity in hierarchy.entities where !entity.isAbstract {
      discriminators[entity.name] = Int(entity.discriminator)
    }
    let applies = hierarchy.entities.map { entity in
      let own = Set(entity.properties.compactMap(\.column))
      return hierarchy.columns.indices.map(own.contains)
    }
    var segments: [Segment] = []
    var builder = SegmentBuilder(hierarchy)
    var last = Int64.min
    while try file.step(statement) {
      let row = statement.int64(at: 0)
      guard statement.storageClass(at: 0) == .integer, row > last else {
        throw DocumentError(
          .sqliteRows,
          "\(table.name): the _key of a row is null, no integer or not unique, or the pages are damaged"
        )
      }
      last = row
      try file.countObject()
      guard 1...ObjectKeyRange.last ~= row else {
        try add(row, "_key", "keys are from 1 to \(ObjectKeyRange.last)")
        continue
      }
      var entity = 0
      if table.hasEntity {
        guard let known = statement.text(at: 1).flatMap({ discriminators[$0] }) else {
          let found = SQLiteValues.words(statement.value(at: 1))
          let names = discriminators.keys.sorted().joined(separator: ", ")
          try add(row, "_entity", "\(found) is none of \(names)")
          continue
        }
        entity = known
      }
      builder.beginRow(
        key: keys.key(ofRow: row, in: index), discriminator: UInt16(truncatingIfNeeded: entity))
      try appendValues(of: row, entity, applies[entity], statement, builder)
      if builder.isFull {
        segments.append(builder.finish())
        builder = SegmentBuilder(hierarchy)
      }
    }
    if builder.rowCount > 0 { segments.append(builder.finish()) }
    for case .list(let lists, _, _) in sources { try lists.finish() }
    for (name, key, column) in ownerless.keys {
      problems.add(name, key, column, "there is no such row in \(table.name)")
    }
    return Table(segments: segments)
  }

  private mutating func appendValues(
    of row: Int64, _ entity: Int, _ applies: [Bool], _ statement: SQLiteStatement,
    _ builder: SegmentBuilder
  ) throws(DocumentError) {
    for (number, column) in builder.columns.enumerated() {
      guard applies[number] else {
        try appendForeign(row, entity, number, statement, column)
        continue
      }
      switch sources[number] {
      case .nothing: column.appendNull()
      case .attribute(let place, let attribute):
        var bytes = 0
        let words = SQLiteValues.append(
          statement, at: place, attribute, to: column, bytes: &bytes)
        if bytes > 0 { try file.count(bytes) }
        if let words { try add(row, names[number], words) }
      case .reference(let place, let hierarchy):
        switch statement.storageClass(at: place) {
        case .integer:
          column.appendReference(keys.key(ofRow: statement.int64(at: place), in: hierarchy))
        case .null: column.appendNull()
        default:
          column.appendNull()
          try add(
            row, names[number], "\(SQLiteValues.words(statement.value(at: place))) is no key")
        }
      case .list(let lists, let hierarchy, let isNullable):
        let members = try lists.members(of: row).keys
        if members.isEmpty, isNullable {
          column.appendNull()
        } else {
          column.appendReferences(members.map { keys.key(ofRow: $0, in: hierarchy) })
        }
      case .order(let lists, let hierarchy):
        let (members, arePlaced) = try lists.members(of: row)
        if arePlaced {
          column.appendReferences(members.map { keys.key(ofRow: $0, in: hierarchy) })
        } else {
          column.appendNull()
        }
      }
    }
  }

  /// Appends null for a property that the entity of a row does not have, and requires that the row has no value.
  private mutating func appendForeign(
    _ row: Int64, _ entity: Int, _ number: Int, _ statement: SQLiteStatement,
    _ column: ColumnBuilder
  ) throws(DocumentError) {
    column.appendNull()
    let found: Bool
    switch sources[number] {
    case .attribute(let place, _), .reference(let place, _):
      found = statement.storageClass(at: place) != .null
    case .list(let lists, _, _): found = try !lists.members(of: row).keys.isEmpty
    case .order, .nothing: found = false
    }
    guard found else { return }
    let (name, owner) = (hierarchy.entities[entity].name, hierarchy.columns[number].name)
    try add(row, names[number] ?? owner, "the entity \(name) has no property \(owner)")
  }

  /// Adds a problem, and ends the search with the last one that is collected.
  private mutating func add(
    _ row: Int64, _ column: String?, _ words: String
  ) throws(DocumentError) {
    problems.add(table.name, row, column, words)
    if problems.isFull { throw problems.error(.sqliteRows) }
  }
}
