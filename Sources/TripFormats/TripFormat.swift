import DocumentFile
import DocumentTables

/// A format of other programs in which trips can be read or written.
///
/// A format with a model of its own speaks one released version of the trip schema, 6.0.0, like a document of that
/// version: stages bring documents of other versions to it and back. SQLite files have the schema of their document.
public struct TripFormat: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    case iCalendar, jsonLD, itinerary, csv, sqlite
  }

  private let kind: Kind
  /// The name on command lines.
  public let name: String
  /// The name for people.
  public let title: String
  /// The endings of file names, the usual one first.
  public let suffixes: [String]
  /// The media type.
  public let mediaType: String
  /// Whether files of the format can be imported.
  public let isReadable: Bool
  /// What a file of the format does not contain of a document, as sentences.
  public let losses: [String]

  /// Calendars and feeds: RFC 5545, RFC 7986, RFC 6868.
  public static let iCalendar = TripFormat(
    kind: .iCalendar, name: "icalendar", title: "iCalendar", suffixes: [".ics", ".ical"],
    mediaType: "text/calendar", isReadable: true,
    losses: [
      "attachments, such as images", "extension records of other programs and formats",
      "data of other programs in objects", "data that a migration carries", "the history",
      "orders of lists whose objects were read from another file", "participants of no trip",
      "tickets",
      "whether a list without members is empty or null",
    ])

  /// Reservations and events of schema.org, as mails of airlines and hotels and pages contain them: JSON-LD 1.1.
  public static let jsonLD = TripFormat(
    kind: .jsonLD, name: "json-ld", title: "JSON-LD of schema.org", suffixes: [".jsonld"],
    mediaType: "application/ld+json", isReadable: true,
    losses: [
      "attachments, such as images", "extension records of other programs and formats",
      "data of other programs in objects", "data that a migration carries", "the history",
      "orders of lists whose objects were read from another file", "participants of no trip",
      "tickets",
      "whether a list without members is empty or null",
    ])

  /// Archives of KDE Itinerary: reservations in JSON-LD, passes and documents.
  public static let itinerary = TripFormat(
    kind: .itinerary, name: "itinerary", title: "KDE Itinerary", suffixes: [".itinerary"],
    mediaType: "application/vnd-kde-itinerary", isReadable: true,
    losses: [
      "attachments that no archive of the program had", "nodes without a reservation",
      "extension records of other programs and formats", "data of other programs in objects",
      "data that a migration carries", "the history",
      "orders of lists whose objects were read from another file", "participants of no trip",
      "tickets",
      "whether a list without members is empty or null",
    ])

  /// SQLite files with a table for each entity, for queries and edits in SQL.
  public static let sqlite = TripFormat(
    kind: .sqlite, name: "sqlite", title: "SQLite", suffixes: [".sqlite", ".sqlite3", ".db"],
    mediaType: "application/vnd.sqlite3", isReadable: true,
    losses: [
      "attachments, such as images", "extension records of other programs and formats",
      "data of other programs in objects", "data that a migration carries", "the history",
      "whether a list without members is empty or null",
      "NaN where a number may be null, and the sign of zero",
    ])

  /// Tables of spreadsheets and of other programs: RFC 4180 and its dialects.
  public static let csv = TripFormat(
    kind: .csv, name: "csv", title: "CSV", suffixes: [".csv", ".tsv"], mediaType: "text/csv",
    isReadable: true,
    losses: [
      "orders of lists that are not those of the keys", "attachments, such as images",
      "extension records of other programs and formats", "data of other programs in objects",
      "data that a migration carries", "the history",
      "whether a list without members is empty or null",
    ])

  /// All formats.
  public static let all: [TripFormat] = [.iCalendar, .jsonLD, .itinerary, .csv, .sqlite]

  /// The version of the trip schema that importers return and that exporters of a format with a fixed model
  /// take.
  package static let schemaVersion = SchemaVersion(6, 0, 0)

  /// How many bytes from the beginning of a file tell its format.
  package static let probedBytes = 4096

  /// Returns the readable format of a file by its first bytes; nil for any other file.
  package static func readable(beginning bytes: [UInt8]) -> TripFormat? {
    if SQLiteFile.begins(bytes) { return .sqlite }
    if CalendarStream.begins(bytes) { return .iCalendar }
    if ReservationFile.beginsArchive(bytes) { return .itinerary }
    if ReservationFile.beginsJSON(bytes) { return .jsonLD }
    return CSVDialect.begins(Array(bytes.prefix(probedBytes))) ? .csv : nil
  }

  /// Returns the readable format of a file by its first bytes, and by its name if they do not tell it: a table whose
  /// columns have no known names, and an archive without entries.
  ///
  /// - Parameter isCSV: Whether a file of no other format is a CSV file with any names of columns.
  package static func readable(
    beginning bytes: [UInt8], fileName: String?, isCSV: Bool = false
  ) -> TripFormat? {
    if let format = readable(beginning: bytes) { return format }
    let named = fileName.flatMap { TripFormat(fileName: $0) }
    if isCSV || named == .csv, CSVDialect.mayBegin(Array(bytes.prefix(probedBytes))) { return .csv }
    return named == .itinerary && ReservationFile.isEmptyArchive(bytes) ? .itinerary : nil
  }

  /// Returns the format that the name of a file implies; nil for any other name.
  public init?(fileName: String) {
    let lower = fileName.lowercased()
    guard let format = Self.all.first(where: { $0.suffixes.contains(where: lower.hasSuffix) })
    else { return nil }
    self = format
  }

  private init(
    kind: Kind, name: String, title: String, suffixes: [String], mediaType: String,
    isReadable: Bool, losses: [String]
  ) {
    self.kind = kind
    self.name = name
    self.title = title
    self.suffixes = suffixes
    self.mediaType = mediaType
    self.isReadable = isReadable
    self.losses = losses
  }

  /// Whether a file is read as it passes by, so that it may be larger than memory.
  package var isStreamed: Bool { kind == .csv }

  /// Whether the files are text, which a terminal can show.
  package var isText: Bool { kind != .sqlite && kind != .itinerary }

  /// Whether the format has a fixed model, so that its writer needs all rows in ``schemaVersion``.
  package var hasOwnModel: Bool { kind != .sqlite && kind != .csv }
}
