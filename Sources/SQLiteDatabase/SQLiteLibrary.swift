internal import CSQLite

/// The linked library.
package enum SQLiteLibrary {
  /// The version, such as `3.40.1`.
  package static var version: String { String(cString: sqlite3_libversion()) }
  /// The version as a number: 3,040,001 for 3.40.1.
  package static var versionNumber: Int { Int(sqlite3_libversion_number()) }
}
