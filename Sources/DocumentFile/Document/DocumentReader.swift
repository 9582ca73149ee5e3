import DocumentTables
import ZipArchive

/// Reads the document form: envelope, then part by part into tables, then what hangs together.
///
///     bytes ─► zip ─► mimetype ─► header ─► manifest ─► chunks ─► segments ─► tables ─► checks
struct DocumentReader {
  let document: ArchivedDocument
  let report: (DocumentError) throws(DocumentError) -> Void

  /// Stops at the first thing that is wrong.
  static func read(
    _ source: any ByteSource, limits: DocumentLimits
  ) throws(DocumentError) -> DocumentContent {
    let refuse = { (error: DocumentError) throws(DocumentError) in throw error }
    let document = try ArchivedDocument(source, limits: limits, report: refuse)
    let reader = DocumentReader(document: document, report: refuse)
    let tables = try reader.tables()
    try TablesRules(tables).check(maximum: 1, refuse)
    return try reader.content(tables)
  }

  func content(_ tables: Tables) throws(DocumentError) -> DocumentContent {
    let identity: FileIdentity
    do {
      identity = try FileIdentity(of: document.archive, source: document.source)
    } catch {
      throw DocumentError(error)
    }
    return DocumentContent(
      tables: tables, form: .document, encoding: document.mediaType.encoding,
      header: document.header, volatile: document.manifest.volatile,
      origin: DocumentOrigin(
        identity: identity, manifestDigest: document.manifestDigest,
        revision: document.manifest.volatile.revision))
  }

  /// Decodes every part.
  ///
  /// One that is refused is reported and left out, if reporting goes on.
  func tables() throws(DocumentError) -> Tables {
    let (header, manifest) = (document.header, document.manifest)
    let externals = ExternalParts(document)
    var tables = Tables(
      schema: header.schema, documentID: header.documentID, nextKey: manifest.nextKey)
    let chunks = Dictionary(grouping: manifest.parts.filter { $0.chunk != nil }) {
      $0.chunk?.hierarchy ?? ""
    }
    let chunkReader = ChunkReader(
      header: header, encoding: document.mediaType.encoding, nextKey: manifest.nextKey,
      limits: document.limits, externals: externals.source)
    var isComplete = true
    for (index, hierarchy) in header.schema.hierarchies.enumerated() {
      let plan = RecordPlan(hierarchy)
      var segments: [Segment] = []
      for part in chunks[hierarchy.name, default: []] {
        guard let chunk = part.chunk else { continue }
        do {
          segments.append(
            try chunkReader.segment(
              of: chunk, part: part.name, bytes: try document.contents(of: part), plan: plan))
        } catch {
          isComplete = false
          try report(error)
        }
      }
      tables.tables[index] = Table(segments: segments)
    }
    try readForeign(into: &tables)
    if isComplete {
      try checkTotals(tables)
      for name in externals.unreferenced {
        try report(DocumentError(.externalUnreferenced, part: name))
      }
    }
    return tables
  }

  private func readForeign(into tables: inout Tables) throws(DocumentError) {
    for part in document.manifest.parts {
      do {
        switch part.kind {
        case .extensions:
          let tree = try document.tree(of: part, as: .extensions)
          tables.extensions = try ForeignContent.extensions(tree, part: part.name)
        case .carried:
          tables.carried = try document.tree(of: part, as: .carried).arrayValue ?? []
        default:
          // Derived parts are made anew by who knows them, and dropped by who does not.
          guard part.kind.isForeign, part.policy == .keep else { continue }
          tables.keptParts.append(
            KeptPart(
              name: part.name, mediaType: part.mediaType,
              bytes: try document.contents(of: part), anchor: part.anchor))
        }
      } catch {
        try report(error)
      }
    }
  }

  private func checkTotals(_ tables: Tables) throws(DocumentError) {
    let counted = tables.rowCounts()
    for (entity, rows) in document.manifest.rows.sorted(by: { utf8Precedes($0.key, $1.key) })
    where counted[entity] != rows {
      try report(
        DocumentError(
          .manifestTotals, part: PartName.manifest(document.mediaType.encoding), entity: entity,
          "there are \(counted[entity] ?? 0) rows, stated are \(rows)"))
    }
  }
}
