import DocumentTables
import ZipArchive

/// A parallel decoder of the data parts of a document, which passes on their segments in order.
///
///     stored bytes ─► digest ─► inflate, CRC-32 ─► UTF-8, records ─► segment      on any thread
///     segments and errors, in the order of the parts                              on the caller's
struct ChunkDecoding: Sendable {
  /// A data part and the table that it belongs to.
  struct Job: Sendable {
    var hierarchy: Int
    var part: ManifestPart
    var chunk: ManifestPart.Chunk
  }

  /// The result of decoding one part.
  struct Outcome: Sendable {
    /// The segment and its contribution to checks over all rows.
    var facts: Result<SegmentFacts, DocumentError>
    /// The external values that the records refer to.
    var externals: Set<Digest>
    fileprivate var externalBytes: Int
    fileprivate var isRefusedByBudget: Bool
  }

  private let document: ArchiveEnvelope
  private let reader: ChunkReader
  private let plans: [RecordPlan]
  private let memory = PartMemory()
  private let jobs: [Job]
  private let facts: SegmentFacts.Gathering

  /// - Parameters:
  ///   - jobs: The parts to decode, in order; nil for all.
  ///   - facts: Gathers facts about each segment, on any thread.
  init(
    _ document: ArchiveEnvelope, jobs: [Job]? = nil,
    facts: @escaping SegmentFacts.Gathering = { SegmentFacts($0, hierarchy: $1) }
  ) {
    self.document = document
    self.facts = facts
    let (header, manifest) = (document.header, document.manifest)
    let encoding = document.mediaType.encoding
    reader = ChunkReader(
      header: header, encoding: encoding, nextKey: manifest.nextKey, limits: document.limits,
      nestedBytesPerByte: ExpandedSizes(
        manifest: manifest, schema: header.schema, fileBytes: document.source.count,
        limits: document.limits
      ).nestedBytesPerByte)
    plans = header.schema.hierarchies.map { RecordPlan($0, encoding: encoding) }
    self.jobs = jobs ?? Self.jobs(of: document)
  }

  /// Returns all data parts, by hierarchy, then by key range.
  static func jobs(of document: ArchiveEnvelope) -> [Job] {
    let parts = Dictionary(grouping: document.manifest.parts.filter { $0.chunk != nil }) {
      $0.chunk?.hierarchy ?? ""
    }
    return document.header.schema.hierarchies.enumerated().flatMap { index, hierarchy in
      parts[hierarchy.name, default: []].compactMap { part in
        part.chunk.map { Job(hierarchy: index, part: part, chunk: $0) }
      }
    }
  }

  /// Passes the outcome of each part to `consume`, in the order of the parts.
  ///
  /// The outcomes do not depend on the number of workers.
  func run(
    _ workers: WorkerCount, _ consume: (Job, Outcome) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    let budget = ExternalBudget(document.limits.totalBytes)
    var remaining = document.limits.totalBytes
    try Workers.run(workers) { (workers: inout Workers) throws(DocumentError) in
      try workers.forEach(of: jobs, { [self] job in outcome(of: job, budget) }) {
        (job, outcome) throws(DocumentError) in
        var outcome = outcome
        // Which chunk exhausts the shared budget first is a race. To get the outcome of sequential
        // decoding, the chunk is decoded again with the budget that the chunks before it leave.
        if outcome.isRefusedByBudget || outcome.externalBytes > remaining {
          outcome = self.outcome(of: job, ExternalBudget(remaining))
        }
        remaining -= outcome.externalBytes
        try consume(job, outcome)
      }
    }
  }

  /// Returns all errors in the records of a part that cannot be decoded, in order.
  func errors(in job: Job) -> [DocumentError] {
    let externals = ExternalParts(
      document, budget: ExternalBudget(document.limits.totalBytes),
      statedBytes: job.chunk.textBytes)
    do throws(DocumentError) {
      return try document.withContents(of: job.part, in: memory) { bytes in
        reader.errors(
          in: job.chunk, part: job.part.name, bytes: bytes, plan: plans[job.hierarchy],
          externals: externals.source)
      }
    } catch {
      return [error]
    }
  }

  private func outcome(of job: Job, _ budget: ExternalBudget) -> Outcome {
    let externals = ExternalParts(
      document, budget: budget, statedBytes: job.chunk.textBytes)
    let segment = Result { () throws(DocumentError) in
      try document.withContents(of: job.part, in: memory) { (bytes) throws(DocumentError) in
        try reader.segment(
          of: job.chunk, part: job.part.name, bytes: bytes, plan: plans[job.hierarchy],
          externals: externals.source)
      }
    }
    return Outcome(
      facts: segment.map { facts($0, job.hierarchy) },
      externals: externals.asked, externalBytes: externals.grantedBytes,
      isRefusedByBudget: externals.isRefused)
  }
}
