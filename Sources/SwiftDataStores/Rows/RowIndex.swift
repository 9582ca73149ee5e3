import DocumentFile
import DocumentTables
import SQLiteDatabase

/// The rows of a table and the numbers of their entities, for references to them.
struct RowIndex {
  /// Numbers by key from 1 on; zero where there is no row.
  private var dense: [Int32] = []
  private var sparse: [Int64: Int32] = [:]

  /// Reads the keys of a table.
  ///
  /// - Throws: `store-damaged` if the rows are not in the order of their keys, which only damaged pages
  ///   cause; then the rows may never end.
  init(_ table: EntityTable, _ store: OpenStore) throws(DocumentError) {
    let statement = try store.prepare(
      "SELECT Z_PK, Z_ENT FROM \(try store.quoted(table.name)) ORDER BY Z_PK",
      for: "read the keys of \(table.name)")
    var last = Int64.min
    var count = 0
    while try store.step(statement) {
      let key = statement.int64(at: 0)
      guard statement.storageClass(at: 0) == .integer else { continue }
      guard key > last else { throw store.disorder(table.name) }
      last = key
      count += 1
      try store.checkRows(count)
      guard let number = Int32(exactly: statement.int64(at: 1)), key > 0 else { continue }
      // Keys are usually dense; a few gaps cost less than a hash table.
      if key <= Int64(dense.count) * 2 + 1024 {
        while dense.count <= key { dense.append(0) }
        dense[Int(key)] = number
      } else {
        sparse[key] = number
      }
    }
  }

  /// Returns the entity number of a row; nil if there is none.
  func entity(of key: Int64) -> Int64? {
    if key >= 0, key < Int64(dense.count) {
      let number = dense[Int(key)]
      if number != 0 { return Int64(number) }
    }
    return sparse[key].map(Int64.init)
  }
}

extension OpenStore {
  func disorder(_ table: String) -> DocumentError {
    DocumentError(
      .storeDamaged, file: path, "the pages of \(table) are damaged: its rows are in no order")
  }

  /// - Throws: `limit-objects` if there are more rows than allowed.
  func checkRows(_ count: Int) throws(DocumentError) {
    if count > limits.objects {
      throw DocumentError(
        .limitObjects, file: path, "the store has more than \(limits.objects) rows")
    }
    if count & 0xFFF == 0, isCancelled?() == true {
      throw DocumentError(.readingFailed, file: path, "it was cancelled")
    }
  }
}

/// The members of to-many relationships of a table's rows, in the order of the owners.
struct MemberLists {
  private struct Member {
    var owner: Int64
    var order: Int64
    var row: Int64
  }

  private var members: [Member] = []
  private var next = 0
  /// Whether the store has an order of its own for the members.
  let isOrdered: Bool
  let table: String

  /// Reads all pairs of a relationship.
  init(_ source: MemberSource, _ layout: StoreLayout, _ store: OpenStore) throws(DocumentError) {
    switch source {
    case .column(let table, let column, let order):
      let name = layout.tables[table].name
      self.table = name
      isOrdered = order != nil
      try read(
        name, owner: column, row: "Z_PK", order: order, isSymmetric: false, store)
    case .pairs(let name, let own, let other, let order, let isSymmetric):
      table = name
      isOrdered = order != nil
      try read(name, owner: own, row: other, order: order, isSymmetric: isSymmetric, store)
    }
  }

  /// Reads the order of members that refer to their owner themselves.
  init(table: EntityTable, column: String, order: String, _ store: OpenStore) throws(DocumentError)
  {
    self.table = table.name
    isOrdered = true
    try read(table.name, owner: column, row: "Z_PK", order: order, isSymmetric: false, store)
  }

  private mutating func read(
    _ table: String, owner: String, row: String, order: String?, isSymmetric: Bool,
    _ store: OpenStore
  ) throws(DocumentError) {
    let (owner, row) = (try store.quoted(owner), try store.quoted(row))
    let place = try order.map { name throws(DocumentError) in try store.quoted(name) } ?? "0"
    let statement = try store.prepare(
      "SELECT \(owner), \(place), \(row) FROM \(try store.quoted(table)) WHERE \(owner) IS NOT NULL "
        + "AND \(row) IS NOT NULL", for: "read the members in \(table)")
    while try store.step(statement) {
      try store.checkRows(members.count + 1)
      let member = Member(
        owner: statement.int64(at: 0),
        order: statement.storageClass(at: 1) == .null ? .max : statement.int64(at: 1),
        row: statement.int64(at: 2))
      members.append(member)
      try store.countBytes(MemoryLayout<Member>.size)
      if isSymmetric {
        members.append(Member(owner: member.row, order: member.order, row: member.owner))
      }
    }
    members.sort { ($0.owner, $0.order, $0.row) < ($1.owner, $1.order, $1.row) }
  }

  /// Returns the members of an owner; owners must be asked in ascending order.
  ///
  /// - Parameter skipped: Called with each owner before it that nobody asked for.
  mutating func members(of owner: Int64, skipped: (Int64) -> Void) -> [Int64] {
    while next < members.count, members[next].owner < owner {
      skipped(members[next].owner)
      next += 1
    }
    var rows: [Int64] = []
    var known: Set<Int64> = []
    while next < members.count, members[next].owner == owner {
      let row = members[next].row
      next += 1
      // Few lists are long.
      if rows.count < 8 ? !rows.contains(row) : known.isEmpty || !known.contains(row) {
        if rows.count == 8, known.isEmpty { known = Set(rows) }
        guard known.isEmpty || known.insert(row).inserted else { continue }
        rows.append(row)
      }
    }
    return rows
  }

  /// Calls a closure with the owners behind the last one.
  mutating func finish(skipped: (Int64) -> Void) {
    while next < members.count {
      skipped(members[next].owner)
      next += 1
    }
  }
}
