import DocumentTables
import ZipArchive

/// Writes the document form, entry after entry, into an output that need not be seekable.
///
/// The raw bytes of every part but the manifest are a function of the tables, the encoding and the
/// document type alone.
struct DocumentWriter {
  let tables: Tables
  let options: DocumentWriteOptions
  private let header: Header

  init(_ tables: Tables, options: DocumentWriteOptions) {
    self.tables = tables
    self.options = options
    header = Header(documentID: tables.documentID, type: options.type, schema: tables.schema)
  }

  func write(to output: @escaping FileReplacement.Output) throws(DocumentError) {
    let encoding = options.encoding
    let refuse = { (error: DocumentError) throws(DocumentError) in throw error }
    try TablesRules(tables).checkBesideSchema(refuse)
    var writer = PartWriter(options: options, output: output)
    let mediaType = MediaTypeEntry(type: options.type, encoding: encoding)
    try writer.add(
      PartName.mimetype, kind: .mimetype, bytes: Array(mediaType.text.utf8), isStored: true)
    let headerBytes = TreePart.header.bytes(of: header.tree, encoding: encoding)
    try writer.add(PartName.header(encoding), kind: .header, bytes: headerBytes)

    try writeRecords(&writer)
    if !tables.extensions.isEmpty {
      try writer.add(
        PartName.extensions(encoding), kind: .extensions,
        bytes: TreePart.extensions.bytes(
          of: ForeignContent.tree(tables.extensions), encoding: encoding))
    }
    if !tables.carried.isEmpty {
      try writer.add(
        PartName.carried(encoding), kind: .carried,
        bytes: TreePart.carried.bytes(of: .array(tables.carried), encoding: encoding))
    }
    for part in tables.keptParts.sorted(by: { utf8Precedes($0.name, $1.name) }) {
      try writer.add(part.name, kind: .keep, bytes: part.bytes, kept: part)
    }
    try writer.add(PartName.headerCopy(encoding), kind: .headerCopy, bytes: headerBytes)
    try finish(&writer)
  }

  /// Writes data parts, and the external values that their records refer to.
  private func writeRecords(_ writer: inout PartWriter) throws(DocumentError) {
    try Workers.run(options.workers) { (workers: inout Workers) throws(DocumentError) in
      var externals: [Digest: ArraySlice<UInt8>] = [:]
      let chunks = ChunkWriter(
        tables: tables, header: header, encoding: options.encoding,
        compression: options.compression)
      try chunks.write(&workers) { (part) throws(DocumentError) in
        externals.merge(part.externals) { first, _ in first }
        try writer.add(part.part, kind: .data, chunk: part.chunk)
      }
      let ordered = externals.sorted { utf8Precedes($0.key.text, $1.key.text) }
      let compression = options.compression
      try workers.forEach(
        of: ordered,
        { value in
          Result { () throws(DocumentError) in
            try CompressedPart(
              PartName.external(value.key), Array(value.value), method: compression)
          }
        },
        { (_, part) throws(DocumentError) in try writer.add(try part.get(), kind: .external) })
    }
  }

  private func finish(_ writer: inout PartWriter) throws(DocumentError) {
    let manifest = Manifest(
      documentID: tables.documentID, nextKey: tables.nextKey, parts: writer.parts,
      rows: tables.rowCounts(),
      volatile: VolatileInformation(
        generator: options.generator, revision: options.revision, parent: options.parent))
    try writer.finish(
      manifest: TreePart.manifest.bytes(of: manifest.tree, encoding: options.encoding),
      name: PartName.manifest(options.encoding))
  }
}
