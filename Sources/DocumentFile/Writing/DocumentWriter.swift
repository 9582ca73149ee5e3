import DocumentTables
import ZipArchive

/// Writes the document form, entry after entry, into an output that need not be seekable.
///
/// The raw bytes of every part but the manifest are a function of the tables, the encoding and the
/// document type alone; also where parts are copied from a file that this library wrote. What another
/// program wrote otherwise is copied as it is.
struct DocumentWriter {
  let tables: Tables
  let options: DocumentWriteOptions
  /// The file whose parts may be copied where they would be the same.
  private let replaced: ReplacedDocument?
  private let header: Header

  init(_ tables: Tables, options: DocumentWriteOptions, replacing replaced: ReplacedDocument? = nil)
  {
    self.tables = tables
    self.options = options
    header = Header(documentID: tables.documentID, type: options.type, schema: tables.schema)
    let fits = replaced?.parts.fits(header, encoding: options.encoding) ?? false
    self.replaced = fits ? replaced : nil
  }

  /// Returns what a save in the place of the written file may copy.
  func write(to output: @escaping FileReplacement.Output) throws(DocumentError) -> StoredParts {
    var writer = PartWriter(options: options, output: output)
    var parts = StoredParts(header, encoding: options.encoding)
    try begin(&writer)
    let indexes = try writeRecords(&writer, &parts)
    try finish(&writer, rows: tables.rowCounts(), indexes: indexes, &parts)
    return parts
  }

  private var headerBytes: [UInt8] {
    TreePart.header.bytes(of: header.tree, encoding: options.encoding)
  }

  /// Writes what stands before the records.
  func begin(_ writer: inout PartWriter) throws(DocumentError) {
    let encoding = options.encoding
    let mediaType = MediaTypeEntry(type: options.type, encoding: encoding)
    try writer.add(
      PartName.mimetype, kind: .mimetype, bytes: Array(mediaType.text.utf8), isStored: true)
    try writer.add(PartName.header(encoding), kind: .header, bytes: headerBytes)
  }

  /// Writes what stands behind the records and their external values; the tables' own rows do not
  /// matter.
  func finish(
    _ writer: inout PartWriter, rows: [String: Int], indexes: [ChunkIndex],
    _ parts: inout StoredParts
  ) throws(DocumentError) {
    let encoding = options.encoding
    if !tables.extensions.isEmpty {
      let part = try extensionsPart()
      parts.extensions = (tables.extensions, try writer.add(part, kind: .extensions))
    }
    if !tables.carried.isEmpty {
      let part = try carriedPart()
      parts.carried = (tables.carried, try writer.add(part, kind: .carried))
    }
    try writeKept(indexes, &writer, &parts)
    try writer.add(PartName.headerCopy(encoding), kind: .headerCopy, bytes: headerBytes)
    try finish(&writer, rows: rows)
  }

  /// The index of a chunk, and the place of the chunk among those of its hierarchy.
  struct ChunkIndex {
    var name: String
    var hierarchy: String
    var chunk: Int
    var part: () throws(DocumentError) -> CompressedPart
  }

  /// Writes kept parts and indexes, which are small, in one order.
  private func writeKept(
    _ indexes: [ChunkIndex], _ writer: inout PartWriter, _ parts: inout StoredParts
  ) throws(DocumentError) {
    var indexes = indexes.sorted { utf8Precedes($0.name, $1.name) }[...]
    func writeIndexes(before name: String?) throws(DocumentError) {
      while let index = indexes.first, name.map({ utf8Precedes(index.name, $0) }) ?? true {
        let listed = try writer.add(try index.part(), kind: .derived)
        // Nobody remembers the chunks of a document whose rows have passed by.
        if parts.chunks[index.hierarchy]?.indices.contains(index.chunk) ?? false {
          parts.chunks[index.hierarchy]?[index.chunk].index = listed
        }
        indexes.removeFirst()
      }
    }
    for part in tables.keptParts.sorted(by: { utf8Precedes($0.name, $1.name) }) {
      try writeIndexes(before: part.name)
      let compressed = try compressed(part)
      parts.kept[part.name] = (part, try writer.add(compressed, kind: .keep, kept: part))
    }
    try writeIndexes(before: nil)
  }

  // Comparing an array with itself costs nothing: versions of tables share what has not changed.

  private func extensionsPart() throws(DocumentError) -> CompressedPart {
    if let replaced, let known = replaced.parts.extensions, known.content == tables.extensions {
      return try replaced.copy(of: known.part)
    }
    let tree = ForeignContent.tree(tables.extensions)
    return try CompressedPart(
      PartName.extensions(options.encoding),
      TreePart.extensions.bytes(of: tree, encoding: options.encoding),
      method: options.compression)
  }

  private func carriedPart() throws(DocumentError) -> CompressedPart {
    let part: CompressedPart
    if let replaced, let known = replaced.parts.carried, known.content == tables.carried {
      part = try replaced.copy(of: known.part)
    } else {
      part = try CompressedPart(
        PartName.carried(options.encoding),
        TreePart.carried.bytes(of: .array(tables.carried), encoding: options.encoding),
        method: options.compression)
    }
    guard part.contents.rawSize <= options.limits.treePartBytes else {
      throw DocumentError(
        .limitTreePart, part: part.name,
        "it has \(part.contents.rawSize) bytes; what an older version cannot hold can be left out")
    }
    return part
  }

  private func compressed(_ part: KeptPart) throws(DocumentError) -> CompressedPart {
    if let replaced, let known = replaced.parts.kept[part.name], known.content == part {
      return try replaced.copy(of: known.part)
    }
    return try CompressedPart(part.name, part.bytes, method: options.compression)
  }

  /// Writes data parts, and the external values that their records refer to; returns the indexes of
  /// the data parts, which come later.
  private func writeRecords(
    _ writer: inout PartWriter, _ parts: inout StoredParts
  ) throws(DocumentError) -> [ChunkIndex] {
    var indexes: [ChunkIndex] = []
    try Workers.run(options.workers) { (workers: inout Workers) throws(DocumentError) in
      var externals: [Digest: ArraySlice<UInt8>?] = [:]
      let chunks = ChunkWriter(
        tables: tables, header: header, encoding: options.encoding,
        compression: options.compression, limit: options.chunkLimit, replaced: replaced)
      try chunks.write(&workers) { (finished) throws(DocumentError) in
        externals.merge(finished.externals) { $0 ?? $1 }
        let part = try writer.add(finished.part, kind: .data, chunk: finished.chunk)
        let hierarchy = finished.chunk.hierarchy
        if let index = finished.index {
          indexes.append(
            ChunkIndex(
              name: index.name, hierarchy: hierarchy,
              chunk: parts.chunks[hierarchy]?.count ?? 0,
              part: { () throws(DocumentError) in index }))
        }
        parts.chunks[hierarchy, default: []].append(
          StoredChunk(
            part: part, chunk: finished.chunk, rows: finished.rows,
            externals: Set(finished.externals.keys), members: finished.members))
      }
      let ordered = externals.sorted { utf8Precedes($0.key.text, $1.key.text) }
      try workers.forEach(
        of: ordered,
        { [replaced, compression = options.compression] value in
          Result { () throws(DocumentError) in
            if let replaced, let part = replaced.parts.externals[value.key] {
              return try replaced.copy(of: part)
            }
            return try CompressedPart(
              PartName.external(value.key), Array(value.value ?? []), method: compression)
          }
        },
        { (value, part) throws(DocumentError) in
          parts.externals[value.key] = try writer.add(try part.get(), kind: .external)
        })
    }
    return indexes
  }

  private func finish(
    _ writer: inout PartWriter, rows: [String: Int]
  ) throws(DocumentError) {
    let manifest = Manifest(
      documentID: tables.documentID, nextKey: tables.nextKey, parts: writer.parts,
      rows: rows,
      volatile: VolatileInformation(
        generator: options.generator, revision: options.revision, parent: options.parent))
    let name = PartName.manifest(options.encoding)
    // Nothing is written that the same limits would not read.
    try ExpandedSizes(
      manifest: manifest, schema: tables.schema,
      fileBytes: Manifest.total(writer.parts.lazy.map(\.storedSize)) ?? 0, limits: options.limits
    ).check(part: name)
    try writer.finish(
      manifest: TreePart.manifest.bytes(of: manifest.tree, encoding: options.encoding),
      name: name)
  }
}
