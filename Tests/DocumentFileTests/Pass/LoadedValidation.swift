import DocumentTables

@testable import DocumentFile

/// Validates a document with all of its rows in memory: the naive way, which tells tests what a pass
/// must find.
struct LoadedValidation {
  var limits = DocumentLimits.standard
  var maximum = 100
  var workers = WorkerCount.standard

  /// The findings in the order in which they were met; empty for a valid document.
  func findings(_ bytes: [UInt8]) -> [DocumentError] {
    let list = FindingList(maximum: maximum)
    let add = { (error: DocumentError) throws(DocumentError) in try list.add(error) }
    do throws(DocumentError) {
      let pass = try DocumentPass(
        .bytes(bytes), options: PassOptions(limits: limits, workers: workers), plan: .load,
        report: add)
      var rows: [[(segment: Segment, chunk: ChunkDecoding.Job?)]] =
        pass.header.schema.hierarchies.map { _ in [] }
      var tables = try pass.source.read(
        workers, { SegmentFacts($0, hierarchy: $1) }, report: add
      ) { facts, place in
        rows[facts.hierarchy].append((facts.segment, place.chunk))
      }
      tables.tables = rows.map { Table(segments: $0.map(\.segment)) }
      if case .archive(let archive) = pass.source { try archive.checkUnread(add) }
      // With parts missing, references into them would be called dangling.
      guard list.findings.isEmpty else { return list.findings }
      try TablesRules(tables).check(maximum: maximum, workers: workers, add)
      if let document = pass.source.archive { try checkIndexes(rows, of: document, add) }
    } catch {
      list.close(with: error)
    }
    return list.findings
  }

  private func checkIndexes(
    _ rows: [[(segment: Segment, chunk: ChunkDecoding.Job?)]], of document: ArchiveEnvelope,
    _ add: (DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    var check = IndexCheck(document, spill: nil)
    for (segment, chunk) in rows.joined() {
      if let chunk { try check?.add(chunk, segment) }
    }
    try check?.check(add)
  }
}
