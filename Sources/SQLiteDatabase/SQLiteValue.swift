/// One value of a row or of a parameter.
package enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Text whose bytes are not UTF-8. SQLite stores any bytes as text.
  case malformedText([UInt8])
  case blob([UInt8])
}

/// The storage class of a value (https://www.sqlite.org/datatype3.html).
package enum SQLiteStorageClass: Sendable, Hashable {
  case null, integer, real, text, blob
}
