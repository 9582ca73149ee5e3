import DocumentTables
import ZipArchive

/// Reads chunks of a document as one question asks for them, each at most once.
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

  /// What is looked for in the chunks of one hierarchy.
  struct IndexSearch: Sendable {
    var hierarchy: Int
    /// The section of the hierarchy's indexes; nil where none tells.
    var section: Int?
    /// Ascending.
    var numbers: [UInt64]
  }

  /// What the index part of a chunk says.
  private struct Consultation: Sendable {
    var mayHold: Bool
    /// Nil where it has none that could be asked.
    var index: IndexPart?
  }

  private let document: PartialDocumentReader
  let schema: TableSchema
  private let plans: [IndexPlan]
  /// By hierarchy the chunks of the document form, in ascending order of keys.
  private let jobs: [[ChunkDecoding.Job]]
  /// By hierarchy, then chunk.
  private var segments: [[Segment?]]
  /// Those that were looked into, of chunks that have not been compared with them.
  private var consulted: [ChunkPlace: IndexPart] = [:]
  /// Whether a chunk was left unread because its index part says that it does not hold the answer.
  private(set) var reliesOnIndexes = false
  /// Is told of the chunks that are asked for first; what these lead to is little.
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

  /// Nil for a chunk that nobody has asked for.
  func segment(_ hierarchy: Int, _ chunk: Int) -> Segment? { segments[hierarchy][chunk] }

  /// Reads chunks, side by side, as far as they have not been read.
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

  /// Compares chunks that were just read with the index parts that led to them.
  private func checkIndexes(
    of chunks: [ChunkPlace], in archive: ArchiveEnvelope
  ) throws(DocumentError) {
    let isVerifying = document.indexUse == .verified
    let (jobs, segments, plans, consulted) = (self.jobs, self.segments, self.plans, self.consulted)
    self.consulted = [:]
    let places = isVerifying ? chunks : chunks.filter { consulted[$0] != nil }
    try Workers.run(document.workers) { (workers: inout Workers) throws(DocumentError) in
      try workers.forEach(
        of: places,
        { place in
          Result { () throws(DocumentError) -> Void in
            let (job, plan) = (jobs[place.hierarchy][place.chunk], plans[place.hierarchy])
            let index =
              isVerifying ? try Self.index(of: job, plan, archive) : consulted[place]
            guard let index, let segment = segments[place.hierarchy][place.chunk] else { return }
            try IndexCheck.compare(index, segment, plan, of: job.chunk)
          }
        }, { (_, outcome) throws(DocumentError) in try outcome.get() })
    }
  }

  /// The only chunk that may hold a key.
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

  /// The chunks in which one of some numbers may occur, search by search, as indexes say; chunks
  /// without an index, or with one that does not fit, are among them.
  func chunks(_ searches: [IndexSearch]) throws(DocumentError) -> [[ChunkPlace]] {
    var found = searches.map { search in
      search.numbers.isEmpty || isIndexed(search)
        ? [] : self.segments[search.hierarchy].indices.map { ChunkPlace(search.hierarchy, $0) }
    }
    guard case .archived(let archive) = document.content else { return found }
    let (jobs, segments, plans) = (self.jobs, self.segments, self.plans)
    let places = searches.indices.flatMap { index -> [(search: Int, chunk: Int)] in
      guard isIndexed(searches[index]), !searches[index].numbers.isEmpty else { return [] }
      return jobs[searches[index].hierarchy].indices.map { (index, $0) }
    }
    try Workers.run(document.workers) { (workers: inout Workers) throws(DocumentError) in
      try workers.forEach(
        of: places,
        { (index, chunk) -> Result<Consultation, DocumentError> in
          Result { () throws(DocumentError) -> Consultation in
            let search = searches[index]
            guard let section = search.section, segments[search.hierarchy][chunk] == nil else {
              return Consultation(mayHold: true)
            }
            guard
              let index = try Self.index(
                of: jobs[search.hierarchy][chunk], plans[search.hierarchy], archive),
              let mayHold = try? index.holds(anyOf: search.numbers, section: section)
            else { return Consultation(mayHold: true) }
            return Consultation(mayHold: mayHold, index: index)
          }
        },
        { (place, outcome) throws(DocumentError) in
          let outcome = try outcome.get()
          let chunk = ChunkPlace(searches[place.search].hierarchy, place.chunk)
          guard outcome.mayHold else {
            reliesOnIndexes = true
            return
          }
          found[place.search].append(chunk)
          if let index = outcome.index { consulted[chunk] = index }
        })
    }
    return found
  }

  private func isIndexed(_ search: IndexSearch) -> Bool {
    document.indexUse == .trusted && search.section != nil
  }

  /// The index part of a chunk; nil where it has none that is of its present state.
  private static func index(
    of job: ChunkDecoding.Job, _ plan: IndexPlan, _ archive: ArchiveEnvelope
  ) throws(DocumentError) -> IndexPart? {
    guard let part = archive.index(of: job.chunk),
      let entry = archive.archive.entry(named: job.part.name)
    else { return nil }
    // Damage is an error; what somebody wrote otherwise than this format says only costs time.
    let bytes = try archive.indexContents(of: part)
    guard let index = try? IndexPart(bytes),
      index.fits(IndexPart.Subject(entry, job.chunk), plan)
    else { return nil }
    return index
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
