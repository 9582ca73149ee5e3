import DocumentFile
import DocumentTables
import SQLiteDatabase

// The keys of the objects that rows refer to.

extension RowReading {
  /// Returns the key of the object that a row refers to.
  mutating func referenced(
    by row: Int64, _ reference: Reference, _ statement: SQLiteStatement, _ table: EntityTable
  ) throws(DocumentError) -> ObjectKey? {
    var target: Int64?
    switch statement.storageClass(at: reference.position + 2) {
    case .integer: target = statement.int64(at: reference.position + 2)
    case .null: break
    default:
      note(.danglingReference, reference, table, row, "the reference is no number")
    }
    if let partners = reference.partners {
      if target == nil, let partner = partners[row] {
        // Both ends of a relationship to one object are stored; one may be missing.
        target = partner
        note(.contradiction, reference, table, row, "only the other end has the reference")
      }
      if let found = target, reference.isOwnInverse, partners[row] != found {
        note(.contradiction, reference, table, row, "the other object does not refer back")
        target = nil
      }
    }
    guard let target else { return nil }
    guard let entity = indexes[reference.destination]?.entity(of: target) else {
      note(.danglingReference, reference, table, row, "the row that it refers to is not there")
      return nil
    }
    guard reference.allowed.contains(entity) else {
      note(
        .danglingReference, reference, table, row, "the row that it refers to is of another entity")
      return nil
    }
    if reference.partners != nil, !reference.isOwnInverse,
      !reference.used.insert(target).inserted
    {
      note(.contradiction, reference, table, row, "another row refers to the same object already")
      return nil
    }
    return keys.key(ofRow: target, hierarchy: layout.tables[reference.destination].root)
  }

  private mutating func note(
    _ kind: StoreReport.Finding.Kind, _ reference: Reference, _ table: EntityTable, _ row: Int64,
    _ words: String
  ) {
    report.note(kind, table: table.name, column: reference.columnName, row: row, words)
  }

  mutating func list(
    of row: Int64, _ members: Members, _ hierarchy: Int, _ table: EntityTable
  ) throws(DocumentError) -> [ObjectKey]? {
    var ownerless: [Int64] = []
    let rows = members.lists.members(of: row) { ownerless.append($0) }
    if !members.isOrder { for owner in ownerless { noteOwnerless(members, owner) } }
    var list: [ObjectKey] = []
    list.reserveCapacity(rows.count)
    let root = layout.tables[members.destination].root
    for member in rows {
      guard let entity = indexes[members.destination]?.entity(of: member),
        members.allowed.contains(entity), let key = keys.key(ofRow: member, hierarchy: root)
      else {
        if !members.isOrder {
          report.note(
            .danglingReference, table: members.lists.table, row: row,
            "a member of the row is not there, or of another entity; the rows are those of the owner"
          )
        }
        continue
      }
      list.append(key)
    }
    guard members.isOrder else { return list }
    return zip(list, list.dropFirst()).allSatisfy { $0 < $1 } ? nil : list
  }
}
