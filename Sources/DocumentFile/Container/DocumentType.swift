/// The kind of a document: its media type.
package struct DocumentType: Hashable, Sendable {
  package let mediaType: String

  /// Collections of trips.
  package static let trips = DocumentType(unchecked: "application/vnd.trip-collection+zip")
  /// Documents of any other model.
  package static let generic = DocumentType(unchecked: "application/vnd.document-data+zip")

  private init(unchecked mediaType: String) { self.mediaType = mediaType }

  /// Accepts a lower-case media type in the grammar of RFC 6838, section 4.2; nil otherwise.
  ///
  /// Tools truncate a longer media type, and one with capitals, when they show it.
  package init?(mediaType: String) {
    let names = mediaType.split(separator: "/", omittingEmptySubsequences: false)
    guard names.count == 2, names.allSatisfy(Self.isRestrictedName) else { return nil }
    self.mediaType = mediaType
  }

  private static func isRestrictedName(_ name: Substring) -> Bool {
    guard (1...127).contains(name.utf8.count), let first = name.utf8.first else { return false }
    let isAlphanumeric = { (byte: UInt8) in (48...57).contains(byte) || (97...122).contains(byte) }
    return isAlphanumeric(first)
      && name.utf8.allSatisfy { isAlphanumeric($0) || "!#$&-^_.+".utf8.contains($0) }
  }
}
