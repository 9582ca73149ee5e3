/// A table of a file as SQLite describes it: columns that are stored, neither computed nor hidden.
package struct SQLiteTable: Sendable {
  /// A column of a table.
  package struct Column: Sendable {
    /// The name, as the file spells it.
    package var name: String
    /// The declared type in upper case.
    package var type: String
    /// The place in the primary key, from 1; zero outside of it.
    package var keyPlace: Int
  }

  /// The name, as the file spells it.
  package var name: String
  /// The columns in their order.
  package var columns: [Column]

  /// Whether the table has a column of exactly this name.
  package func has(_ column: String) -> Bool { columns.contains { $0.name == column } }

  private static let most = 4096

  /// Returns the tables with rows of their own in the order of their names, 4096 at most; neither views nor
  /// virtual tables, nor those of SQLite itself.
  package static func all(in connection: SQLiteConnection) throws(SQLiteError) -> [SQLiteTable] {
    let list = try connection.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        + " AND coalesce(rootpage, 0) > 0 ORDER BY name", for: "list the tables")
    var tables: [SQLiteTable] = []
    while try list.step() {
      guard let name = list.text(at: 0), !name.contains("\0"), tables.count < most else { continue }
      let info = try connection.prepare(
        "SELECT name, type, pk FROM pragma_table_info(?1)", for: "describe \(name)")
      try info.bind(name, at: 1)
      var table = SQLiteTable(name: name, columns: [])
      while try info.step() {
        table.columns.append(
          Column(
            name: info.text(at: 0) ?? "", type: (info.text(at: 1) ?? "").uppercased(),
            keyPlace: Int(clamping: info.int64(at: 2))))
      }
      tables.append(table)
    }
    return tables
  }
}
