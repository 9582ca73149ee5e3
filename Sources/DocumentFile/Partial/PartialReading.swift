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

  private let document: PartialDocument
  let schema: TableSchema
  private let plans: [IndexPlan]
  /// By hierarchy the chunks of the document form, in ascending order of keys.
  private let jobs: [[ChunkDecoding.Job]]
  /// By hierarchy, then chunk.
  private var segments: [[Segment?]]

  init(_ document: PartialDocument) {
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
  func read(_ hierarchy: Int, chunks: some Sequence<Int>) throws(DocumentError) {
    guard case .archived(let archive) = document.content else { return }
    let missing = Set(chunks.filter { segments[hierarchy][$0] == nil }).sorted()
    guard !missing.isEmpty else { return }
    var next = missing.makeIterator()
    let decoding = ChunkDecoding(archive, jobs: missing.map { jobs[hierarchy][$0] })
    try decoding.run(document.workers) { (_, outcome) throws(DocumentError) in
      let segment = try outcome.segment.get()
      if let chunk = next.next() { segments[hierarchy][chunk] = segment }
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

  /// The chunks in which one of some numbers may occur, by their indexes; those without an index, or
  /// with one that does not fit, are among them.
  func chunks(
    _ hierarchy: Int, holding numbers: [UInt64], section: Int?
  ) throws(DocumentError) -> [Int] {
    guard !numbers.isEmpty else { return [] }
    guard let section, case .archived(let archive) = document.content else {
      return Array(segments[hierarchy].indices)
    }
    let (jobs, segments, plan) = (jobs[hierarchy], segments[hierarchy], plans[hierarchy])
    var found: [Int] = []
    try Workers.run(document.workers) { (workers: inout Workers) throws(DocumentError) in
      try workers.forEach(
        of: jobs.indices,
        { chunk in
          Result { () throws(DocumentError) in
            guard segments[chunk] == nil else { return true }
            return try Self.mayHold(numbers, jobs[chunk], plan, section, archive)
          }
        },
        { (chunk, mayHold) throws(DocumentError) in
          if try mayHold.get() { found.append(chunk) }
        })
    }
    return found
  }

  private static func mayHold(
    _ numbers: [UInt64], _ job: ChunkDecoding.Job, _ plan: IndexPlan, _ section: Int,
    _ archive: ArchivedDocument
  ) throws(DocumentError) -> Bool {
    guard let part = archive.index(of: job.chunk),
      let entry = archive.archive.entry(named: job.part.name)
    else { return true }
    // Damage is an error; what somebody wrote otherwise than this format says only costs time.
    let bytes = try archive.contents(of: part)
    guard let index = try? IndexPart(bytes),
      index.fits(IndexPart.Subject(entry, job.chunk), plan)
    else { return true }
    return (try? index.holds(anyOf: numbers, section: section)) ?? true
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
