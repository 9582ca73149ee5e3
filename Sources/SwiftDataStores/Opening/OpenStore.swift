import DocumentFile
import DocumentTables
import SQLiteDatabase

/// A store whose private copy is open: its tables, the numbers of its entities and its model.
final class OpenStore {
  /// The path of the store, for messages and external files.
  let path: String
  let connection: SQLiteConnection
  let limits: DocumentLimits
  let isCancelled: (() -> Bool)?
  /// The tables in the order of their names.
  let shapes: [SQLiteTable]
  /// The numbers of the entities, from `Z_PRIMARYKEY`; empty if there is no such table.
  private(set) var numbers: [String: Int64] = [:]
  /// The number of the last row that each entity ever had, from `Z_PRIMARYKEY`.
  private(set) var lastRows: [String: Int64] = [:]
  /// The model; nil if the store keeps none.
  private(set) var model: ManagedModel?
  /// The version of the framework that wrote the store; nil if it is not stated.
  private(set) var frameworkVersion: Int64?
  /// The identity of the store, from `Z_METADATA`; nil if it is not stated.
  private(set) var storeID: UInt128?
  private(set) var report = StoreReport()
  /// The bytes of the values that were read, and the most that may be.
  private var valueBytes = 0
  private let mostBytes: Int

  /// Whether bytes begin as an SQLite file.
  static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: Array("SQLite format 3\0".utf8))
  }

  /// Copies a store and opens the copy.
  ///
  /// - Throws: ``DocumentError``.
  init(
    _ path: String, limits: DocumentLimits, isCancelled: (() -> Bool)? = nil
  ) throws(DocumentError) {
    self.path = path
    self.limits = limits
    self.isCancelled = isCancelled
    let head = try RegularFile.head(ofFile: path, count: 100)
    guard Self.begins(head) else {
      throw DocumentError(
        .notADocument, file: path, "it is no SQLite file, or an encrypted one")
    }
    let copy = try PrivateCopy(
      of: path, companions: SQLiteFiles.companionEndings, limits: limits, isCancelled: isCancelled)
    mostBytes = limits.expandedBytes(ofFile: copy.byteCount)
    if head.count > 18, head[18] == 2, copy.companions["-wal"] == nil {
      report.warn(
        "the store keeps a write-ahead log, and the file \(Self.lastName(path))-wal is not beside it: "
          + "what was saved last may be missing")
    }
    let log = try copy.companions["-wal"]?.bytes(at: 0, count: 4) ?? []
    if !log.isEmpty, !Self.logs.contains(log) {
      report.warn(
        "the file \(Self.lastName(path))-wal is no write-ahead log: what was saved last may be missing"
      )
    }
    // The header of a journal that is not needed is empty or zero.
    if try copy.companions["-journal"]?.bytes(at: 0, count: 8) == Self.journal {
      report.warn(
        "a journal lies beside the store: a save that was not completed is taken back in the copy")
    }
    var sqlite = SQLiteLimits(ofFile: copy.byteCount)
    sqlite.valueBytes = min(limits.partBytes, sqlite.valueBytes)
    sqlite.databaseBytes = limits.fileBytes
    let descriptors = try copy.descriptors()
    let files = SQLiteFiles(
      database: descriptors.file, companions: descriptors.companions, limits: sqlite,
      makeTemporary: PrivateCopy.temporaryDescriptor)
    do {
      connection = try SQLiteConnection(copy: files)
      connection.cancelStatements(when: isCancelled)
      shapes = try SQLiteTable.all(in: connection)
    } catch {
      throw DocumentError(error, of: path)
    }
    try readNumbers()
    try readMetadata()
    try readModel()
  }

  /// How a write-ahead log begins, with checksums in either order of bytes, and a journal that is needed
  /// (https://www.sqlite.org/fileformat2.html, sections 3 and 4.1).
  private static let logs: [[UInt8]] = [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83]]
  private static let journal: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  static func lastName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  func shape(_ name: String) -> SQLiteTable? { shapes.first { $0.name == name } }

  /// Compiles a statement over the copy.
  func prepare(_ sql: String, for purpose: String) throws(DocumentError) -> SQLiteStatement {
    do {
      return try connection.prepare(sql, for: purpose)
    } catch {
      throw DocumentError(error, of: path)
    }
  }

  /// Moves to the next row.
  func step(_ statement: SQLiteStatement) throws(DocumentError) -> Bool {
    do {
      return try statement.step()
    } catch {
      throw DocumentError(error, of: path)
    }
  }

  /// Returns a name as an SQL identifier.
  func quoted(_ name: String) throws(DocumentError) -> String {
    guard let quoted = quotedIdentifier(name) else {
      throw DocumentError(.storeDamaged, file: path, "a table has a name with a NUL character")
    }
    return quoted
  }

  /// Returns the number of rows of a table.
  func rowCount(_ table: String) throws(DocumentError) -> Int {
    let statement = try prepare(
      // `count(*)` would run as one instruction, however many rows damaged pages have, and no limit would end it.
      "SELECT sum(1) FROM \(try quoted(table))", for: "count the rows of \(table)")
    return try step(statement) ? Int(clamping: statement.int64(at: 0)) : 0
  }

  private func readNumbers() throws(DocumentError) {
    guard let shape = shape("Z_PRIMARYKEY"), shape.has("Z_ENT"), shape.has("Z_NAME") else { return }
    let last = shape.has("Z_MAX") ? "Z_MAX" : "0"
    let statement = try prepare(
      "SELECT Z_ENT, Z_NAME, \(last) FROM Z_PRIMARYKEY ORDER BY Z_ENT", for: "read the entities")
    while try step(statement) {
      guard let name = statement.text(at: 1), numbers.count < 1 << 16 else { continue }
      let number = statement.int64(at: 0)
      guard number > 0, number < 1 << 31, numbers[name] == nil else { continue }
      try countBytes(name.utf8.count)
      numbers[name] = number
      lastRows[name] = statement.int64(at: 2)
    }
  }

  private func readMetadata() throws(DocumentError) {
    guard let shape = shape("Z_METADATA"), shape.has("Z_PLIST"), shape.has("Z_UUID") else { return }
    let statement = try prepare(
      "SELECT Z_PLIST, Z_UUID FROM Z_METADATA LIMIT 1", for: "read the metadata")
    guard try step(statement) else { return }
    storeID = statement.text(at: 1).flatMap { try? UUIDText.parse($0) }
    guard case .blob(let bytes) = statement.value(at: 0) else { return }
    let tree = ArchivedTree.tree(of: bytes, largestCount: 100_000)
    frameworkVersion = tree?["NSPersistenceFrameworkVersion"]?.integerValue
  }

  private func readModel() throws(DocumentError) {
    guard let shape = shape("Z_MODELCACHE"), shape.has("Z_CONTENT"), !numbers.isEmpty else {
      return
    }
    let statement = try prepare("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1", for: "read the model")
    guard try step(statement), case .blob(let bytes) = statement.value(at: 0), !bytes.isEmpty else {
      return
    }
    do {
      model = try ManagedModel(cached: bytes, limits: limits)
    } catch {
      throw error.inFile(path)
    }
  }

  /// Counts bytes of values, of which damaged pages can have more than the file.
  ///
  /// - Throws: `limit-expanded-bytes`.
  func countBytes(_ more: Int) throws(DocumentError) {
    let (sum, overflow) = valueBytes.addingReportingOverflow(more)
    guard !overflow, sum <= mostBytes else {
      throw DocumentError(
        .limitExpanded, file: path, "its values need more than \(mostBytes) bytes of memory")
    }
    valueBytes = sum
  }

  /// Counts the bytes of a value.
  func countBytes(of value: SQLiteValue) throws(DocumentError) {
    switch value {
    case .text(let text): try countBytes(text.utf8.count)
    case .blob(let bytes), .malformedText(let bytes): try countBytes(bytes.count)
    case .null, .integer, .real: break
    }
  }

  func takeReport() -> StoreReport {
    defer { report = StoreReport() }
    return report
  }
}
