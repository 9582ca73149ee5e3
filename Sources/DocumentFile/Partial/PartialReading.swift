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

  /// The answer of a chunk's index part.
  private struct Consultation: Sendable {
    var mayHold: Bool
    /// The index part; nil if the chunk has no usable one.
    var index: IndexPart?
  }

  private let document: PartialDocumentReader
  let schema: TableSchema
  private let plans: [IndexPlan]
  /// The chunks of the document form by hierarchy, in ascending order of keys.
  private let jobs: [[ChunkDecoding.Job]]
  /// The segments by hierarchy, then chunk.
  private var segments: [[Segment?]]
  /// The index parts consulted for chunks that have not been compared with them yet.
  private var consulted: [ChunkPlace: IndexPart] = [:]
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

  /// Compares newly read chunks with the index parts that selected them.
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
  /// indexes.
  ///
  /// Chunks without an index, or with an index that does not fit, are included.
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

  /// Returns the index part of a chunk; nil if there is none for the current state of the chunk.
  private static func index(
    of job: ChunkDecoding.Job, _ plan: IndexPlan, _ archive: ArchiveEnvelope
  ) throws(DocumentError) -> IndexPart? {
    guard let part = archive.index(of: job.chunk),
      let entry = archive.archive.entry(named: job.part.name)
    else { return nil }
    // Damage is an error; an index part that another program wrote in its own way is only ignored.
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
