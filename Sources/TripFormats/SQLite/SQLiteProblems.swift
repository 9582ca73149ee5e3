import DocumentFile
import DocumentTables
import SQLiteDatabase

/// What keeps an SQLite file from being read, with the place of each problem.
package struct SQLiteProblems: Error, Sendable {
  /// The most problems that are collected: the search ends there.
  package static let most = 100

  /// One line for each problem: the table, the key of the row, the column and the cause.
  package private(set) var lines: [String] = []

  var isEmpty: Bool { lines.isEmpty }
  var isFull: Bool { lines.count >= Self.most }

  /// Adds a problem.
  ///
  /// - Parameters:
  ///   - key: The key of the row as the file has it; nil for the whole table or column.
  ///   - words: What is wrong, without the place.
  mutating func add(_ table: String, _ key: ObjectKey?, _ column: String?, _ words: String) {
    guard !isFull else { return }
    let place = [table, key.map { "_key \($0)" }, column.map { "column \($0)" }].compactMap { $0 }
    lines.append("\(place.joined(separator: ", ")): \(words)")
  }

  /// The error for an import: one line says the number, or the only problem.
  func error(_ code: DocumentError.Code) -> DocumentError {
    let words =
      lines.count == 1
      ? lines[0]
      : isFull
        ? "there are \(Self.most) problems or more; the first is \(lines[0])"
        : "there are \(lines.count) problems; the first is \(lines.first ?? "unknown")"
    return DocumentError(code, words, underlying: self)
  }
}

/// The codes of errors about SQLite files.
///
/// The format has no such rules, so the detail of an error contains all of its words.
extension DocumentError.Code {
  /// SQLite cannot read the file.
  static let sqliteDamaged = Self(rawValue: "sqlite-damaged")
  /// The journal beside the file names another file, as a save over several files does.
  static let sqliteJournal = Self(rawValue: "sqlite-journal")
  /// The file lacks tables or columns of its schema, or does not state the schema.
  static let sqliteLayout = Self(rawValue: "sqlite-layout")
  /// Rows have values or references that the schema does not allow.
  static let sqliteRows = Self(rawValue: "sqlite-rows")
}

extension DocumentError {
  /// Wraps an error of SQLite over the private copy of a file.
  init(_ error: SQLiteError) {
    switch error.code {
    case .notAuthorized:
      self.init(
        .sqliteJournal,
        "SQLite cannot \(error.purpose): \(error.explanation); open the file once with the program that wrote it",
        underlying: error)
    case .noMemory, .tooBig:
      self.init(
        .limitExpanded, "SQLite cannot \(error.purpose): \(error.explanation)", underlying: error)
    default:
      self.init(
        .sqliteDamaged, "SQLite cannot \(error.purpose): \(error.explanation)", underlying: error)
    }
  }
}
