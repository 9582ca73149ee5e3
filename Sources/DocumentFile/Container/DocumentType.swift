/// The kind of a document: its media type, without the suffix that names the form.
package struct DocumentType: Hashable, Sendable {
  private let name: String

  /// Collections of trips.
  package static let trips = DocumentType(unchecked: "application/vnd.trip-collection")
  /// Documents of any other model.
  package static let generic = DocumentType(unchecked: "application/vnd.document-data")

  private init(unchecked name: String) { self.name = name }

  /// Accepts a lower-case media type in the grammar of RFC 6838, section 4.2, with the suffix
  /// `+zip`, `+json` or `+xml`, whose subtype is short enough for each of these suffixes; nil
  /// otherwise.
  ///
  /// Tools truncate a longer media type, and one with capitals, when they show it.
  package init?(mediaType: String) {
    guard let suffix = Self.suffixes.first(where: mediaType.hasSuffix) else { return nil }
    let names = mediaType.split(separator: "/", omittingEmptySubsequences: false)
    guard names.count == 2, names.allSatisfy({ MediaType.isRestrictedName($0.utf8) }),
      !mediaType.utf8.contains(where: { (65...90).contains($0) }),
      names[1].utf8.count > suffix.utf8.count,
      names[1].utf8.count <= MediaType.longestName - Self.longestSuffix + suffix.utf8.count
    else { return nil }
    name = String(mediaType.dropLast(suffix.count))
  }

  /// Accepts the media type of a file of a format.
  init?(mediaType: String, of format: FileFormat) {
    guard mediaType.hasSuffix(format.suffix) else { return nil }
    self.init(mediaType: mediaType)
  }

  /// Returns the media type of a file of a format, such as
  /// `application/vnd.trip-collection+json`.
  func mediaType(_ format: FileFormat) -> String { name + format.suffix }

  private static let suffixes = ["+zip", "+json", "+xml"]
  private static let longestSuffix = "+json".utf8.count
}

extension FileFormat {
  /// The structured syntax suffix of a media type (RFC 6838, section 4.2.8).
  fileprivate var suffix: String {
    switch self {
    case .zip: "+zip"
    case .flat(.json): "+json"
    case .flat(.xml): "+xml"
    }
  }
}
