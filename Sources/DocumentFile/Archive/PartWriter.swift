import DocumentTables
import ZipArchive

/// The compressed bytes of a part and their digest, which can be computed for several parts in
/// parallel.
struct CompressedPart: Sendable {
  let name: String
  let contents: CompressedContents
  let digest: Digest

  init(_ name: String, _ bytes: [UInt8], method: CompressionMethod) throws(DocumentError) {
    self.name = name
    do {
      contents = try CompressedContents(bytes, method: method)
    } catch {
      throw DocumentError(wrapping: error, part: name)
    }
    digest = Digest(of: contents.stored)
  }

  init(_ name: String, _ contents: CompressedContents, digest: Digest) {
    self.name = name
    self.contents = contents
    self.digest = digest
  }
}

/// A writer of zip entries that records the list of parts for the manifest.
struct PartWriter {
  private var zip: ZipWriter
  private let compression: CompressionMethod
  private(set) var parts: [ManifestPart] = []

  init(options: DocumentWriteOptions, output: @escaping FileReplacement.Output) {
    compression = options.compression
    zip = ZipWriter(limits: options.limits.zip) { try output($0) }
  }

  mutating func add(
    _ name: String, kind: PartKind, bytes: [UInt8], isStored: Bool = false
  ) throws(DocumentError) {
    let part = try CompressedPart(name, bytes, method: isStored ? .stored : compression)
    try add(part, kind: kind)
  }

  /// Adds a part and returns its entry in the manifest.
  @discardableResult
  mutating func add(
    _ part: CompressedPart, kind: PartKind, chunk: ManifestPart.Chunk? = nil,
    kept: KeptPart? = nil
  ) throws(DocumentError) -> ManifestPart {
    do {
      try zip.add(name: part.name, part.contents)
    } catch {
      throw DocumentError(wrapping: error, part: part.name)
    }
    let listed = ManifestPart(
      name: part.name, kind: kind, rawSize: part.contents.rawSize,
      storedSize: part.contents.stored.count, digest: part.digest, chunk: chunk,
      mediaType: kept?.mediaType, anchor: kept?.anchor)
    parts.append(listed)
    return listed
  }

  /// Adds the manifest, which lists all other parts, and finishes the zip.
  mutating func finish(manifest: [UInt8], name: String) throws(DocumentError) {
    do {
      try zip.add(name: name, contents: manifest, method: compression)
      try zip.finish()
    } catch {
      throw DocumentError(wrapping: error, part: name)
    }
  }
}
