import DocumentTables
import ZipArchive

extension DocumentPass {
  /// Loads all rows into memory and checks them there.
  func load() throws(DocumentError) -> LoadedDocument {
    do throws(DocumentError) {
      begin(.load)
      var collected = CollectedRows(header, encoding: encoding)
      var checks: [StreamedCheck] = []
      let reading = try read(&checks, .reading) { facts, place, _ in collected.add(facts, place) }
      var tables = reading.surroundings
      tables.tables = collected.takeTables()
      try TablesRules(tables).check(maximum: 1, workers: options.workers, DocumentError.refuse)
      tables.noteUniqueness()
      tables.noteUnrecordedChanges(stamp: source.archive?.manifest.volatile.history)
      var content = LoadedDocument(
        tables: tables, form: form, encoding: encoding, header: header,
        volatile: source.archive?.manifest.volatile,
        origin: try origin(of: tables, &collected.parts))
      content.limits = options.limits
      return content
    } catch {
      throw error.inFile(path)
    }
  }

  /// Returns the state of the file that was read; nil for a flat text that was not read from a
  /// path, because no save will replace it.
  private func origin(
    of tables: Tables, _ parts: inout StoredParts
  ) throws(DocumentError) -> DocumentOrigin? {
    guard let document = source.archive else {
      guard path != nil else { return nil }
      return DocumentOrigin(
        identity: FileIdentity(ofWhole: try ReadingFile.wholeBytes(of: bytes)),
        manifestDigest: nil, revision: nil, parts: nil)
    }
    parts.addSurroundings(of: tables, in: document)
    let identity: FileIdentity
    do {
      identity = try FileIdentity(of: document.archive, source: document.source)
    } catch {
      throw DocumentError(error)
    }
    return DocumentOrigin(
      identity: identity, manifestDigest: document.manifestDigest,
      revision: document.manifest.volatile.revision, parts: parts)
  }
}

extension Tables {
  /// Compares the content with the digests of its history, unless the last save has stamped the
  /// file, and appends a transaction that names the ranges which a program changed without
  /// recording it.
  ///
  /// The transaction depends on the document alone, so every program that reads the file makes the
  /// same one.
  fileprivate mutating func noteUnrecordedChanges(stamp: History.Point?) {
    guard let history, let last = history.last, stamp != last, let contents = history.contents
    else {
      return
    }
    let ranges = changedRanges(since: contents)
    guard !ranges.isEmpty else { return }
    let time = history.runs.last?.transactions.last?.time ?? 0
    self.history?.append(
      History.Transaction(
        unknown: ranges, fingerprint: schema.modelFingerprint(),
        stamp: HistoryStamp(time: time, author: nil)), of: schema)
  }
}

/// The rows of a document that is loaded, and the parts that a later save may copy.
struct CollectedRows {
  private var segments: [[Segment]]
  private let memberColumns: [[Int]]
  var parts: StoredParts

  init(_ header: Header, encoding: DocumentEncoding) {
    segments = header.schema.hierarchies.map { _ in [] }
    memberColumns = OrderColumn.memberColumns(in: header.schema)
    parts = StoredParts(header, encoding: encoding)
  }

  mutating func add(_ facts: SegmentFacts, _ place: DocumentSource.Place) {
    segments[facts.hierarchy].append(facts.segment)
    guard let chunk = place.chunk else { return }
    let rows = 0..<facts.segment.count
    parts.chunks[chunk.chunk.hierarchy, default: []].append(
      StoredChunk(
        part: chunk.part, chunk: chunk.chunk,
        rows: [SegmentRows(segment: facts.segment.number, rows: rows)],
        externals: place.externals,
        members: memberColumns[facts.hierarchy].map {
          MemberRows(facts.segment, rows, column: $0)
        }))
  }

  /// Returns the tables and releases the collected rows.
  mutating func takeTables() -> [Table] {
    defer { segments = [] }
    return segments.map { Table(segments: $0) }
  }
}

extension StoredParts {
  /// Records the parts of the extension records, carried entries, kept parts and indexes, and of
  /// external values.
  fileprivate mutating func addSurroundings(of tables: Tables, in document: ArchiveEnvelope) {
    for part in document.manifest.parts {
      if let digest = PartName.digest(ofExternal: part.name) { externals[digest] = part }
      if part.kind == .extensions { extensions = (tables.extensions, part) }
      if part.kind == .carried { carried = (tables.carried, part) }
      if part.kind == .history, let history = tables.history,
        let start = PartName.start(ofHistoryRun: part.name, document.mediaType.encoding),
        let run = history.runs.first(where: { $0.start == start })
      {
        self.history[start] = (run, part)
      }
    }
    if document.hasCurrentIndexes {
      for part in document.manifest.parts where part.isIndex { indexes[part.name] = part }
    }
    for content in tables.keptParts {
      kept[content.name] = document.part(named: content.name).map { (content, $0) }
    }
  }
}
