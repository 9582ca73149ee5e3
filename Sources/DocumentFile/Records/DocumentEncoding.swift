/// The encoding of a document's parts; both encodings have the same content.
package enum DocumentEncoding: String, Hashable, Sendable, CaseIterable {
  case json, xml

  /// The extension of a part's name, without the point.
  package var fileExtension: String { rawValue }
}
