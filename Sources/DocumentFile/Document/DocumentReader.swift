import DocumentTables
import ZipArchive

/// Reads the document form: envelope, then part by part into tables, then what hangs together.
///
///     bytes ─► zip ─► mimetype ─► header ─► manifest ─► chunks ─► segments ─► tables ─► checks
struct DocumentReader {
  let document: ArchiveEnvelope
  let workers: WorkerCount
  let report: (DocumentError) throws(DocumentError) -> Void

  /// Stops at the first thing that is wrong.
  static func read(
    _ source: any ByteSource, limits: DocumentLimits, workers: WorkerCount
  ) throws(DocumentError) -> LoadedDocument {
    let refuse = { (error: DocumentError) throws(DocumentError) in throw error }
    let document = try ArchiveEnvelope(source, limits: limits, report: refuse)
    let reader = DocumentReader(document: document, workers: workers, report: refuse)
    var (tables, parts) = try reader.tables()
    try TablesRules(tables).check(maximum: 1, workers: workers, refuse)
    tables.noteUniqueness()
    return try reader.content(tables, parts)
  }

  private func content(
    _ tables: Tables, _ parts: StoredParts
  ) throws(DocumentError) -> LoadedDocument {
    let identity: FileIdentity
    do {
      identity = try FileIdentity(of: document.archive, source: document.source)
    } catch {
      throw DocumentError(error)
    }
    return LoadedDocument(
      tables: tables, form: .document, encoding: document.mediaType.encoding,
      header: document.header, volatile: document.manifest.volatile,
      origin: DocumentOrigin(
        identity: identity, manifestDigest: document.manifestDigest,
        revision: document.manifest.volatile.revision, parts: parts))
  }

  /// Decodes every part.
  ///
  /// One that is refused is reported and left out, if reporting goes on.
  func tables() throws(DocumentError) -> (Tables, StoredParts) {
    let (header, manifest) = (document.header, document.manifest)
    let memberColumns = OrderColumn.memberColumns(in: header.schema)
    var parts = StoredParts(header, encoding: document.mediaType.encoding)
    var segments = header.schema.hierarchies.map { _ in [Segment]() }
    var referred: Set<Digest> = []
    var isComplete = true
    try ChunkDecoding(document).run(workers) { (job, outcome) throws(DocumentError) in
      referred.formUnion(outcome.externals)
      do throws(DocumentError) {
        let segment = try outcome.segment.get()
        segments[job.hierarchy].append(segment)
        let rows = 0..<segment.count
        parts.chunks[job.chunk.hierarchy, default: []].append(
          StoredChunk(
            part: job.part, chunk: job.chunk, index: document.index(of: job.chunk),
            rows: [SegmentRows(segment: segment.number, rows: rows)], externals: outcome.externals,
            members: memberColumns[job.hierarchy].map { MemberRows(segment, rows, column: $0) }))
      } catch {
        isComplete = false
        try report(error)
      }
    }
    var tables = Tables(
      schema: header.schema, documentID: header.documentID,
      tables: segments.map { Table(segments: $0) }, nextKey: manifest.nextKey)
    try readForeign(into: &tables)
    for part in manifest.parts {
      if let digest = PartName.digest(ofExternal: part.name) { parts.externals[digest] = part }
      if part.kind == .extensions { parts.extensions = (tables.extensions, part) }
      if part.kind == .carried { parts.carried = (tables.carried, part) }
    }
    for content in tables.keptParts {
      parts.kept[content.name] = document.part(named: content.name).map { (content, $0) }
    }
    if isComplete {
      try checkTotals(tables.rowCounts())
      try checkReferred(referred)
    }
    return (tables, parts)
  }

  /// Decodes every part, hands the rows over, and keeps none of them.
  ///
  /// - Parameters:
  ///   - check: Gathers facts about each segment, on any thread.
  ///   - examine: Is told of which part each segment is.
  ///   - rowCounts: The rows of each entity, once all were handed over.
  /// - Returns: What stands beside the rows.
  func stream(
    _ check: @escaping @Sendable (Segment, Int) -> SegmentFacts,
    _ consume: (SegmentFacts, _ bytesRead: Int) throws(DocumentError) -> Void,
    examine: (ChunkDecoding.Job, Segment) -> Void = { _, _ in },
    rowCounts: () -> [String: Int]
  ) throws(DocumentError) -> Tables {
    var referred: Set<Digest> = []
    var isComplete = true
    var bytesRead = 0
    try ChunkDecoding(document, check: check).run(workers) { (job, outcome) throws(DocumentError) in
      referred.formUnion(outcome.externals)
      bytesRead += job.part.storedSize
      if case .failure(let error) = outcome.segment {
        isComplete = false
        try report(error)
      } else if let facts = outcome.facts {
        try consume(facts, bytesRead)
        examine(job, facts.segment)
      }
    }
    var tables = Tables(
      schema: document.header.schema, documentID: document.header.documentID,
      nextKey: document.manifest.nextKey)
    try readForeign(into: &tables)
    if isComplete {
      try checkTotals(rowCounts())
      try checkReferred(referred)
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

  /// Values that no record refers to would be lost in silence when the document is written.
  private func checkReferred(_ referred: Set<Digest>) throws(DocumentError) {
    for part in document.manifest.parts where part.kind == .external {
      if let digest = PartName.digest(ofExternal: part.name), referred.contains(digest) { continue }
      try report(DocumentError(.externalUnreferenced, part: part.name))
    }
  }

  private func checkTotals(_ counted: [String: Int]) throws(DocumentError) {
    for (entity, rows) in document.manifest.rows.sorted(by: { utf8Precedes($0.key, $1.key) })
    where counted[entity] != rows {
      try report(
        DocumentError(
          .manifestTotals, part: PartName.manifest(document.mediaType.encoding), entity: entity,
          "there are \(counted[entity] ?? 0) rows, stated are \(rows)"))
    }
  }
}
