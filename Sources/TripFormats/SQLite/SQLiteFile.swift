import DocumentFile
import DocumentTables
import SQLiteDatabase

/// A private copy of an SQLite file that ``SQLiteSink`` wrote and any program may have edited since.
///
/// No trigger, view or computed column of the file runs, and budgets bound the work that damaged pages can cause.
final class SQLiteFile {
  let connection: SQLiteConnection
  let limits: DocumentLimits
  /// The tables that have rows of their own.
  let tables: [SQLiteTable]
  private var objects = 0
  private var bytes = 0
  private let mostBytes: Int

  /// Whether a file begins as the files that ``SQLiteSink`` writes: by the number of its application.
  static func begins(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 100, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
      return false
    }
    return bytes[68..<72].reduce(0) { $0 << 8 | Int($1) } == SQLiteSink.applicationID
  }

  /// Copies and opens a file; from a path with its write-ahead log or journal.
  init(_ source: ReadSource, limits: DocumentLimits) throws(DocumentError) {
    self.limits = limits
    let copy =
      if let path = source.path {
        try PrivateCopy(of: path, companions: SQLiteFiles.companionEndings, limits: limits)
      } else {
        try PrivateCopy(of: try DocumentFile.bytes(of: source, limits: limits))
      }
    mostBytes = limits.expandedBytes(ofFile: copy.byteCount)
    var sqlite = SQLiteLimits(ofFile: copy.byteCount)
    sqlite.valueBytes = min(limits.partBytes, sqlite.valueBytes)
    sqlite.databaseBytes = limits.fileBytes
    let descriptors = try copy.descriptors()
    let files = SQLiteFiles(
      database: descriptors.file, companions: descriptors.companions, limits: sqlite,
      makeTemporary: PrivateCopy.temporaryDescriptor)
    do throws(SQLiteError) {
      connection = try SQLiteConnection(copy: files)
      tables = try SQLiteTable.all(in: connection)
    } catch {
      throw DocumentError(error)
    }
  }

  func table(_ name: String) -> SQLiteTable? { tables.first { $0.name == name } }

  /// Compiles a statement.
  func prepare(_ sql: String, for purpose: String) throws(DocumentError) -> SQLiteStatement {
    do {
      return try connection.prepare(sql, for: purpose)
    } catch {
      throw DocumentError(error)
    }
  }

  /// Moves to the next row of a statement.
  func step(_ statement: SQLiteStatement) throws(DocumentError) -> Bool {
    do {
      return try statement.step()
    } catch {
      throw DocumentError(error)
    }
  }

  /// Counts an object.
  func countObject() throws(DocumentError) {
    objects += 1
    guard objects <= limits.objects else {
      throw DocumentError(.limitObjects, "there are more than \(limits.objects) objects")
    }
  }

  /// Counts bytes of texts, data and lists, of which damaged pages can have more than the file.
  func count(_ more: Int) throws(DocumentError) {
    let (sum, overflow) = bytes.addingReportingOverflow(more)
    guard !overflow, sum <= mostBytes else {
      throw DocumentError(
        .limitExpanded, "its values need more than \(mostBytes) bytes of memory")
    }
    bytes = sum
  }
}
