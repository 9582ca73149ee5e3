import ZipArchive

/// Collects what a writer writes.
final class ArchiveSink {
  private(set) var bytes: [UInt8] = []

  func take(_ more: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: more)
  }

  /// The archive that some entries make.
  static func archive(
    _ entries: [(name: String, contents: [UInt8])],
    method: CompressionMethod = .deflated(level: 6), limits: ZipLimits = .standard
  ) throws -> [UInt8] {
    let sink = ArchiveSink()
    var writer = ZipWriter(limits: limits, sink: sink.take)
    for entry in entries {
      try writer.add(name: entry.name, contents: entry.contents, method: method)
    }
    try writer.finish()
    return sink.bytes
  }
}
