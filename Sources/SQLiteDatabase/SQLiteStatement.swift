internal import CSQLite

/// A compiled statement: parameters from 1, columns from 0, as SQLite counts them.
package final class SQLiteStatement {
  private let handle: OpaquePointer
  private let connection: SQLiteConnection
  private let purpose: String

  init(_ handle: OpaquePointer, of connection: SQLiteConnection, purpose: String) {
    self.handle = handle
    self.connection = connection
    self.purpose = purpose
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Moves to the next row; false after the last one.
  ///
  /// - Throws: ``SQLiteError``; the statement must then be reset.
  package func step() throws(SQLiteError) -> Bool {
    let result = sqlite3_step(handle)
    switch result {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.failure(result, purpose)
    }
  }

  /// Makes the statement ready for another run; it keeps its parameters.
  package func reset() {
    // Returns the error of the last step again.
    sqlite3_reset(handle)
  }

  /// Runs a statement without rows, and resets it.
  package func run() throws(SQLiteError) {
    defer { reset() }
    while try step() {}
  }

  // MARK: Parameters

  /// Binds a value.
  ///
  /// SQLite binds null instead of a double that is no number.
  package func bind(_ value: SQLiteValue, at index: Int) throws(SQLiteError) {
    switch value {
    case .null: try check(sqlite3_bind_null(handle, Int32(clamping: index)))
    case .integer(let number): try bind(number, at: index)
    case .real(let number): try bind(number, at: index)
    case .text(let text): try bind(text, at: index)
    case .malformedText(let bytes):
      try check(bytes.withUnsafeBytes { bindingText($0, at: index) })
    case .blob(let bytes): try check(bytes.withUnsafeBytes { bindingBlob($0, at: index) })
    }
  }

  /// Binds null.
  package func bindNull(at index: Int) throws(SQLiteError) {
    try check(sqlite3_bind_null(handle, Int32(clamping: index)))
  }

  /// Binds an integer.
  package func bind(_ number: Int64, at index: Int) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, Int32(clamping: index), number))
  }

  /// Binds a double, or null if it is no number.
  package func bind(_ number: Double, at index: Int) throws(SQLiteError) {
    try check(sqlite3_bind_double(handle, Int32(clamping: index), number))
  }

  /// Binds a text.
  package func bind(_ text: String, at index: Int) throws(SQLiteError) {
    var text = text
    let result = text.withUTF8 { bindingText(UnsafeRawBufferPointer($0), at: index) }
    try check(result)
  }

  /// Binds UTF-8 text, which SQLite copies.
  package func bindText(_ bytes: UnsafeRawBufferPointer, at index: Int) throws(SQLiteError) {
    try check(bindingText(bytes, at: index))
  }

  /// Binds bytes, which SQLite copies.
  package func bindBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) throws(SQLiteError) {
    try check(bindingBlob(bytes, at: index))
  }

  private func bindingBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int32 {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      // SQLite would bind null for no address.
      return sqlite3_bind_zeroblob(handle, Int32(clamping: index), 0)
    }
    return csqlite_bind_blob(handle, Int32(clamping: index), start, UInt64(bytes.count))
  }

  private func bindingText(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int32 {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return csqlite_bind_text(handle, Int32(clamping: index), "", 0)
    }
    return csqlite_bind_text(
      handle, Int32(clamping: index), start.assumingMemoryBound(to: CChar.self),
      UInt64(bytes.count))
  }

  private func check(_ result: Int32) throws(SQLiteError) {
    guard result == SQLITE_OK else { throw connection.failure(result, purpose) }
  }

  // MARK: Columns

  /// The number of columns of a row.
  package var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// Returns the name of a column in the result.
  package func columnName(at index: Int) -> String {
    sqlite3_column_name(handle, Int32(clamping: index)).map { String(cString: $0) } ?? ""
  }

  /// Returns the storage class of a value; null for a column that does not exist.
  ///
  /// Reading a value as another class converts it, and leaves its storage class undefined, so ask first.
  package func storageClass(at index: Int) -> SQLiteStorageClass {
    switch sqlite3_column_type(handle, Int32(clamping: index)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Returns an integer; other values as SQLite converts them, null as 0.
  package func int64(at index: Int) -> Int64 {
    sqlite3_column_int64(handle, Int32(clamping: index))
  }

  /// Returns a double; other values as SQLite converts them, null as 0.
  package func double(at index: Int) -> Double {
    sqlite3_column_double(handle, Int32(clamping: index))
  }

  /// Returns a text, nil if it is null or not UTF-8.
  package func text(at index: Int) -> String? {
    guard storageClass(at: index) != .null else { return nil }
    return withText(at: index) { String(validating: $0, as: UTF8.self) }
  }

  /// Returns a value in its storage class.
  package func value(at index: Int) -> SQLiteValue {
    switch storageClass(at: index) {
    case .null: .null
    case .integer: .integer(int64(at: index))
    case .real: .real(double(at: index))
    case .text:
      withText(at: index) { bytes in
        if let text = String(validating: bytes, as: UTF8.self) { return .text(text) }
        return .malformedText(Array(bytes))
      }
    case .blob: .blob(withBlob(at: index) { Array($0) })
    }
  }

  /// Passes the bytes of a text in UTF-8 to a closure, without a copy.
  ///
  /// They are valid during the closure, which must not use this statement.
  package func withText<Result, Failure: Error>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = sqlite3_column_text(handle, Int32(clamping: index))
    // Bound: SQLite's own count, asked after the conversion to UTF-8.
    let count = Int(sqlite3_column_bytes(handle, Int32(clamping: index)))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Passes the bytes of a blob, or of a text in the encoding of the file, to a closure, without a copy.
  ///
  /// They are valid during the closure, which must not use this statement.
  package func withBlob<Result, Failure: Error>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = sqlite3_column_blob(handle, Int32(clamping: index))
    // Bound: SQLite's own count.
    let count = Int(sqlite3_column_bytes(handle, Int32(clamping: index)))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
