import DocumentFile

extension TripFormat {
  /// All formats.
  public static let all: [TripFormat] = [
    .iCalendar, .jsonLD, .itinerary, .csv, .gpx, .kml, .kmz, .geoJSON, .sqlite, .mail, .html, .pass,
    .timeline, .polarsteps, .xlsx, .ods,
  ]

  /// The formats in the order in which a file is asked whether it is one of theirs: what is told by few bytes comes
  /// first, and a table is what nothing else is.
  private static let recognised: [TripFormat] = [
    .sqlite, .iCalendar, .itinerary, .kmz, .pass, .xlsx, .ods, .timeline, .polarsteps, .geoJSON,
    .jsonLD, .gpx,
    .kml, .mail,
    .html, .csv,
  ]

  /// Returns the readable format of a file by its first bytes; nil for any other file.
  package static func readable(beginning bytes: [UInt8]) -> TripFormat? {
    recognised.first { $0.definition.begins(bytes) }
  }

  /// Returns the readable format of a file that another one contains: of a pass, the name tells it if its archive begins with pictures.
  static func readable(beginning bytes: [UInt8], ofContained name: String) -> TripFormat? {
    readable(beginning: bytes)
      ?? (TripFormat(fileName: name) == .pass && TripFormat.pass.definition.mayBegin(bytes)
        ? .pass : nil)
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
    return [isCSV ? .csv : nil, named].lazy.compactMap { $0 }
      .first { $0.definition.mayBegin(bytes) }
  }

  /// Returns the format that the name of a file implies; nil for any other name.
  public init?(fileName: String) {
    let lower = fileName.lowercased()
    guard let format = Self.all.first(where: { $0.suffixes.contains(where: lower.hasSuffix) })
    else { return nil }
    self = format
  }

  /// Returns the name of a file without the ending of a format.
  static func stem(ofFile name: String) -> String {
    let lower = name.lowercased()
    let suffix = all.flatMap(\.suffixes).first(where: lower.hasSuffix)
    return suffix.map { String(name.dropLast($0.count)) } ?? name
  }
}
