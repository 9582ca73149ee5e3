import DocumentTables
import ZipArchive

/// Adds parts to a zip and keeps the list of them for the manifest.
struct PartWriter {
  private var zip: ZipWriter
  private let compression: CompressionMethod
  private(set) var parts: [ManifestPart] = []

  init(options: DocumentWriteOptions, output: @escaping FileReplacement.Output) {
    compression = options.compression
    zip = ZipWriter(limits: options.limits.zip) { try output($0) }
  }

  mutating func add(
    _ name: String, kind: PartKind, bytes: [UInt8], isStored: Bool = false,
    chunk: ManifestPart.Chunk? = nil, kept: KeptPart? = nil
  ) throws(DocumentError) {
    do {
      let contents = try CompressedContents(bytes, method: isStored ? .stored : compression)
      try zip.add(name: name, contents)
      parts.append(
        ManifestPart(
          name: name, kind: kind, rawSize: contents.rawSize, storedSize: contents.stored.count,
          digest: Digest(of: contents.stored), chunk: chunk, mediaType: kept?.mediaType,
          policy: kept == nil ? nil : .keep, anchor: kept?.anchor))
    } catch {
      throw DocumentError(wrapping: error, part: name)
    }
  }

  /// Adds the manifest, which lists every part but itself, and ends the zip.
  mutating func finish(manifest: [UInt8], name: String) throws(DocumentError) {
    do {
      try zip.add(name: name, contents: manifest, method: compression)
      try zip.finish()
    } catch {
      throw DocumentError(wrapping: error, part: name)
    }
  }
}
