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
      guard let name = list.text(at: 0), let quoted = quotedIdentifier(name), tables.count < most
      else { continue }
      // The rows have a number, the name, the type, whether null is refused, the default and the place in the key.
      let info = try connection.prepare("PRAGMA table_info(\(quoted))", for: "describe \(name)")
      var table = SQLiteTable(name: name, columns: [])
      while try info.step() {
        table.columns.append(
          Column(
            name: info.text(at: 1) ?? "", type: (info.text(at: 2) ?? "").uppercased(),
            keyPlace: Int(clamping: info.int64(at: 5))))
      }
      tables.append(table)
    }
    return tables
  }
}
