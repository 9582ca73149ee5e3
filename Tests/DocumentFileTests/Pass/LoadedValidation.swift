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
    var flat: FlatStream?
    do throws(DocumentError) {
      let pass = try DocumentPass(
        .bytes(bytes), options: PassOptions(limits: limits, workers: workers), plan: .load,
        report: add)
      if case .flat(let text) = pass.source { flat = text }
      let opening = list.findings.count
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
      let parts = pass.source.archive?.manifest.parts.count { $0.chunk != nil } ?? 0
      let readParts = rows.joined().count { $0.chunk != nil }
      guard opening == 0, readParts == parts else { return list.findings }
      let isAllRead = list.findings.isEmpty
      for finding in TablesCheck.findings(tables, limit: maximum, workers: workers) {
        try add(DocumentError(finding))
      }
      guard isAllRead else { return list.findings }
      try TablesRules(tables).checkBesideSchema(add)
      if let document = pass.source.archive { try checkIndexes(rows, of: document, add) }
    } catch {
      close(list, with: error, flat)
    }
    return list.findings
  }

  /// Ends with an error, or with all broken records of a text.
  private func close(_ list: FindingList, with error: DocumentError, _ flat: FlatStream?) {
    guard let flat, error.leavesTextReadable, !list.isFull else { return list.close(with: error) }
    do throws(DocumentError) {
      try flat.readFindings { (error) throws(DocumentError) in try list.add(error) }
    } catch {
      list.close(with: error)
    }
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
