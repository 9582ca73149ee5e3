import ArgumentParser
import DocumentFile

/// The command-line name of a format that can be written: a form of documents, or a format of other
/// programs.
enum OutputFormat: Hashable, CaseIterable, ExpressibleByArgument {
  case document(FormatName)
  /// An SQLite file with a table for each entity, for queries.
  case sqlite

  static let allCases = FormatName.allCases.map(OutputFormat.document) + [.sqlite]
  static let allValueStrings = allCases.map(\.name)

  /// The suffixes of files that imply a format, for messages.
  static let suffixes = ".trips, .json, .xml or .sqlite"

  var name: String {
    switch self {
    case .document(let format): format.rawValue
    case .sqlite: "sqlite"
    }
  }

  var defaultValueDescription: String { name }

  init?(argument: String) {
    guard let format = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = format
  }

  /// Derives the format from the suffix of a file name; nil if the suffix is unknown.
  init?(fileName: String) {
    let lower = fileName.lowercased()
    if [".sqlite", ".sqlite3", ".db"].contains(where: lower.hasSuffix) {
      self = .sqlite
      return
    }
    guard let format = FormatName(fileName: fileName) else { return nil }
    self = .document(format)
  }

  /// The words for bytes that a terminal would partly obey; nil for text.
  var binaryKind: String? {
    switch self {
    case .document(let format): format.form == .document ? "a zip" : nil
    case .sqlite: "an SQLite file"
    }
  }
}
