import DocumentTables
import ZipArchive

/// The comparison of a document's index parts with its records.
enum IndexCheck {
  private struct Job {
    let part: ManifestPart
    let subject: IndexPart.Subject
    let segment: Segment
  }

  /// Reports index parts that belong to no chunk.
  ///
  /// - Parameter expected: The names of the indexes of chunks.
  static func checkNames(
    _ expected: Set<String>, in document: ArchiveEnvelope,
    _ report: (DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    for part in document.manifest.parts where part.isIndex && !expected.contains(part.name) {
      try report(
        DocumentError(
          .indexMismatch, part: part.name, "there is no data part that it is the index of"))
    }
  }

  /// Checks the index of one chunk, whose rows are in a segment; the name is nil if the chunk has
  /// no index.
  static func check(
    _ chunk: ChunkDecoding.Job, _ segment: Segment, _ plan: IndexPlan,
    in document: ArchiveEnvelope
  ) -> (name: String?, problem: DocumentError?) {
    guard let entry = document.archive.entry(named: chunk.part.name),
      let index = document.index(of: chunk.chunk)
    else { return (nil, nil) }
    let job = Job(
      part: index, subject: IndexPart.Subject(entry, chunk.chunk), segment: segment)
    return (index.name, problem(job, plan, document))
  }

  /// Compares the index part of a chunk with its rows.
  ///
  /// An index whose numbers cannot be read is not compared.
  static func compare(
    _ index: IndexPart, _ segment: Segment, _ plan: IndexPlan, of chunk: ManifestPart.Chunk
  ) throws(DocumentError) {
    let own = IndexPart.bytes(plan, index.subject, [(segment, 0..<segment.count)])
    guard own != index.bytes, (try? index.checkNumbers()) != nil else { return }
    throw DocumentError(
      .indexMismatch, part: PartName.index(hierarchy: chunk.hierarchy, range: chunk.range),
      "the records give another index")
  }

  private static func problem(
    _ job: Job, _ plan: IndexPlan, _ document: ArchiveEnvelope
  ) -> DocumentError? {
    do throws(DocumentError) {
      let bytes = try document.indexContents(of: job.part)
      let rows = 0..<job.segment.count
      if IndexPart.bytes(plan, job.subject, [(job.segment, rows)]) == bytes { return nil }
      let index = try IndexPart(bytes)
      try index.checkNumbers()
      return DocumentError(
        .indexMismatch, part: job.part.name,
        index.subject == job.subject
          ? "the records give another index" : "it is of another state of the data part")
    } catch {
      return error.inPart(job.part.name)
    }
  }
}
