import DocumentFile
import DocumentTables
import SQLiteDatabase

/// Reads the history that a store keeps of its saves as that of a document (spec 11).
///
///     ATRANSACTION          a save: its time, and its author, program and process as numbers of texts
///     ATRANSACTIONSTRING    these texts
///     ACHANGE               a row that a save changed: the entity's number, Z_PK, the kind of change, the
///                           properties as bits, and in ZTOMBSTONE0, 1, … preserved values of a deleted row
///
/// Nothing is guessed: where the bits name no properties for certain, the object is in the transaction's `unknown`,
/// and so are the objects of hierarchies whose rows contradict the last change of them, because a program that
/// keeps no history saved the store.
struct HistoryReading {
  private let store: OpenStore
  private let schema: TableSchema
  private let keys: StoreKeys
  private let fingerprint: Digest
  private let names: HistoryNames
  private(set) var report: StoreReport
  private var texts: [Int64: String] = [:]
  private var textBytes = 0
  /// The greatest key that a change names.
  private(set) var lastKey: ObjectKey = 0

  /// Returns nil if the store has no history.
  init?(
    _ store: OpenStore, _ model: ManagedModel, as schema: TableSchema, _ report: StoreReport
  ) {
    let columns = ["Z_PK", "ZTRANSACTIONID", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK"]
    guard let transactions = store.shape("ATRANSACTION"), transactions.has("Z_PK"),
      let changes = store.shape("ACHANGE"), columns.allSatisfy(changes.has)
    else { return nil }
    self.store = store
    self.schema = schema
    self.report = report
    keys = report.keys
    fingerprint = schema.modelFingerprint()
    names = HistoryNames(model, store, changes)
  }

  /// Reads all transactions.
  ///
  /// Numbers begin with 1, because the store does not keep what the digests of removed transactions need. The
  /// lineage is made of the store and its first transaction, so later copies of a store go on with one history.
  ///
  /// - Returns: Nil if there is no transaction.
  /// - Throws: `store-damaged`, or a limit.
  mutating func history(document: UInt128) throws(DocumentError) -> History? {
    try checkOrder(of: "ATRANSACTION")
    try checkOrder(of: "ACHANGE")
    try readTexts()
    let changes = try changeStatement()
    var hasChange = try store.step(changes)
    let transactions = try transactionStatement()
    var history: History?
    while try store.step(transactions) {
      let number = transactions.int64(at: 0)
      if history == nil {
        history = History(
          document: document, lineage: lineage(document, number, transactions.double(at: 1)),
          policy: HistoryPolicy(.names))
      }
      var collected = HistoryChanges()
      while hasChange, changes.int64(at: 0) <= number {
        if changes.int64(at: 0) == number {
          try add(changes, to: &collected)
        } else {
          noteLeftOut(changes, "the change belongs to no transaction")
        }
        hasChange = try store.step(changes)
      }
      history?.append(try transaction(transactions, collected), of: schema)
    }
    while hasChange {
      noteLeftOut(changes, "the change belongs to no transaction")
      hasChange = try store.step(changes)
    }
    let unrecorded = try unrecordedHierarchies()
    if !unrecorded.isEmpty, let time = history?.transactions.lazy.map(\.time).max() {
      history?.append(
        History.Transaction(time: time, schema: fingerprint, unknown: unrecorded), of: schema)
    }
    return history
  }

  private func lineage(_ document: UInt128, _ number: Int64, _ time: Double) -> UInt128 {
    var bytes: [UInt8] = []
    withUnsafeBytes(of: document.bigEndian) { bytes += $0 }
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    withUnsafeBytes(of: time.bitPattern.bigEndian) { bytes += $0 }
    let number = Digest(of: bytes).bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    // RFC 9562, section 5.8: version 8, made of a digest.
    return number & ~(0xF << 76 | 0x3 << 62) | 0x8 << 76 | 0x2 << 62
  }

  // MARK: Tables

  /// - Throws: `store-damaged` if the rows are not in the order of their keys; then they may never end.
  private func checkOrder(of table: String) throws(DocumentError) {
    let statement = try store.prepare(
      "SELECT Z_PK FROM \(table) NOT INDEXED ORDER BY Z_PK", for: "read the keys of \(table)")
    var last: Int64?
    var count = 0
    while try store.step(statement) {
      let key = statement.int64(at: 0)
      guard last.map({ $0 < key }) ?? true else { throw store.disorder(table) }
      last = key
      count += 1
      try store.checkRows(count)
    }
  }

  private mutating func readTexts() throws(DocumentError) {
    guard let shape = store.shape("ATRANSACTIONSTRING"), shape.has("Z_PK"), shape.has("ZNAME")
    else { return }
    let statement = try store.prepare(
      "SELECT Z_PK, ZNAME FROM ATRANSACTIONSTRING NOT INDEXED", for: "read the texts of the history"
    )
    var count = 0
    while try store.step(statement) {
      count += 1
      try store.checkRows(count)
      guard let text = statement.text(at: 1) else { continue }
      textBytes += text.utf8.count
      guard textBytes <= store.limits.treePartBytes else {
        throw DocumentError(
          .limitTreePart, file: store.path,
          "the texts of the history have more than \(store.limits.treePartBytes) bytes")
      }
      texts[statement.int64(at: 0)] = text
    }
  }

  private func transactionStatement() throws(DocumentError) -> SQLiteStatement {
    let has = { (name: String) in store.shape("ATRANSACTION")?.has(name) ?? false }
    var columns = ["Z_PK", has("ZTIMESTAMP") ? "ZTIMESTAMP" : "NULL"]
    for name in ["ZAUTHOR", "ZBUNDLEID", "ZPROCESSID", "ZCONTEXTNAME"] {
      columns.append(has(name + "TS") ? name + "TS" : "NULL")
      columns.append(has(name) ? name : "NULL")
    }
    return try store.prepare(
      "SELECT \(columns.joined(separator: ", ")) FROM ATRANSACTION NOT INDEXED ORDER BY Z_PK",
      for: "read the history")
  }

  private func changeStatement() throws(DocumentError) -> SQLiteStatement {
    let columns = names.hasProperties ? "ZCOLUMNS" : "NULL"
    let preserved = names.preservedColumns.map { ", \($0)" }.joined()
    return try store.prepare(
      "SELECT ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, \(columns)\(preserved), Z_PK "
        + "FROM ACHANGE NOT INDEXED ORDER BY ZTRANSACTIONID, Z_PK", for: "read the history")
  }

  // MARK: One transaction

  private mutating func transaction(
    _ statement: SQLiteStatement, _ changes: HistoryChanges
  ) throws(DocumentError) -> History.Transaction {
    func text(_ column: Int) throws(DocumentError) -> String? {
      let interned =
        statement.storageClass(at: column) == .integer ? texts[statement.int64(at: column)] : nil
      guard let text = interned ?? statement.text(at: column + 1), !text.isEmpty else { return nil }
      if interned == nil { try store.countBytes(text.utf8.count) }
      return text
    }
    let row = statement.int64(at: 0)
    if try text(8) != nil {
      report.note(
        .changedHistory, table: "ATRANSACTION", column: "ZCONTEXTNAME", row: row,
        "a document's history has no name of a context")
    }
    var time = statement.double(at: 1)
    // Ten thousand years; the history gives a transaction at least the time of the one before it.
    if statement.storageClass(at: 1) == .null || !(abs(time) < 3.2e11) {
      time = 0
      report.note(
        .changedHistory, table: "ATRANSACTION", column: "ZTIMESTAMP", row: row, "it is no time")
    }
    var transaction = History.Transaction(
      time: time, author: try text(2), program: try text(4), process: try text(6),
      schema: fingerprint,
      groups: changes.groups(), unknown: changes.unknown)
    if transaction.isTooLarge || transaction.unknown.count > HistoryChanges.mostRanges {
      transaction.groups = []
      transaction.unknown = wholeRanges(Set(schema.hierarchies.map(\.name)))
    }
    return transaction
  }

  private mutating func noteLeftOut(_ statement: SQLiteStatement, _ words: String) {
    let row = statement.int64(at: 5 + names.preservedColumns.count)
    report.note(.changedHistory, table: "ACHANGE", row: row, words)
  }

  private mutating func add(
    _ statement: SQLiteStatement, to changes: inout HistoryChanges
  ) throws(DocumentError) {
    guard let numbered = names.entity(statement.int64(at: 2)),
      let key = keys.key(ofRow: statement.int64(at: 3), hierarchy: numbered.root)
    else {
      noteLeftOut(statement, "the change is of no entity of the model")
      return
    }
    let (entity, root) = (numbered.name, numbered.root)
    lastKey = max(lastKey, key)
    // A transaction has an object in one change, so with one entity (spec 11.4).
    if let known = changes.entity(of: key), known != entity {
      return changes.change(unknown: root, key)
    }
    switch statement.storageClass(at: 1) == .integer ? statement.int64(at: 1) : -1 {
    case 0: changes.insert(entity, key)
    case 1:
      guard statement.storageClass(at: 4) == .blob,
        let properties = names.properties(
          statement.withBlob(at: 4) { Array($0.prefix(1 << 12)) }, of: entity)
      else { return changes.change(unknown: root, key) }
      changes.update(entity, key, properties)
    case 2:
      var old: [String: Tree] = [:]
      for (index, attribute) in names.preserved(entity).enumerated() {
        let stored = statement.value(at: 5 + index)
        if case .null = stored { continue }
        try store.countBytes(of: stored)
        if let tree = names.tree(of: stored, attribute, entity, schema) {
          old[attribute.name] = tree
        } else {
          let row = statement.int64(at: 5 + names.preservedColumns.count)
          report.note(
            .changedHistory, table: "ACHANGE", column: names.preservedColumns[index], row: row,
            "the preserved value is none that a history can have")
        }
      }
      changes.delete(entity, key, old)
    default: changes.change(unknown: root, key)
    }
  }

  // MARK: Saves without a history

  private func wholeRanges(_ hierarchies: Set<String>) -> [HistoryRange] {
    let last = UInt64(clamping: max(lastKey, 1))
    let bits = min(53, UInt64.bitWidth - last.leadingZeroBitCount)
    return hierarchies.map { HistoryRange(hierarchy: $0, start: 0, bits: bits) }
      .sorted(by: HistoryRange.precedes)
  }

  /// Returns the ranges of the hierarchies with rows that contradict the last change of them.
  private mutating func unrecordedHierarchies() throws(DocumentError) -> [HistoryRange] {
    let changes = try store.prepare(
      "SELECT ZENTITY, ZENTITYPK, ZCHANGETYPE, max(Z_PK) FROM ACHANGE NOT INDEXED "
        + "GROUP BY ZENTITY, ZENTITYPK", for: "compare the history with the rows")
    var lookups: [String: SQLiteStatement] = [:]
    var found: Set<String> = []
    while try store.step(changes) {
      let (number, row) = (changes.int64(at: 0), changes.int64(at: 1))
      guard let entity = names.entity(number),
        keys.key(ofRow: row, hierarchy: entity.root) != nil
      else { continue }
      let lookup: SQLiteStatement
      if let known = lookups[entity.root] {
        lookup = known
      } else {
        let table = "Z" + entity.root.uppercased()
        lookup = try store.prepare(
          "SELECT Z_ENT FROM \(try store.quoted(table)) WHERE Z_PK = ?1",
          for: "compare the history with the rows of \(table)")
      }
      lookups[entity.root] = lookup
      lookup.reset()
      do {
        try lookup.bind(row, at: 1)
      } catch {
        throw DocumentError(error, of: store.path)
      }
      let isThere = try store.step(lookup) && lookup.int64(at: 0) == number
      guard isThere == (changes.int64(at: 2) == 2) else { continue }
      found.insert(entity.root)
      report.note(
        .contradiction, table: "ACHANGE", entity: entity.name, row: row,
        "the last change that the history has of the row is not what became of it")
    }
    return wholeRanges(found)
  }
}

extension Tables {
  /// Reads the history of a store into tables that have its rows.
  mutating func readHistory(
    of store: OpenStore, _ model: ManagedModel, _ report: inout StoreReport
  ) throws(DocumentError) {
    guard var reading = HistoryReading(store, model, as: schema, report) else { return }
    history = try reading.history(document: documentID)
    // A key of a deleted object is never used again.
    nextKey = max(nextKey, reading.lastKey + 1)
    report = reading.report
  }
}
