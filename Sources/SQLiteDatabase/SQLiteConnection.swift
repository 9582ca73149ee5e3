internal import CSQLite

/// An open database file.
///
/// A connection and its statements belong to one thread at a time. A statement keeps its connection open.
package final class SQLiteConnection {
  /// The way a file is opened.
  package enum Access: Sendable, Hashable {
    /// An existing file, which SQLite never changes. SQLite locks it for reading and follows its write-ahead
    /// log; for that it may create the file `-shm` beside a file in WAL mode.
    case readOnly
    /// An existing file that no process changes. SQLite sets no locks and ignores a write-ahead log.
    case immutable
    /// A copy that only this process has, with its write-ahead log or journal. SQLite may complete or take back
    /// what these contain; no statement changes the file.
    case privateCopy
    /// An empty or new file, which the caller fills. SQLite writes neither journal nor log and does not wait for
    /// the disk, so the file is of no use after a failure.
    case creating
  }

  let handle: OpaquePointer
  private var cancellation: Cancellation?

  /// Opens a file with the settings for untrusted files: no extensions, no views or triggers, no functions with
  /// effects in its schema, checked cells.
  ///
  /// - Throws: ``SQLiteError``, with the code `cannotOpen` if there is no such file. SQLite reads the file at the
  ///   first statement, so an unreadable file may throw there.
  package init(
    path: String, access: Access = .readOnly, limits: SQLiteLimits = SQLiteLimits()
  ) throws(SQLiteError) {
    let purpose = access == .creating ? "create the file" : "open the file"
    guard let uri = Self.uri(path, access) else {
      throw SQLiteError(SQLITE_CANTOPEN, purpose: purpose)
    }
    var flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    switch access {
    case .readOnly, .immutable: flags |= SQLITE_OPEN_READONLY
    case .privateCopy: flags |= SQLITE_OPEN_READWRITE
    case .creating: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(uri, &opened, flags, nil)
    guard let opened else { throw SQLiteError(SQLITE_NOMEM, purpose: purpose) }
    // From here on, deinit closes the handle, also if the initialiser throws.
    handle = opened
    sqlite3_extended_result_codes(opened, 1)
    guard result == SQLITE_OK else {
      throw SQLiteError(
        sqlite3_extended_errcode(opened), explanation: String(cString: sqlite3_errmsg(opened)),
        purpose: purpose)
    }
    limits.apply(to: opened)
    for (option, value) in Self.settings { _ = csqlite_configure(opened, option, value) }
    // The schema of a new file is the caller's own. Before SQLite 3.43, a check that calls `json_valid()` needs this,
    // also to be read. In a copy no check, view or trigger runs, and there are no functions with effects.
    let isTrusted =
      access == .creating || access == .privateCopy && SQLiteLibrary.versionNumber < 3_043_000
    _ = csqlite_configure(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, isTrusted ? 1 : 0)
    for pragma in Self.pragmas(access, limits) { try execute(pragma, for: purpose) }
  }

  deinit {
    sqlite3_close_v2(handle)
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
    case .privateCopy: return uri + "?mode=rw"
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

  private static func pragmas(_ access: Access, _ limits: SQLiteLimits) -> [String] {
    let cache = "PRAGMA cache_size = -\(max(1, limits.cacheKiB))"
    if access == .creating {
      // DEFENSIVE refuses `journal_mode = OFF`. A journal in memory contains no pages that are new.
      return [
        cache, "PRAGMA journal_mode = MEMORY", "PRAGMA synchronous = OFF",
        "PRAGMA locking_mode = EXCLUSIVE",
      ]
    }
    return [cache, "PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0", "PRAGMA query_only = ON"]
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
    guard let isCancelled else {
      sqlite3_progress_handler(handle, 0, nil, nil)
      cancellation = nil
      return
    }
    let cancellation = Cancellation(isCancelled)
    // Lifetime: the connection holds the object until it removes the handler or is closed. `close_v2` keeps the
    // handle only while statements live, and these hold the connection.
    sqlite3_progress_handler(
      handle, 1_000,
      { context in
        guard let context else { return 0 }
        let cancellation = Unmanaged<Cancellation>.fromOpaque(context).takeUnretainedValue()
        return cancellation.isCancelled() ? 1 : 0
      }, Unmanaged.passUnretained(cancellation).toOpaque())
    self.cancellation = cancellation
  }

  func failure(_ result: Int32, _ purpose: String) -> SQLiteError {
    SQLiteError(
      result, explanation: String(cString: sqlite3_errmsg(handle)), purpose: purpose)
  }
}

/// The closure behind the progress handler of a connection.
private final class Cancellation {
  let isCancelled: () -> Bool

  init(_ isCancelled: @escaping () -> Bool) {
    self.isCancelled = isCancelled
  }
}
