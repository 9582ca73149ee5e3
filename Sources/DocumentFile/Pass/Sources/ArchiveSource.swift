import DocumentTables
import ZipArchive

/// The document form as a source of rows: first the data parts in order, then the content beside
/// the rows.
struct ArchiveSource {
  let document: ArchiveEnvelope

  /// Passes all rows to `take` once, and returns the content beside the rows.
  ///
  /// All records of a faulty part that break a rule are reported, and the part is skipped, unless `report`
  /// throws. Unreferenced external values
  /// and wrong totals are reported only if all data parts could be read.
  func read(
    _ workers: WorkerCount, _ facts: @escaping SegmentFacts.Gathering,
    report: DocumentSource.Report, _ take: DocumentSource.Take
  ) throws(DocumentError) -> Tables {
    var counts = document.header.schema.hierarchies.map {
      Array(repeating: 0, count: $0.entities.count)
    }
    var referred: Set<Digest> = []
    var isComplete = true
    var bytesRead = 0
    let decoding = ChunkDecoding(document, facts: facts)
    try decoding.run(workers) { (job, outcome) throws(DocumentError) in
      referred.formUnion(outcome.externals)
      bytesRead += job.part.storedSize
      switch outcome.facts {
      case .failure(let error):
        isComplete = false
        try report(error)
        for further in decoding.errors(in: job) where further.description != error.description {
          try report(further)
        }
      case .success(let facts):
        facts.segment.entities.count(rows: facts.segment.count, into: &counts[job.hierarchy])
        try take(
          facts,
          DocumentSource.Place(
            bytesRead: bytesRead, chunk: job, externals: outcome.externals))
      }
    }
    var tables = Tables(
      schema: document.header.schema, documentID: document.header.documentID,
      nextKey: document.manifest.nextKey)
    try readForeign(into: &tables, report)
    if isComplete {
      try checkTotals(counts, report)
      try checkReferred(referred, report)
    }
    return tables
  }

  private func readForeign(
    into tables: inout Tables, _ report: DocumentSource.Report
  ) throws(DocumentError) {
    tables.history = try history(report)
    for part in document.manifest.parts {
      do {
        switch part.kind {
        case .history: continue
        case .extensions:
          let tree = try document.tree(of: part, as: .extensions)
          tables.extensions = try ForeignContent.extensions(tree, part: part.name)
        case .carried:
          tables.carried = try document.tree(of: part, as: .carried).arrayValue ?? []
        case .mimetype, .header, .schema, .data, .external: continue
        // A program that knows a derived part derives it again.
        case .derived: continue
        case .keep:
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

  /// Reads the history; nil if there is none.
  func history(_ report: DocumentSource.Report) throws(DocumentError) -> History? {
    let stateName = PartName.historyState(document.mediaType.encoding)
    do throws(DocumentError) {
      var state: Tree?
      var transactions: [Tree] = []
      // The manifest lists the state before the runs, and these in ascending order.
      for part in document.manifest.parts where part.kind == .history {
        if part.name == stateName {
          state = try document.tree(of: part, as: .historyState)
        } else {
          transactions += try run(in: part)
        }
      }
      return try HistoryParts.history(
        state: state, transactions, of: document.header, limits: document.limits,
        part: stateName)
    } catch {
      try report(error)
      return nil
    }
  }

  /// Returns the transactions of a run, whose numbers must be those of its part.
  private func run(in part: ManifestPart) throws(DocumentError) -> [Tree] {
    let trees = try document.tree(of: part, as: .historyRun).arrayValue ?? []
    let start = PartName.start(ofHistoryRun: part.name, document.mediaType.encoding)
    let areHere = trees.allSatisfy { tree in
      tree["number"]?.integerValue.map { History.start(of: $0) } == start
    }
    guard areHere, !trees.isEmpty else {
      throw DocumentError(
        .historyMalformed, part: part.name, "its transactions are not those of its numbers")
    }
    return trees
  }

  /// An external value without a reference would be lost silently when the document is written.
  private func checkReferred(
    _ referred: Set<Digest>, _ report: DocumentSource.Report
  ) throws(DocumentError) {
    for part in document.manifest.parts where part.kind == .external {
      if let digest = PartName.digest(ofExternal: part.name), referred.contains(digest) { continue }
      try report(DocumentError(.externalUnreferenced, part: part.name))
    }
  }

  /// Checks the parts that reading skips: external values without a reference, and derived parts.
  func checkUnread(_ report: DocumentSource.Report) throws(DocumentError) {
    for part in document.manifest.parts {
      do throws(DocumentError) {
        if let digest = PartName.digest(ofExternal: part.name) {
          _ = try ExternalParts.verified(part, digest, in: document)
        } else if part.kind == .derived {
          _ = try document.contents(of: part)
        }
      } catch {
        try report(error)
      }
    }
  }

  private func checkTotals(
    _ counts: [[Int]], _ report: DocumentSource.Report
  ) throws(DocumentError) {
    var counted: [String: Int] = [:]
    for (hierarchy, counts) in zip(document.header.schema.hierarchies, counts) {
      for entity in hierarchy.entities {
        counted[entity.name] = counts[Int(entity.discriminator)]
      }
    }
    for (entity, rows) in document.manifest.rows.sorted(by: { utf8Precedes($0.key, $1.key) })
    where counted[entity] != rows {
      try report(
        DocumentError(
          .manifestTotals, part: PartName.manifest(document.mediaType.encoding), entity: entity,
          "there are \(counted[entity] ?? 0) rows, stated are \(rows)"))
    }
  }
}
