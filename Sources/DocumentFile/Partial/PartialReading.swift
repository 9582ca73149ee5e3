import DocumentTables
import ZipArchive

/// The chunks of a document that one query reads, each at most once.
final class PartialReading {
  /// A row of a chunk that has been read.
  struct Place: Hashable, Sendable {
    var hierarchy: Int
    var chunk: Int
    var row: Int
  }

  struct ChunkPlace: Hashable, Sendable {
    var hierarchy: Int
    var chunk: Int

    init(_ hierarchy: Int, _ chunk: Int) {
      self.hierarchy = hierarchy
      self.chunk = chunk
    }
  }

  /// A search for numbers in the index parts of one hierarchy.
  struct IndexSearch: Sendable {
    var hierarchy: Int
    /// The section of the hierarchy's indexes; nil if no section applies.
    var section: Int?
    /// The numbers in ascending order.
    var numbers: [UInt64]
  }

  /// An index part that was read.
  private struct ReadIndex: Sendable {
    var name: String
    var slots: Range<Int>
    /// Nil if another program wrote it in a way of its own.
    var index: IndexPart?
  }

  /// An index part that led to a chunk.
  private struct Consultation: Sendable {
    var part: ReadIndex
    var sections: Range<Int>
    var slots: Range<Int>
  }

  private let document: PartialDocumentReader
  let schema: TableSchema
  private let plans: [IndexPlan]
  /// The chunks of the document form by hierarchy, in ascending order of keys.
  private let jobs: [[ChunkDecoding.Job]]
  /// The segments by hierarchy, then chunk.
  private var segments: [[Segment?]]
  /// The index parts that have been read, by name.
  private var indexes: [String: ReadIndex] = [:]
  /// The index parts that led to chunks which have not been compared with them yet.
  private var consulted: [ChunkPlace: [Consultation]] = [:]
  /// Whether a chunk was skipped because its index part says that it does not contain the answer.
  private(set) var reliesOnIndexes = false
  /// Receives the progress of the first chunks requested; later requests of a query are small.
  var progress: ((PassProgress) -> Void)?

  init(_ document: PartialDocumentReader) {
    self.document = document
    schema = document.schema
    plans = schema.hierarchies.indices.map { [schema] in IndexPlan(schema, hierarchy: $0) }
    switch document.content {
    case .whole(let tables):
      jobs = tables.tables.map { _ in [] }
      segments = tables.tables.map { $0.segments }
    case .archived(let archive):
      let all = Dictionary(grouping: ChunkDecoding.jobs(of: archive), by: \.hierarchy)
      let jobs = schema.hierarchies.indices.map { all[$0, default: []] }
      self.jobs = jobs
      segments = jobs.map { $0.map { _ in nil } }
    }
  }

  func chunkCount(_ hierarchy: Int) -> Int { segments[hierarchy].count }

  /// Returns the segment of a chunk; nil if the chunk has not been read.
  func segment(_ hierarchy: Int, _ chunk: Int) -> Segment? { segments[hierarchy][chunk] }

  /// Reads the chunks that have not been read yet, in parallel.
  func read(_ chunks: some Sequence<ChunkPlace>) throws(DocumentError) {
    guard case .archived(let archive) = document.content else { return }
    let missing = Set(chunks.filter { segments[$0.hierarchy][$0.chunk] == nil }).sorted {
      ($0.hierarchy, $0.chunk) < ($1.hierarchy, $1.chunk)
    }
    guard !missing.isEmpty else { return }
    var next = missing.makeIterator()
    let wanted = missing.map { jobs[$0.hierarchy][$0.chunk] }
    var told = PassProgress(
      phase: .reading, bytes: 0, totalBytes: wanted.reduce(0) { $0 + $1.part.storedSize },
      objects: 0)
    progress?(told)
    try ChunkDecoding(archive, jobs: wanted).run(document.workers) {
      (job, outcome) throws(DocumentError) in
      let segment = try outcome.facts.get().segment
      if let place = next.next() { segments[place.hierarchy][place.chunk] = segment }
      told.bytes += job.part.storedSize
      told.objects += segment.count
      progress?(told)
    }
    progress = nil
    try checkIndexes(of: missing, in: archive)
  }

  /// Compares newly read chunks with the index parts that selected them, or with all index parts.
  private func checkIndexes(
    of chunks: [ChunkPlace], in archive: ArchiveEnvelope
  ) throws(DocumentError) {
    if document.indexUse == .verified {
      for hierarchy in Set(chunks.map(\.hierarchy)) {
        let consultations = try consultations(of: hierarchy, in: archive)
        for place in chunks where place.hierarchy == hierarchy { consulted[place] = consultations }
      }
    }
    let (jobs, segments, plans, consulted) = (self.jobs, self.segments, self.plans, self.consulted)
    self.consulted = [:]
    try Workers.run(document.workers) { (workers: inout Workers) throws(DocumentError) in
      try workers.forEach(
        of: chunks.filter { consulted[$0] != nil },
        { place in
          Result { () throws(DocumentError) -> Void in
            guard let segment = segments[place.hierarchy][place.chunk] else { return }
            for use in consulted[place] ?? [] {
              guard let index = use.part.index else { continue }
              try IndexCheck.compare(
                index, named: use.part.name, use.sections, use.slots, plans[place.hierarchy],
                segment, of: jobs[place.hierarchy][place.chunk].chunk)
            }
          }
        }, { (_, outcome) throws(DocumentError) in try outcome.get() })
    }
  }

  /// Returns all index parts of a hierarchy, with all of their sections.
  private func consultations(
    of hierarchy: Int, in archive: ArchiveEnvelope
  ) throws(DocumentError) -> [Consultation] {
    var parts: [String: ReadIndex] = [:]
    for slot in 0..<IndexRuns.slots {
      if let part = try index(hierarchy, slot: slot, in: archive) { parts[part.name] = part }
    }
    return parts.values.map {
      Consultation(part: $0, sections: plans[hierarchy].sections.indices, slots: $0.slots)
    }
  }

  /// Returns the only chunk that may contain a key; nil if there is none.
  func chunk(of key: ObjectKey, _ hierarchy: Int) -> Int? {
    let jobs = jobs[hierarchy]
    var low = 0
    if case .archived = document.content {
      var high = jobs.count
      while low < high {
        let middle = low + (high - low) / 2
        if jobs[middle].chunk.range.last < key { low = middle + 1 } else { high = middle }
      }
      return low < jobs.count && jobs[low].chunk.range.contains(key) ? low : nil
    }
    let segments = segments[hierarchy]
    var high = segments.count
    while low < high {
      let middle = low + (high - low) / 2
      if segments[middle]?.keys.last ?? 0 < key { low = middle + 1 } else { high = middle }
    }
    return low < segments.count ? low : nil
  }

  /// Returns, for each search, the chunks in which one of its numbers may occur according to the
  /// index: all chunks if there is no usable index.
  func chunks(_ searches: [IndexSearch]) throws(DocumentError) -> [[ChunkPlace]] {
    var found: [[ChunkPlace]] = []
    for search in searches {
      let chunks = search.numbers.isEmpty ? [] : try indexed(search)
      found.append(
        (chunks ?? Array(segments[search.hierarchy].indices)).map {
          ChunkPlace(search.hierarchy, $0)
        })
    }
    return found
  }

  /// Returns the chunks that have been read already, and those that the index leads to; nil if there
  /// is no usable index.
  private func indexed(_ search: IndexSearch) throws(DocumentError) -> [Int]? {
    guard case .archived(let archive) = document.content, document.indexUse == .trusted,
      let section = search.section
    else { return nil }
    let segments = segments[search.hierarchy]
    var chunks = Set(segments.indices.filter { segments[$0] != nil })
    let kind = plans[search.hierarchy].sections[section].kind
    for (slot, numbers) in Dictionary(grouping: search.numbers, by: kind.slot) {
      guard let part = try index(search.hierarchy, slot: slot, in: archive),
        let dataParts = try? part.index?.dataParts(holding: numbers, section: section, slot: slot)
      else { return nil }
      for first in dataParts {
        guard let chunk = chunk(of: first, search.hierarchy),
          jobs[search.hierarchy][chunk].chunk.range.start == first
        else {
          throw DocumentError(
            .indexMismatch, part: part.name, "no data part begins with key \(first)")
        }
        chunks.insert(chunk)
        guard segments[chunk] == nil else { continue }
        consulted[ChunkPlace(search.hierarchy, chunk), default: []].append(
          Consultation(part: part, sections: section..<section + 1, slots: slot..<slot + 1))
      }
    }
    if chunks.count < segments.count { reliesOnIndexes = true }
    return chunks.sorted()
  }

  /// Returns the index part with a slot of a hierarchy, read once; nil if there is none for the
  /// current state of the data parts.
  private func index(
    _ hierarchy: Int, slot: Int, in archive: ArchiveEnvelope
  ) throws(DocumentError) -> ReadIndex? {
    let plan = plans[hierarchy]
    guard archive.hasCurrentIndexes, let part = archive.indexPart(plan.hierarchy, slot: slot)
    else { return nil }
    if let known = indexes[part.name] { return known }
    let isWhole = part.name == PartName.index(hierarchy: plan.hierarchy)
    // Damage is an error; an index part that another program wrote in its own way is only ignored.
    let bytes = try archive.indexContents(of: part)
    let index = try? IndexPart(bytes)
    let read = ReadIndex(
      name: part.name, slots: isWhole ? 0..<IndexRuns.slots : slot..<slot + 1,
      index: index.flatMap { $0.fits(plan) ? $0 : nil })
    indexes[part.name] = read
    return read
  }

  func position(ofReferences column: Int, _ hierarchy: Int) -> Int? {
    plans[hierarchy].position(ofReferences: column)
  }

  func position(ofValues properties: [String], of entity: String, _ hierarchy: Int) -> Int? {
    plans[hierarchy].position(ofValues: Set(properties), entity: entity, in: schema)
  }

  func section(_ position: Int, _ hierarchy: Int) -> IndexPlan.Section {
    plans[hierarchy].sections[position]
  }
}
