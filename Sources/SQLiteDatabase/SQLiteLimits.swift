internal import CSQLite

/// Upper bounds for the work that a file can cause (https://www.sqlite.org/c3ref/limit.html).
package struct SQLiteLimits: Sendable, Hashable {
  /// Bytes of one value or row.
  package var valueBytes = 1 << 30
  /// Bytes of one statement, those of the schema included.
  package var statementBytes = 1 << 20
  /// Columns of a table, a result or an index.
  package var columns = 2_000
  /// The depth of an expression.
  package var expressionDepth = 100
  /// Parts of a compound SELECT.
  package var compoundSelects = 50
  /// Instructions of a compiled statement.
  package var instructions = 1 << 20
  /// Pages of the cache, in KiB.
  package var cacheKiB = 8 << 10
  /// Instructions that all statements of a connection run together.
  package var steps = Int.max
  /// Bytes of the database, its journal and its log, each.
  package var databaseBytes = Int.max
  /// Bytes of one temporary file, which a sort needs.
  package var temporaryBytes = Int.max
  /// Bytes that SQLite reads from the database and its log, those of a page as often as the cache forgets it.
  package var readBytes = Int.max

  package init() {}

  /// Limits for an untrusted file: its work is bounded by its size, not by what its pages state.
  ///
  /// Damaged pages can lead to one page below many times, and rows can share the pages of a long value. A scan of a row
  /// runs a few instructions for each column, and a column has at least one byte, except columns that were added later.
  ///
  /// - Parameter bytes: The size of the database, its journal and its log.
  package init(ofFile bytes: Int) {
    func bound(_ times: Int, _ more: Int) -> Int {
      let (product, overflow) = max(0, bytes).multipliedReportingOverflow(by: times)
      let (sum, isTooLarge) = product.addingReportingOverflow(more)
      return overflow || isTooLarge ? .max : sum
    }
    steps = bound(100, 30_000_000)
    temporaryBytes = bound(16, 16 << 20)
    // Each relationship may need a scan of its table. In a small cache, a long value that rows share is read for each row.
    readBytes = bound(500, 1 << 30)
    cacheKiB = 256
    statementBytes = min(statementBytes, bound(1, 1 << 17))
    // Text in UTF-16 becomes half as long again in UTF-8.
    valueBytes = min(valueBytes, bound(2, 1 << 16))
  }

  func apply(to handle: OpaquePointer) {
    let limits: [(Int32, Int)] = [
      (SQLITE_LIMIT_LENGTH, valueBytes),
      (SQLITE_LIMIT_SQL_LENGTH, statementBytes),
      (SQLITE_LIMIT_COLUMN, columns),
      (SQLITE_LIMIT_EXPR_DEPTH, expressionDepth),
      (SQLITE_LIMIT_COMPOUND_SELECT, compoundSelects),
      (SQLITE_LIMIT_VDBE_OP, instructions),
      (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 10),
      (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (limit, value) in limits {
      sqlite3_limit(handle, limit, Int32(clamping: max(0, value)))
    }
  }
}
