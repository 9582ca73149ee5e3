import DocumentTables
import ZipArchive

/// A writer of the document form, entry after entry, to an output that need not be seekable.
///
///     rows ─► text                                  on any thread
///     sizes of records ─► ranges of chunks           on the caller's, in the order of keys
///     texts ─► part ─► deflate ─► digest             on any thread
///     parts, in order                                on the caller's
///
/// Only a few blocks and chunks are processed at the same time, so memory does not grow with the
/// document.
///
/// The raw bytes of every part except the manifest depend only on the content, the encoding and the
/// document type. When a file is replaced, unchanged parts are copied from it, with their digests
/// checked; the partition into chunks is that of a full write in either case. Unchanged parts that
/// another program spelled differently are copied as they are.
struct ArchiveWriter: DocumentSink {
  /// The file whose parts are copied; nil if no part could be copied.
  let replaced: ReplacedDocument?
  /// The written parts, for a later save in place; nil if they are not remembered.
  private(set) var storedParts: StoredParts?

  private let options: DocumentWriteOptions
  private let header: Header
  private let readable: ReadableValues
  private var writer: PartWriter
  /// The external values, which are written after all records.
  private var externals: WaitingParts
  /// The indexes, which are written after all other parts.
  private var indexes: WaitingIndexes
  /// The data that the chunks of each hierarchy share.
  private let hierarchies: [ChunkAssembly.Surroundings]

  private var hierarchy = 0
  private var planning: ChunkPlanning
  private var blocks: [WorkItem<RecordBlock>] = []
  private var chunks: [WorkItem<Result<ChunkAssembly.Finished, DocumentError>>] = []
  /// The memory of the trees and arrays of data parts, for parts that have some.
  private var nestedBytes: [(part: ManifestPart, bytes: Int)] = []
  /// The digests of the written records, which the history states.
  private var contents: [HistoryContent] = []

  /// Writes the parts before the records.
  ///
  /// - Parameters:
  ///   - tables: All rows, or none if each added segment brings its own ``MemberLookup``.
  ///   - replaced: The file that a save replaces.
  ///   - remembersParts: Whether to record ``storedParts``, which uses memory for each chunk.
  ///   - spill: The file for parts that wait to be written; nil to keep them in memory.
  init(
    _ tables: Tables, options: DocumentWriteOptions, replacing replaced: ReplacedDocument? = nil,
    remembersParts: Bool, spill: SpillFile? = nil, output: @escaping FileReplacement.Output
  ) throws(DocumentError) {
    let encoding = options.encoding
    let header = Header(
      documentID: tables.documentID, type: options.type, schema: tables.schema,
      history: tables.history?.policy)
    let replaced = replaced.flatMap { $0.parts.fits(header, encoding: encoding) ? $0 : nil }
    let memberColumns = remembersParts ? OrderColumn.memberColumns(in: tables.schema) : nil
    self.options = options
    self.header = header
    readable = ReadableValues(options, hasExternals: true)
    self.replaced = replaced
    storedParts = remembersParts ? StoredParts(header, encoding: encoding) : nil
    writer = PartWriter(options: options, output: output)
    externals = WaitingParts(spill)
    let plans = tables.schema.hierarchies.indices.map { IndexPlan(tables.schema, hierarchy: $0) }
    indexes = WaitingIndexes(plans, spill, largestUndivided: options.dividedIndexRows)
    planning = ChunkPlanning(limit: options.chunkLimit)
    var hierarchies: [ChunkAssembly.Surroundings] = []
    for (hierarchy, plan) in plans.enumerated() {
      let stored: StoredIndex? =
        if let replaced { try StoredIndex(plan, in: replaced) } else { nil }
      hierarchies.append(
        ChunkAssembly.Surroundings(
          header: header, compression: options.compression,
          source: RecordBlock.Source(
            tables: tables, hierarchy: hierarchy, encoding: encoding, putsAsideExternals: true),
          memberColumns: memberColumns?[hierarchy] ?? [],
          indexes: plan, replaced: replaced, storedIndex: stored,
          contents: tables.history == nil
            ? nil : ContentDigests.source(tables, hierarchy: hierarchy)))
    }
    self.hierarchies = hierarchies
    let mediaType = MediaTypeEntry(type: options.type, encoding: encoding)
    try writer.add(
      PartName.mimetype, kind: .mimetype, bytes: Array(mediaType.text.utf8), isStored: true)
    try writer.add(
      PartName.header(encoding), kind: .header,
      bytes: try TreePart.header.bytes(of: header.tree(.zip), PartName.header(encoding), options))
    try writer.add(
      PartName.schema(encoding), kind: .schema,
      bytes: try TreePart.schema.bytes(
        of: tables.schema.entitiesTree(), PartName.schema(encoding), options))
  }

  // MARK: Records

  mutating func add(
    _ segment: Segment, _ rows: Range<Int>, hierarchy: Int, members: MemberLookup,
    _ workers: inout Workers
  ) throws(DocumentError) {
    try begin(hierarchy, &workers)
    let source = hierarchies[hierarchy].source
    for rows in RecordBlock.cut(segment, rows) {
      try take(blocksDownTo: workers.ahead - 1, &workers)
      blocks.append(
        workers.submit { RecordBlock(segment, rows, source.forRows(rows, of: segment, members)) })
    }
  }

  /// Adds the next rows, which a chunk of the replaced file contains unchanged.
  mutating func add(
    _ chunk: StoredChunk, _ slices: [UnchangedChunks.Slice], hierarchy: Int,
    _ workers: inout Workers
  ) throws(DocumentError) {
    try begin(hierarchy, &workers)
    let size = ChunkAssembly.recordBytes(of: chunk, header: header, encoding: options.encoding)
    if size <= options.chunkLimit || chunk.chunk.rows == 1 {
      try take(blocksDownTo: 0, &workers)
      try assemble(planning.add(chunk, slices, size: size), &workers)
    } else {
      for (segment, rows) in slices {
        try add(segment, rows, hierarchy: hierarchy, members: .tables, &workers)
      }
    }
  }

  private mutating func begin(
    _ hierarchy: Int, _ workers: inout Workers
  ) throws(DocumentError) {
    guard hierarchy != self.hierarchy else { return }
    try finishHierarchy(&workers)
    self.hierarchy = hierarchy
  }

  private mutating func finishHierarchy(_ workers: inout Workers) throws(DocumentError) {
    try take(blocksDownTo: 0, &workers)
    try assemble(planning.finish(), &workers)
    planning = ChunkPlanning(limit: options.chunkLimit)
  }

  /// Processes the oldest blocks until `rest` blocks are left.
  private mutating func take(
    blocksDownTo rest: Int, _ workers: inout Workers
  ) throws(DocumentError) {
    while blocks.count > rest {
      let block = workers.result(of: blocks.removeFirst())
      try readable.check(block, hierarchies[hierarchy].layout)
      try assemble(planning.add(block), &workers)
    }
  }

  /// Submits the assembly of chunks, and writes the oldest finished chunks.
  private mutating func assemble(
    _ decided: [ChunkPlanning.Decided], _ workers: inout Workers
  ) throws(DocumentError) {
    for chunk in decided {
      try write(chunksDownTo: workers.ahead - 1, &workers)
      let assembly = ChunkAssembly(
        surroundings: hierarchies[hierarchy], range: chunk.range, pieces: chunk.pieces)
      chunks.append(
        workers.submit { Result { () throws(DocumentError) in try assembly.finish() } })
    }
  }

  /// Writes the oldest chunks until `rest` chunks are left.
  private mutating func write(
    chunksDownTo rest: Int, _ workers: inout Workers
  ) throws(DocumentError) {
    while chunks.count > rest { try write(workers.result(of: chunks.removeFirst()).get()) }
  }

  private mutating func write(_ finished: ChunkAssembly.Finished) throws(DocumentError) {
    let part = try writer.add(finished.part, kind: .data, chunk: finished.chunk)
    if finished.nestedBytes > 0 { nestedBytes.append((part, finished.nestedBytes)) }
    try indexes.add(finished.index, rows: finished.chunk.rows, hierarchy: finished.hierarchy)
    for (digest, value) in finished.externals {
      let name = PartName.external(digest)
      try externals.add(name) { [replaced, options] () throws(DocumentError) in
        if let replaced, let part = replaced.parts.externals[digest] {
          return try replaced.copy(of: part)
        }
        return try CompressedPart(name, Array(value ?? []), method: options.compression)
      }
    }
    storedParts?.chunks[finished.chunk.hierarchy, default: []].append(
      StoredChunk(
        part: part, chunk: finished.chunk, rows: finished.rows,
        externals: Set(finished.externals.keys), members: finished.members,
        content: finished.content))
    if let digest = finished.content {
      let range = HistoryRange(
        hierarchy: finished.chunk.hierarchy, start: finished.chunk.range.start,
        bits: finished.chunk.range.bits)
      contents.append(HistoryContent(range: range, digest: digest))
    }
  }

  // MARK: Parts behind the records

  mutating func finish(
    _ surroundings: Tables, rows: [String: Int], _ workers: inout Workers
  ) throws(DocumentError) {
    try finishHierarchy(&workers)
    try write(chunksDownTo: 0, &workers)
    try externals.forEach(&workers) { (part) throws(DocumentError) in
      let listed = try writer.add(part, kind: .external)
      if let digest = PartName.digest(ofExternal: part.name) {
        storedParts?.externals[digest] = listed
      }
    }
    try writeExtensions(surroundings.extensions)
    try writeCarried(surroundings.carried)
    try writeHistory(surroundings.history)
    try writeKept(surroundings.keptParts)
    try writeIndexes(&workers)
    try finish(
      Manifest(
        documentID: header.documentID, nextKey: surroundings.nextKey, parts: writer.parts,
        rows: rows,
        volatile: VolatileInformation(
          generator: options.generator, revision: options.revision, parent: options.parent,
          history: surroundings.history?.last)))
  }

  // Comparing an array with itself is free, and versions of tables share unchanged arrays.

  private mutating func writeExtensions(_ records: [ExtensionRecord]) throws(DocumentError) {
    if records.isEmpty { return }
    let part: CompressedPart
    if let replaced, let known = replaced.parts.extensions, known.content == records {
      part = try replaced.copy(of: known.part)
    } else {
      let name = PartName.extensions(options.encoding)
      for record in records { try readable.check(record.value, part: name) }
      part = try CompressedPart(
        name, try TreePart.extensions.bytes(of: ForeignContent.tree(records), name, options),
        method: options.compression)
    }
    let listed = try writer.add(part, kind: .extensions)
    storedParts?.extensions = (records, listed)
  }

  private mutating func writeCarried(_ entries: [Tree]) throws(DocumentError) {
    if entries.isEmpty { return }
    let part: CompressedPart
    if let replaced, let known = replaced.parts.carried, known.content == entries {
      part = try replaced.copy(of: known.part)
    } else {
      let name = PartName.carried(options.encoding)
      for entry in entries { try readable.check(entry, part: name) }
      part = try CompressedPart(
        name, try TreePart.carried.bytes(of: .array(entries), name, options),
        method: options.compression)
    }
    let listed = try writer.add(part, kind: .carried)
    storedParts?.carried = (entries, listed)
  }

  private mutating func writeHistory(_ history: History?) throws(DocumentError) {
    guard let history,
      let state = HistoryState(history, own: header.modelFingerprint, contents: contents)
    else { return }
    let writing = HistoryWriter(options: options, readable: readable, replaced: replaced)
    let parts = try writing.parts(of: history, state)
    try writer.add(parts.state, kind: .history)
    for written in parts.runs {
      let listed = try writer.add(written.part, kind: .history)
      storedParts?.history[written.run.start] = (written.run, listed)
    }
  }

  private mutating func writeKept(_ parts: [KeptPart]) throws(DocumentError) {
    for part in parts.sorted(by: { utf8Precedes($0.name, $1.name) }) {
      let compressed: CompressedPart
      if let replaced, let known = replaced.parts.kept[part.name], known.content == part {
        compressed = try replaced.copy(of: known.part)
      } else {
        compressed = try CompressedPart(part.name, part.bytes, method: options.compression)
      }
      let listed = try writer.add(compressed, kind: .keep, kept: part)
      storedParts?.kept[part.name] = (part, listed)
    }
  }

  private mutating func writeIndexes(_ workers: inout Workers) throws(DocumentError) {
    let dataBytes = writer.parts.lazy.filter { $0.kind == .data }.map(\.rawSize)
    guard Manifest.total(dataBytes) ?? .max >= options.indexedBytes else { return }
    var waiting: [WorkItem<Result<CompressedPart, DocumentError>>] = []
    for part in indexes.parts {
      let raw = try indexes.bytes(of: part)
      // Readers ignore larger parts, and look for the numbers in all records.
      guard raw.count <= options.limits.treePartBytes else { continue }
      try writeIndexes(waiting: &waiting, downTo: workers.ahead - 1, &workers)
      let surroundings = hierarchies[part.hierarchy]
      waiting.append(
        workers.submit {
          Result { () throws(DocumentError) in
            if let known = surroundings.storedIndex?.part(part.name, with: raw) { return known }
            // Hashes hardly compress, and inflating them would cost each lookup time.
            let isHashed = surroundings.indexes.sections.contains { $0.kind == .values }
            return try CompressedPart(
              part.name, raw, method: isHashed ? .stored : surroundings.compression)
          }
        })
    }
    try writeIndexes(waiting: &waiting, downTo: 0, &workers)
  }

  private mutating func writeIndexes(
    waiting: inout [WorkItem<Result<CompressedPart, DocumentError>>], downTo rest: Int,
    _ workers: inout Workers
  ) throws(DocumentError) {
    while waiting.count > rest {
      let part = try writer.add(workers.result(of: waiting.removeFirst()).get(), kind: .derived)
      storedParts?.indexes[part.name] = part
    }
  }

  private mutating func finish(_ described: Manifest) throws(DocumentError) {
    var manifest = described
    if manifest.parts.contains(where: \.isIndex) { manifest.indexed = manifest.dataDigest }
    let name = PartName.manifest(options.encoding)
    // The writer rejects documents that a reader with the same limits would reject.
    let sizes = ExpandedSizes(
      manifest: manifest, schema: header.schema,
      fileBytes: Manifest.total(writer.parts.lazy.map(\.storedSize)) ?? 0, limits: options.limits)
    try sizes.check(part: name)
    for (part, bytes) in nestedBytes { try sizes.check(nestedBytes: bytes, of: part) }
    try writer.finish(
      manifest: try TreePart.manifest.bytes(of: manifest.tree, name, options), name: name)
  }
}
