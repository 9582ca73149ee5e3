import ZipArchive

/// How much time deflating a document's parts may take, for how small a file.
///
/// Whatever the level, any reader reads the parts, and their raw bytes are the same.
package enum CompressionLevel: String, CaseIterable, Hashable, Sendable {
  /// The fastest, for saves that come unasked and often.
  case autosave
  /// A small file in little time.
  case standard = "default"
  /// The smallest that is worth its time, for files that are sent or kept.
  case export

  /// The level of libdeflate.
  package var method: CompressionMethod {
    switch self {
    case .autosave: .deflated(level: 1)
    case .standard: .deflated(level: 4)
    case .export: .deflated(level: 9)
    }
  }
}
