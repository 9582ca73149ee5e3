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

    let externals = ExternalValueSink()
    for index in tables.tables.indices { try writeChunks(of: index, externals, &writer) }
    for (digest, value) in externals.values.map({ ($0.key, $0.value) })
      .sorted(by: { utf8Precedes($0.0.text, $1.0.text) })
    {
      try writer.add(PartName.external(digest), kind: .external, bytes: value)
    }
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

  private func writeChunks(
    of index: Int, _ externals: ExternalValueSink, _ writer: inout PartWriter
  ) throws(DocumentError) {
    guard
      var chunks = ChunkWriter(
        tables, hierarchy: index, header: header, encoding: options.encoding, externals: externals)
    else { return }
    let add = { (part: ChunkWriter.Part) throws(DocumentError) in
      try writer.add(
        PartName.data(
          hierarchy: part.chunk.hierarchy, range: part.chunk.range, encoding: options.encoding),
        kind: .data, bytes: part.bytes, chunk: part.chunk)
    }
    for segment in tables.tables[index].segments { try chunks.add(segment, add) }
    try chunks.finish(add)
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
