import DocumentTables
import ZipArchive

/// The envelope of a document in the document form: mimetype, header, schema, manifest and the list
/// of parts.
///
/// The parts themselves have not been read.
struct ArchiveEnvelope: Sendable {
  let source: any ByteSource
  let archive: ZipReader
  let mediaType: MediaTypeEntry
  let header: Header
  let manifest: Manifest
  /// The digest of the stored bytes, which the next save records as its parent.
  let manifestDigest: Digest
  /// Whether there are index parts, and they describe this state of the data parts (spec 3.13).
  let hasCurrentIndexes: Bool
  let limits: DocumentLimits
  private let partIndexes: [String: Int]

  /// Reads the envelope.
  ///
  /// Errors in the list of parts, and in the digests of the envelope's own parts, are passed to
  /// `report`, which may throw them.
  init(
    _ source: any ByteSource, limits: DocumentLimits,
    report: (DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    self.source = source
    self.limits = limits
    try MediaTypeEntry.checkVersion(of: source)
    do {
      archive = try ZipReader(source, limits: limits.zip)
    } catch {
      throw DocumentError(error)
    }
    mediaType = try Self.mediaType(of: archive)
    let encoding = mediaType.encoding
    let headerName = PartName.header(encoding)
    guard archive.entries.count > 1, archive.entries[1].name == headerName else {
      throw DocumentError(.headerMissing, part: headerName)
    }
    let stated = try StatedHeader(
      try Self.tree(.header, archive.entries[1], of: archive, encoding, limits), of: .zip,
      part: headerName)
    guard stated.type == mediaType.type else {
      let (first, second) = (mediaType.type.mediaType(.zip), stated.type.mediaType(.zip))
      throw DocumentError(
        .mimetypeMismatch, part: headerName, "mimetype says \(first), the header \(second)")
    }
    let schemaName = PartName.schema(encoding)
    guard archive.entries.count > 2, archive.entries[2].name == schemaName else {
      throw DocumentError(.schemaMissing, part: schemaName)
    }
    header = try stated.header(
      entities: try Self.tree(.schema, archive.entries[2], of: archive, encoding, limits),
      part: schemaName)
    let manifestName = PartName.manifest(encoding)
    guard let last = archive.entries.last, last.name == manifestName else {
      throw DocumentError(.manifestMissing, part: manifestName)
    }
    manifest = try Manifest(
      tree: try Self.tree(.manifest, last, of: archive, encoding, limits), part: manifestName)
    do {
      manifestDigest = Digest(of: try archive.storedBytes(of: last))
    } catch {
      throw DocumentError(error)
    }
    guard manifest.documentID == header.documentID else {
      throw DocumentError(.manifestDocument, part: manifestName)
    }
    hasCurrentIndexes = manifest.indexed == manifest.dataDigest
    var indexes: [String: Int] = [:]
    for (index, part) in manifest.parts.enumerated() { indexes[part.name] = index }
    partIndexes = indexes
    try ManifestCheck(
      manifest: manifest, header: header, encoding: encoding, entries: archive.entries.dropLast(),
      limits: limits, fileBytes: source.count
    ).run(report)
    try checkEnvelopeParts(report)
  }

  private static func mediaType(of archive: ZipReader) throws(DocumentError) -> MediaTypeEntry {
    guard let first = archive.entries.first, first.name == MediaTypeEntry.name,
      first.method == .stored
    else {
      throw DocumentError(.mimetypeMissing, part: MediaTypeEntry.name)
    }
    guard first.rawSize <= MediaTypeEntry.maximumBytes else {
      throw DocumentError(.mimetypeMalformed, part: MediaTypeEntry.name, "it is too long")
    }
    do {
      return try MediaTypeEntry(parsing: try archive.contents(of: first))
    } catch {
      throw DocumentError(wrapping: error, part: MediaTypeEntry.name)
    }
  }

  /// Reads a part that the manifest cannot verify yet.
  private static func tree(
    _ part: TreePart, _ entry: ZipEntry, of archive: ZipReader, _ encoding: DocumentEncoding,
    _ limits: DocumentLimits
  ) throws(DocumentError) -> Tree {
    guard entry.rawSize <= limits.treePartBytes else {
      throw DocumentError(.limitTreePart, part: entry.name, "at most \(limits.treePartBytes) bytes")
    }
    let bytes: [UInt8]
    do {
      bytes = try archive.contents(of: entry)
    } catch {
      throw DocumentError(error).inPart(entry.name)
    }
    return try part.tree(of: bytes, encoding: encoding, part: entry.name, limits: limits)
  }

  /// Checks the digests of mimetype, header and schema.
  private func checkEnvelopeParts(
    _ report: (DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    for part in manifest.parts where [.mimetype, .header, .schema].contains(part.kind) {
      do throws(DocumentError) {
        _ = try contents(of: part)
      } catch {
        try report(error)
      }
    }
  }

  func part(named name: String) -> ManifestPart? {
    partIndexes[name].map { manifest.parts[$0] }
  }

  /// Returns the part with the numbers of a slot in a hierarchy's index; nil if there is none.
  func indexPart(_ hierarchy: String, slot: Int) -> ManifestPart? {
    let part =
      part(named: PartName.index(hierarchy: hierarchy))
      ?? part(named: PartName.index(hierarchy: hierarchy, slot: slot))
    return part.flatMap { $0.isIndex ? $0 : nil }
  }

  /// Returns the bytes of an index part, within the limit for parts that are read as a whole.
  func indexContents(of part: ManifestPart) throws(DocumentError) -> [UInt8] {
    guard part.rawSize <= limits.treePartBytes else {
      throw DocumentError(.limitTreePart, part: part.name, "at most \(limits.treePartBytes) bytes")
    }
    return try contents(of: part)
  }

  /// Returns the raw bytes of a part after checking the digest and the sizes that the manifest
  /// states.
  func contents(of part: ManifestPart) throws(DocumentError) -> [UInt8] {
    var contents: [UInt8] = []
    try read(part, into: &contents)
    return contents
  }

  /// Lends the raw bytes of a part, in reused memory, for the duration of `body`.
  func withContents<Result>(
    of part: ManifestPart, in memory: PartMemory,
    _ body: (UnsafeBufferPointer<UInt8>) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Result {
    try memory.lend { (contents) throws(DocumentError) in
      try read(part, into: &contents)
      return try contents.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
        // Bound: `read` has inflated exactly as many bytes as the part states.
        try body(UnsafeBufferPointer(rebasing: bytes.prefix(part.rawSize)))
      }
    }
  }

  private func read(
    _ part: ManifestPart, into contents: inout [UInt8]
  ) throws(DocumentError) {
    guard let entry = archive.entry(named: part.name) else {
      throw DocumentError(.partMissing, part: part.name)
    }
    guard entry.rawSize == part.rawSize, entry.storedSize == part.storedSize else {
      throw DocumentError(.partSize, part: part.name)
    }
    do {
      let stored = try archive.storedBytes(of: entry)
      guard Digest(of: stored) == part.digest else {
        throw DocumentError(.partDigest, part: part.name)
      }
      try ZipReader.inflate(
        stored: stored, of: entry, into: &contents, limits: archive.limits)
    } catch {
      throw DocumentError(wrapping: error, part: part.name)
    }
  }

  /// Reads a part that contains one tree.
  func tree(of part: ManifestPart, as kind: TreePart) throws(DocumentError) -> Tree {
    guard part.rawSize <= limits.treePartBytes else {
      throw DocumentError(.limitTreePart, part: part.name, "at most \(limits.treePartBytes) bytes")
    }
    return try kind.tree(
      of: try contents(of: part), encoding: mediaType.encoding, part: part.name, limits: limits)
  }
}
