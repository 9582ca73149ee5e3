import DocumentTables

/// A view with a column for each member of a structure, and a row for each object that has a value of it.
///
///     CREATE VIEW "Trip_place" ("_key", "latitude", …) AS
///     SELECT "_key", CAST(json_extract("place", '$."latitude"') AS REAL), … FROM "Trip" WHERE …
///
/// The table has the values as JSON, so members cost nothing when a row is written, and no table has more columns
/// than SQLite permits.
struct SQLiteMembers {
  let name: String
  /// The column of the hierarchy.
  let source: Int
  let structure: TableStructure
  /// The column of each member.
  let columns: [String]

  init(name: String, source: Int, structure: TableStructure) {
    self.name = name
    self.source = source
    self.structure = structure
    var own = SQLiteNames()
    _ = own.take("_key")
    columns = structure.members.map { own.take($0.name) }
  }

  /// The statement that creates the view.
  ///
  /// - Parameter column: The column with the values.
  func statement(of column: String, in table: String) -> String {
    // With the table, since `json_each()` has columns of its own.
    let column = "\(quoted(table)).\(quoted(column))"
    let names = (["_key"] + columns).map(quoted).joined(separator: ", ")
    let each = quoted(table + "_each")
    let values = structure.members.map { Self.value(of: $0, in: column, each) }
    // A person may have written JSON's null, which is read as null.
    return """
      CREATE VIEW \(quoted(name)) (\(names)) AS
      SELECT "_key",
        \(values.joined(separator: ",\n  "))
      FROM \(quoted(table)) WHERE json_type(\(column)) = 'object'
      """
  }

  /// Returns the value of a member, in the form that a column of its type has.
  ///
  /// - Parameter each: A name that is not that of the table.
  private static func value(
    of member: TableAttribute, in column: String, _ each: String
  ) -> String {
    let text = text(of: member.name, in: column, each)
    guard case .scalar(let type) = member.type else { return text }
    switch type {
    // Numbers that JSON has no exact numbers for are strings.
    case .float, .double:
      return """
        CASE \(text) WHEN 'NaN' THEN NULL WHEN 'INF' THEN 9e999 WHEN '-INF' THEN -9e999 \
        WHEN '-0' THEN 0.0 ELSE CAST(\(text) AS REAL) END
        """
    case .int64: return "CAST(\(text) AS INTEGER)"
    case .uint64:
      return """
        CASE WHEN CAST(CAST(\(text) AS INTEGER) AS TEXT) = CAST(\(text) AS TEXT) \
        THEN CAST(\(text) AS INTEGER) ELSE \(text) END
        """
    case .date:
      return """
        CASE WHEN \(text) GLOB '@*' THEN \(text) \
        ELSE replace(replace(\(text), 'T', ' '), 'Z', '') END
        """
    default: return text
    }
  }

  /// Returns the value of a member as SQLite reads it in the JSON of a column.
  private static func text(of member: String, in column: String, _ each: String) -> String {
    var name: [UInt8] = []
    CanonicalJSON.appendString(member, to: &name)
    let path = "$." + String(decoding: name, as: UTF8.self)
    let isEscaped = name.contains(UInt8(ascii: "\\"))
    // Canonical JSON escapes NUL, so every path is a literal.
    let literal = sqlText(path) ?? "''"
    // Versions of SQLite differ in paths with escapes.
    return isEscaped
      ? "(SELECT \(each).value FROM json_each(\(column)) \(each) WHERE \(each).fullkey = \(literal))"
      : "json_extract(\(column), \(literal))"
  }
}
