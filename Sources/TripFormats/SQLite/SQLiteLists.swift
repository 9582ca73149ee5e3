import DocumentFile
import DocumentTables
import SQLiteDatabase

/// The lists of related objects in one table of an SQLite file, in the order of their owners.
///
/// Members without a place follow those that have one, in the order of their keys.
final class SQLiteLists {
  /// One member, as its row states it.
  private struct Member {
    var owner: Int64
    var key: Int64
    var hasPlace: Bool
  }

  private let file: SQLiteFile
  private let statement: SQLiteStatement
  private let table: String
  private var next: Member?
  private var last = Int64.min
  /// Called with the key of an owner that has no row.
  private let ownerless: (Int64) -> Void

  /// - Parameters:
  ///   - owner: The column with the keys of the owners.
  ///   - member: The column with the keys of the members.
  ///   - place: The column with their places.
  init(
    _ file: SQLiteFile, table: String, owner: String, member: String, place: String,
    ownerless: @escaping (Int64) -> Void
  ) throws(DocumentError) {
    self.file = file
    self.table = table
    self.ownerless = ownerless
    let names = [owner, place, member].map(quoted).joined(separator: ", ")
    statement = try file.prepare(
      "SELECT \(names) FROM \(quoted(table)) WHERE \(quoted(owner)) IS NOT NULL ORDER BY \(names)",
      for: "read the lists of \(table)")
    try advance()
  }

  private func advance() throws(DocumentError) {
    guard try file.step(statement) else {
      next = nil
      return
    }
    let owner = statement.int64(at: 0)
    guard statement.storageClass(at: 0) == .integer, statement.storageClass(at: 2) == .integer,
      owner >= last
    else {
      throw DocumentError(
        .sqliteRows, "\(table): a row has no keys, or the order of the rows is damaged")
    }
    try file.count(MemoryLayout<ObjectKey>.size)
    last = owner
    next = Member(
      owner: owner, key: statement.int64(at: 2), hasPlace: statement.storageClass(at: 1) != .null)
  }

  /// Returns the members of an owner, and whether any of them has a place; owners are asked for in ascending
  /// order.
  func members(of owner: Int64) throws(DocumentError) -> (keys: [Int64], arePlaced: Bool) {
    while let member = next, member.owner < owner { try skip(member) }
    // SQLite sorts null before every place.
    var placed: [Int64] = []
    var others: [Int64] = []
    while let member = next, member.owner == owner {
      if member.hasPlace { placed.append(member.key) } else { others.append(member.key) }
      try advance()
    }
    return (placed + others, !placed.isEmpty)
  }

  /// Passes the lists of owners behind the last one.
  func finish() throws(DocumentError) {
    while let member = next { try skip(member) }
  }

  private func skip(_ member: Member) throws(DocumentError) {
    ownerless(member.owner)
    try advance()
  }
}
