import DocumentFile
import ZipArchive

/// A zip archive of another program, in memory.
struct OtherArchive: Sendable {
  /// The entries, in the order of the archive.
  var entries: [(name: String, bytes: [UInt8])] = []

  /// Whether bytes begin an archive with entries.
  static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  /// The name of the first entry of an archive that bytes begin; nil if they begin none.
  static func firstName(_ bytes: [UInt8]) -> String? {
    guard begins(bytes), bytes.count > 30 else { return nil }
    let length = Int(bytes[26]) | Int(bytes[27]) << 8
    return String(decoding: bytes.dropFirst(30).prefix(length), as: UTF8.self)
  }

  init(entries: [(name: String, bytes: [UInt8])]) { self.entries = entries }

  /// Reads an archive.
  ///
  /// - Throws: The codes of zip archives.
  init(_ bytes: [UInt8], limits: ZipLimits = .standard) throws(DocumentError) {
    do throws(ZipError) {
      let reader = try OtherArchiveReader(MemoryByteSource(bytes), limits: limits)
      for entry in reader.entries {
        entries.append((entry.name, try reader.contents(of: entry)))
      }
    } catch {
      throw DocumentError(error)
    }
  }

  /// Returns the archive as a file.
  func written() throws(DocumentError) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      var zip = ZipWriter { bytes.append(contentsOf: $0) }
      for (name, content) in entries {
        try zip.add(name: name, contents: content, method: .deflated(level: 6))
      }
      try zip.finish()
    } catch {
      throw DocumentError(.outputFailed, "\(error)", underlying: error)
    }
    return bytes
  }
}
