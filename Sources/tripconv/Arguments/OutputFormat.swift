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
    guard let format = Self.named(argument) else { return nil }
    self = format
  }

  /// Creates a format from the argument of `--to`.
  ///
  /// - Throws: `ValidationError` with what to write instead.
  init(option argument: String) throws {
    if let format = Self.named(argument) {
      self = format
      return
    }
    let word = Self.word(argument)
    throw ValidationError(
      Self.advice(for: word)
        ?? NearestName.of(word, in: Self.allValueStrings + Self.suffixNames).map {
          "unknown format; did you mean '\($0)'?"
        } ?? "unknown format; formats: \(Self.allValueStrings.joined(separator: ", "))")
  }

  /// Returns what to do for a format that is no format of documents, by its name or suffix; nil if it is not
  /// known.
  static func advice(for word: String) -> String? {
    switch word {
    case "html", "htm", "pdf", "page", "web":
      return "tripconv show FILE -o page.html writes a page for browsers and paper"
    case "xlsx", "xls", "ods", "numbers", "excel":
      return "write csv, which spreadsheets open"
    case "text", "txt", "md", "markdown":
      return "tripconv show and tripconv dump print text"
    default:
      let known = TripFormat.all.first {
        !$0.isWritable && ($0.name == word || $0.suffixes.contains("." + word))
      }
      return known.map { "files of the kind \"\($0.title)\" are read, not written" }
    }
  }

  /// Returns the format with a name or with the suffix of a file, such as `ics` or `.ics`; nil if there is
  /// none.
  private static func named(_ argument: String) -> OutputFormat? {
    let word = word(argument)
    return allCases.first { $0.name == word } ?? OutputFormat(fileName: "x." + word)
  }

  private static func word(_ argument: String) -> String {
    String(argument.lowercased().trimmingPrefix("."))
  }

  /// The suffixes of files that imply a format, without the dot.
  private static let suffixNames =
    ["trips", "json", "xml"]
    + TripFormat.all.filter(\.isWritable).flatMap(\.suffixes).map { String($0.dropFirst()) }

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
