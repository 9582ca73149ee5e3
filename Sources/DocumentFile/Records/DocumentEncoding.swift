/// How the parts of a document are spelled; both say the same.
package enum DocumentEncoding: String, Hashable, Sendable, CaseIterable {
  case json, xml

  /// The part's name without its encoding is followed by a point and this.
  package var fileExtension: String { rawValue }
}
