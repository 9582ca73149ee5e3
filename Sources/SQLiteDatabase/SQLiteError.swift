internal import CSQLite

/// The reason why a call of SQLite failed.
package struct SQLiteError: Error, Sendable, Hashable {
  /// The result code of SQLite without its extension.
  package var code: Code
  /// The extended result code (https://www.sqlite.org/rescode.html), equal to the code if SQLite
  /// has no extension for it.
  package var extendedCode: Int32
  /// SQLite's own words, which may quote the file: names and SQL of a schema.
  package var explanation: String
  /// The task of the failed statement, such as "read the rows of ZTRIP".
  package var purpose: String

  package init(code: Code, extendedCode: Int32, explanation: String, purpose: String) {
    self.code = code
    self.extendedCode = extendedCode
    self.explanation = explanation
    self.purpose = purpose
  }

  init(_ result: Int32, explanation: String? = nil, purpose: String) {
    self.init(
      code: Code(rawValue: result & 0xFF), extendedCode: result,
      explanation: explanation ?? String(cString: sqlite3_errstr(result)), purpose: purpose)
  }

  /// The error of a statement for which SQLite did not get a file.
  init(_ refusal: SQLiteFiles.Refusal, purpose: String) {
    switch refusal {
    case .superJournal:
      self.init(
        SQLITE_AUTH,
        explanation: "the journal ends with the name of another file, which SQLite would delete",
        purpose: purpose)
    case .otherFile:
      self.init(
        SQLITE_AUTH, explanation: "it leads to a file other than itself, its journal and its log",
        purpose: purpose)
    case .reads:
      self.init(
        SQLITE_TOOBIG, explanation: "it reads its pages more often than a file of its size needs",
        purpose: purpose)
    case .size:
      self.init(
        SQLITE_TOOBIG, explanation: "it needs files that are too large for its size",
        purpose: purpose)
    }
  }

  /// A result code of SQLite.
  package struct Code: RawRepresentable, Sendable, Hashable {
    package var rawValue: Int32

    package init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// SQL that SQLite cannot compile, or an error without a code of its own.
    package static let error = Code(rawValue: SQLITE_ERROR)
    /// A file that another connection has locked.
    package static let busy = Code(rawValue: SQLITE_BUSY)
    /// Memory that cannot be allocated.
    package static let noMemory = Code(rawValue: SQLITE_NOMEM)
    /// A write to a file that is open for reading.
    package static let readOnly = Code(rawValue: SQLITE_READONLY)
    /// A statement that was cancelled.
    package static let interrupted = Code(rawValue: SQLITE_INTERRUPT)
    /// A read or write that the system refused.
    package static let inputOutput = Code(rawValue: SQLITE_IOERR)
    /// A database with broken pages or a broken schema.
    package static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    /// A disk without free space.
    package static let full = Code(rawValue: SQLITE_FULL)
    /// A file that does not exist or cannot be opened.
    package static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    /// A value or statement that exceeds a limit.
    package static let tooBig = Code(rawValue: SQLITE_TOOBIG)
    /// A row that breaks a constraint.
    package static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
    /// A call with wrong arguments.
    package static let misuse = Code(rawValue: SQLITE_MISUSE)
    /// A parameter that the statement does not have.
    package static let range = Code(rawValue: SQLITE_RANGE)
    /// A file that ``SQLiteFiles`` refused.
    package static let notAuthorized = Code(rawValue: SQLITE_AUTH)
    /// A file that is not a database, or is encrypted.
    package static let notADatabase = Code(rawValue: SQLITE_NOTADB)
  }
}
