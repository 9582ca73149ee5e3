import DocumentFile

/// Standard output for long texts, written in pieces.
struct BufferedStandardOutput {
  private static let pieceBytes = 64 << 10

  private var bytes: [UInt8] = []

  mutating func write(_ text: String) throws(StandardOutputFailure) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.pieceBytes { try flush() }
  }

  /// Writes JSON, with scalars escaped that a terminal would obey.
  mutating func write(json: [UInt8]) throws(StandardOutputFailure) {
    bytes.append(contentsOf: DocumentError.printableJSON(json))
    if bytes.count >= Self.pieceBytes { try flush() }
  }

  /// Writes what has been collected.
  mutating func flush() throws(StandardOutputFailure) {
    try StandardOutput.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
