import ArgumentParser
import DocumentFile
import TripFormats

/// The command-line name of a format that can be written: a form of documents, or a format of other
/// programs.
enum OutputFormat: Hashable, CaseIterable, ExpressibleByArgument {
  case document(FormatName)
  case foreign(TripFormat)

  static let allCases =
    FormatName.allCases.map(OutputFormat.document)
    + TripFormat.all.filter(\.isWritable).map(OutputFormat.foreign)
  static let allValueStrings = allCases.map(\.name)

  /// The suffixes of files that imply a format, for messages.
  static let suffixes: String = {
    let all =
      [".trips", ".json", ".xml"]
      + TripFormat.all.filter(\.isWritable).compactMap(\.suffixes.first)
    return all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "")
  }()

  var name: String {
    switch self {
    case .document(let format): format.rawValue
    case .foreign(let format): format.name
    }
  }

  var defaultValueDescription: String { name }

  init?(argument: String) {
    guard let format = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = format
  }

  /// Derives the format from the suffix of a file name; nil if the suffix is unknown.
  init?(fileName: String) {
    if let format = TripFormat(fileName: fileName), format.isWritable {
      self = .foreign(format)
    } else if let format = FormatName(fileName: fileName) {
      self = .document(format)
    } else {
      return nil
    }
  }

  /// The words for bytes that a terminal would partly obey; nil for text.
  var binaryKind: String? {
    switch self {
    case .document(let format): format.form == .document ? "a zip" : nil
    case .foreign(let format): format.isText ? nil : "a file of \(format.title)"
    }
  }
}
