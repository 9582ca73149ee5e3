/// The two forms of a document.
package enum DocumentForm: String, Hashable, Sendable, CaseIterable {
  /// A zip of parts, for everyday use.
  case document
  /// A single text file, for version control, pipes and people.
  case flat
}
