import DocumentTables
import ZipArchive

/// The comparison of a document's index parts with its records.
struct IndexCheck {
  private let document: ArchiveEnvelope
  private let plans: [IndexPlan]
  private var waiting: WaitingIndexes

  /// Begins the comparison; nil if the document has no index parts.
  init?(_ document: ArchiveEnvelope, spill: SpillFile?) {
    guard document.manifest.indexed != nil || document.manifest.parts.contains(where: \.isIndex)
    else { return nil }
    self.document = document
    let schema = document.header.schema
    plans = schema.hierarchies.indices.map { IndexPlan(schema, hierarchy: $0) }
    waiting = WaitingIndexes(plans, spill, largestUndivided: 0)
  }

  /// Adds the rows of the next data part.
  mutating func add(_ chunk: ChunkDecoding.Job, _ segment: Segment) throws(DocumentError) {
    let plan = plans[chunk.hierarchy]
    guard !plan.sections.isEmpty else { return }
    try waiting.add(
      IndexRuns(plan, of: chunk.chunk.range, [(segment, 0..<segment.count)]), rows: segment.count,
      hierarchy: chunk.hierarchy)
  }

  /// Reports index parts that differ from those of the records, after all data parts were added.
  func check(_ report: (DocumentError) throws(DocumentError) -> Void) throws(DocumentError) {
    guard document.hasCurrentIndexes else {
      return try report(
        DocumentError(
          .indexMismatch, part: PartName.manifest(document.mediaType.encoding),
          "the index parts are of another state of the data parts"))
    }
    let expected = Dictionary(
      waiting.possibleParts.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(document.manifest.parts.lazy.filter(\.isIndex).map(\.name))
    for part in document.manifest.parts where part.isIndex {
      if let whole = PartName.index(ofSlot: part.name), names.contains(whole) {
        try report(
          DocumentError(
            .indexMismatch, part: part.name,
            "it is in a folder with the name of the part \(whole)"))
        continue
      }
      guard let known = expected[part.name] else {
        try report(
          DocumentError(
            .indexMismatch, part: part.name, "there are no data parts that it is the index of"))
        continue
      }
      if let problem = try problem(part, try waiting.bytes(of: known)) { try report(problem) }
    }
  }

  private func problem(
    _ part: ManifestPart, _ expected: [UInt8]
  ) throws(DocumentError) -> DocumentError? {
    do throws(DocumentError) {
      let bytes = try document.indexContents(of: part)
      if bytes == expected { return nil }
      try IndexPart(bytes).checkNumbers()
      return Self.mismatch(part.name)
    } catch {
      return error.inPart(part.name)
    }
  }

  /// Compares the runs of a data part in an index part with its rows, in some sections.
  ///
  /// An index whose numbers cannot be read is not compared.
  static func compare(
    _ index: IndexPart, named name: String, _ sections: some Sequence<Int>, _ slots: Range<Int>,
    _ plan: IndexPlan, _ segment: Segment, of chunk: ManifestPart.Chunk
  ) throws(DocumentError) {
    var occurring = OccurringNumbers([(segment, 0..<segment.count)])
    for section in sections {
      let own = IndexRuns(
        occurring.numbers(plan.sections[section], in: slots), of: chunk.range)
      let isSame = slots.allSatisfy {
        own.bytes[$0] == index.run(of: chunk.range.start, section: section, slot: $0)
      }
      if !isSame, (try? index.checkNumbers()) != nil { throw mismatch(name) }
    }
  }

  private static func mismatch(_ name: String) -> DocumentError {
    DocumentError(.indexMismatch, part: name, "the records give another index")
  }
}
