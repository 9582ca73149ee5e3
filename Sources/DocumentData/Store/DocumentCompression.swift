import DocumentFile

/// How much time compressing a document may take, for how small a file.
///
/// Whatever is chosen, the content is the same, and every reader reads it. A plain file
/// (``DocumentFormat/flatJSON``, ``DocumentFormat/flatXML``) is not compressed.
public enum DocumentCompression: Hashable, Sendable, CaseIterable {
  /// The fastest, for saves that come unasked and often.
  case autosave
  /// A small file in little time.
  case standard
  /// The smallest that is worth its time, for files that are sent or kept.
  case export

  package var level: CompressionLevel {
    switch self {
    case .autosave: .autosave
    case .standard: .standard
    case .export: .export
    }
  }
}
