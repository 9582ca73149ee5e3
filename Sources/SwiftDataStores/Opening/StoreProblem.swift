import DocumentFile
import DocumentTables
import SQLiteDatabase

/// The codes of errors about stores.
///
/// The format has no such rules, so the detail of an error contains all of its words.
extension DocumentError.Code {
  /// The file is no SQLite file, or its pages are damaged.
  package static let storeDamaged = Self(rawValue: "store-damaged")
  /// The journal beside the store names another file, as a save over several files does.
  package static let storeJournal = Self(rawValue: "store-journal")
  /// The model that the store keeps cannot be read.
  package static let storeModel = Self(rawValue: "store-model")
  /// The tables are not those of the model.
  package static let storeLayout = Self(rawValue: "store-layout")
  /// No version of the app's models fits the store.
  package static let storeVersion = Self(rawValue: "store-version")
  /// Rows lack values that the app's models require, or break their constraints.
  package static let storeRows = Self(rawValue: "store-rows")
}

extension DocumentError {
  /// Wraps an error of SQLite over the private copy of a store.
  init(_ error: SQLiteError, of store: String) {
    switch error.code {
    case .notADatabase:
      self.init(
        .storeDamaged, file: store,
        "the file is encrypted or damaged: SQLite cannot \(error.purpose)", underlying: error)
    case .interrupted:
      self.init(.readingFailed, file: store, "it was cancelled", underlying: error)
    case .notAuthorized:
      self.init(
        .storeJournal, file: store,
        "SQLite cannot \(error.purpose): \(error.explanation); open the store once with the program that wrote it",
        underlying: error)
    case .noMemory, .tooBig:
      self.init(
        .limitExpanded, file: store, "SQLite cannot \(error.purpose): \(error.explanation)",
        underlying: error)
    default:
      self.init(
        .storeDamaged, file: store, "SQLite cannot \(error.purpose): \(error.explanation)",
        underlying: error)
    }
  }
}
