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

  package init() {}

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
