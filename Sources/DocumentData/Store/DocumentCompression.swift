import DocumentFile

/// A trade-off between compression time and file size.
///
/// Every level writes the same content, and every reader reads it. Plain files
/// (``DocumentFormat/flatJSON``, ``DocumentFormat/flatXML``) are not compressed.
public enum DocumentCompression: Hashable, Sendable, CaseIterable {
  /// The fastest level, for frequent automatic saves.
  case autosave
  /// A small file in little time.
  case standard
  /// The smallest file at a reasonable cost in time, for files that are sent or archived.
  case export

  package var level: CompressionLevel {
    switch self {
    case .autosave: .autosave
    case .standard: .standard
    case .export: .export
    }
  }
}
