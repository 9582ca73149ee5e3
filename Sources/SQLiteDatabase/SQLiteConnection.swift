internal import CSQLite

/// An open database file.
///
/// A connection and its statements belong to one thread at a time. A statement keeps its connection open.
package final class SQLiteConnection {
  /// The way a path is opened.
  package enum Access: Sendable, Hashable {
    /// An existing file, which SQLite never changes. SQLite locks it for reading and follows its write-ahead
    /// log; for that it may create the file `-shm` beside a file in WAL mode.
    case readOnly
    /// An existing file that no process changes. SQLite sets no locks and ignores a write-ahead log.
    case immutable
    /// An empty or new file, which the caller fills. SQLite writes neither journal nor log and does not wait for
    /// the disk, so the file is of no use after a failure.
    case creating
  }

  /// The settings of a connection.
  private enum Use {
    case reading, copy, creating
  }

  let handle: OpaquePointer
  private let files: SQLiteFiles?
  private let progress: Progress

  /// Opens a copy that only this process has, with its write-ahead log or journal.
  ///
  /// SQLite may complete or take back what these contain; no statement changes the file. Nothing in the files leads
  /// SQLite to another file (``SQLiteFiles``), and statements can only select: there are no extensions, virtual
  /// tables, views or triggers, and only the functions that our statements call.
  ///
  /// - Throws: ``SQLiteError``, with the code `notAuthorized` for a journal with the name of a super-journal. SQLite
  ///   reads the files at the first statement, so the error may come there.
  package convenience init(copy files: SQLiteFiles) throws(SQLiteError) {
    try self.init(
      SQLiteConnection.open(
        SQLiteFiles.databaseName, SQLITE_OPEN_READWRITE, files.name, "open the file"),
      .copy, files, files.limits, purpose: "open the file")
    sqlite3_drop_modules(handle, nil)
    sqlite3_set_authorizer(
      handle,
      { _, action, first, second, _, _ in SQLiteConnection.permission(action, first, second) }, nil)
  }

  /// Opens an empty file that only this process has, which the caller fills, as with ``Access/creating``.
  package convenience init(creating files: SQLiteFiles) throws(SQLiteError) {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    try self.init(
      SQLiteConnection.open(SQLiteFiles.databaseName, flags, files.name, "create the file"),
      .creating, files, files.limits, purpose: "create the file")
  }

  /// Opens a path of the system with the settings for untrusted files: no extensions, no views or triggers, no
  /// functions with effects in its schema, checked cells.
  ///
  /// The journal and the log beside the file must be trusted: a file of unknown origin is read as a copy.
  ///
  /// - Throws: ``SQLiteError``, with the code `cannotOpen` if there is no such file. SQLite reads the file at the
  ///   first statement, so an unreadable file may throw there.
  package convenience init(
    path: String, access: Access = .readOnly, limits: SQLiteLimits = SQLiteLimits()
  ) throws(SQLiteError) {
    let purpose = access == .creating ? "create the file" : "open the file"
    guard let uri = SQLiteConnection.uri(path, access) else {
      throw SQLiteError(SQLITE_CANTOPEN, purpose: purpose)
    }
    let flags =
      access == .creating ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
    try self.init(
      SQLiteConnection.open(uri, flags | SQLITE_OPEN_URI, nil, purpose),
      access == .creating ? .creating : .reading, nil, limits, purpose: purpose)
  }

  private init(
    _ opened: OpaquePointer, _ use: Use, _ files: SQLiteFiles?, _ limits: SQLiteLimits,
    purpose: String
  ) throws(SQLiteError) {
    // From here on, deinit closes the handle, also if the initialiser throws.
    handle = opened
    self.files = files
    progress = Progress(most: limits.steps)
    limits.apply(to: opened)
    for (option, value) in Self.settings { _ = csqlite_configure(opened, option, value) }
    if use == .copy { _ = csqlite_configure(opened, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
    // The schema of a new file is the caller's own. Before SQLite 3.43, a check that calls `json_valid()` needs this,
    // also to be read. In a copy no check, view or trigger runs, and there are no functions with effects.
    let isTrusted = use == .creating || use == .copy && SQLiteLibrary.versionNumber < 3_043_000
    _ = csqlite_configure(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, isTrusted ? 1 : 0)
    progress.observe(opened)
    for pragma in Self.pragmas(use, limits) { try execute(pragma, for: purpose) }
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  private static func open(
    _ name: String, _ flags: Int32, _ system: String?, _ purpose: String
  ) throws(SQLiteError) -> OpaquePointer {
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, system)
    guard let opened else { throw SQLiteError(SQLITE_NOMEM, purpose: purpose) }
    sqlite3_extended_result_codes(opened, 1)
    guard result == SQLITE_OK else {
      defer { sqlite3_close_v2(opened) }
      throw SQLiteError(
        sqlite3_extended_errcode(opened), explanation: String(cString: sqlite3_errmsg(opened)),
        purpose: purpose)
    }
    return opened
  }

  /// Returns SQLite's URI of a file, nil if the path has a NUL character.
  ///
  /// Every byte with a meaning of its own is escaped. A relative path begins with `./`, so no path names a database in
  /// memory.
  private static func uri(_ path: String, _ access: Access) -> String? {
    var uri = path.hasPrefix("/") ? "file://" : "file:./"
    for byte in path.utf8 {
      switch byte {
      case 0: return nil
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    switch access {
    case .readOnly: return uri + "?mode=ro"
    case .immutable: return uri + "?mode=ro&immutable=1"
    case .creating: return uri
    }
  }

  private static let settings: [(Int32, Int32)] = [
    (SQLITE_DBCONFIG_DEFENSIVE, 1),
    (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
    (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
    (SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0),
    // A text in double quotation marks is a name, never a string.
    (SQLITE_DBCONFIG_DQS_DML, 0),
    (SQLITE_DBCONFIG_DQS_DDL, 0),
  ]

  private static func pragmas(_ use: Use, _ limits: SQLiteLimits) -> [String] {
    let cache = "PRAGMA cache_size = -\(max(1, limits.cacheKiB))"
    if use == .creating {
      // DEFENSIVE refuses `journal_mode = OFF`. A journal in memory contains no pages that are new.
      return [
        cache, "PRAGMA journal_mode = MEMORY", "PRAGMA synchronous = OFF",
        "PRAGMA locking_mode = EXCLUSIVE",
      ]
    }
    // Only an exclusive connection reads a log without shared memory.
    return (use == .copy ? ["PRAGMA locking_mode = EXCLUSIVE"] : [])
      + [cache, "PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0", "PRAGMA query_only = ON"]
  }

  /// The functions that statements over a copy may call.
  private static let functions: Set<String> = [
    "coalesce", "count", "like", "max", "min", "sum", "typeof",
  ]

  /// Permits reading, and denies everything else.
  private static func permission(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
  ) -> Int32 {
    func isPermitted(_ name: UnsafePointer<CChar>?, _ names: Set<String>) -> Int32 {
      names.contains(name.map { String(cString: $0).lowercased() } ?? "") ? SQLITE_OK : SQLITE_DENY
    }
    return switch action {
    case SQLITE_SELECT, SQLITE_READ: SQLITE_OK
    case SQLITE_FUNCTION: isPermitted(second, functions)
    case SQLITE_PRAGMA: isPermitted(first, ["table_info"])
    default: SQLITE_DENY
    }
  }

  /// Compiles one statement.
  ///
  /// - Parameters:
  ///   - sql: One statement. Names that come from a file must be quoted with ``quotedIdentifier(_:)``.
  ///   - purpose: The task, for errors.
  package func prepare(
    _ sql: String, for purpose: String
  ) throws(SQLiteError) -> SQLiteStatement {
    var prepared: OpaquePointer?
    var isWhole = false
    var sql = sql
    let result = sql.withUTF8 { bytes in
      // Lifetime: SQLite copies the text. Bound: the length is passed; an empty text has no address, which SQLite
      // takes for an empty statement.
      bytes.withMemoryRebound(to: CChar.self) { text in
        var tail: UnsafePointer<CChar>?
        let result = sqlite3_prepare_v3(
          handle, text.baseAddress, Int32(clamping: text.count), 0, &prepared, &tail)
        if let tail, let start = text.baseAddress {
          let rest = text[min(text.count, max(0, tail - start))...]
          isWhole = rest.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x3B }
        }
        return result
      }
    }
    guard result == SQLITE_OK else { throw failure(result, purpose) }
    guard let prepared, isWhole else {
      sqlite3_finalize(prepared)
      throw SQLiteError(SQLITE_MISUSE, explanation: "not one statement", purpose: purpose)
    }
    return SQLiteStatement(prepared, of: self, purpose: purpose)
  }

  /// Runs one statement, ignoring its rows.
  package func execute(_ sql: String, for purpose: String) throws(SQLiteError) {
    let statement = try prepare(sql, for: purpose)
    while try statement.step() {}
  }

  /// Ends running and later statements with the code `interrupted` when `isCancelled` returns true.
  ///
  /// SQLite calls the closure on the thread of the statement, after every 1,000 or so of its instructions. Nil removes
  /// the closure.
  package func cancelStatements(when isCancelled: (() -> Bool)?) {
    progress.isCancelled = isCancelled
  }

  /// The instructions that SQLite has counted, in thousands of a statement.
  package var steps: Int { progress.steps }

  func failure(_ result: Int32, _ purpose: String) -> SQLiteError {
    if let refusal = files?.refusal { return SQLiteError(refusal, purpose: purpose) }
    if result & 0xFF == SQLITE_INTERRUPT, progress.isExhausted {
      return SQLiteError(
        SQLITE_TOOBIG,
        explanation: "it takes more than \(progress.most) steps, too many for the size of the file",
        purpose: purpose)
    }
    return SQLiteError(
      result, explanation: String(cString: sqlite3_errmsg(handle)), purpose: purpose)
  }
}

/// The instructions that a connection has run, and what ends it.
private final class Progress {
  private static let interval: Int32 = 1_000

  let most: Int
  private(set) var steps = 0
  var isCancelled: (() -> Bool)?

  init(most: Int) { self.most = most }

  var isExhausted: Bool { steps > most }

  func observe(_ handle: OpaquePointer) {
    // Lifetime: the connection owns this object and closes the handle first. `close_v2` keeps the handle only while
    // statements live, and these hold the connection.
    sqlite3_progress_handler(
      handle, Self.interval,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Progress>.fromOpaque(context).takeUnretainedValue().ends ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private var ends: Bool {
    // No overflow: a process runs fewer instructions.
    steps += Int(Self.interval)
    return isExhausted || isCancelled?() == true
  }
}
