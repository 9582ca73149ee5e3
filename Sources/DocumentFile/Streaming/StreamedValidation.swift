import DocumentTables
import ZipArchive

/// Collects what is wrong with a document whose rows pass by, instead of stopping at the first thing.
struct StreamedValidation {
  let options: StreamingOptions
  /// No more findings than this are collected.
  let maximum: Int
  /// What a program that knows the schema finds wrong with it, beyond the rules of the format.
  let schemaProblem: (TableSchema) -> DocumentError?

  /// The findings in the order in which they were met; empty for a valid document.
  func findings(_ source: ReadSource) -> [DocumentError] {
    let list = FindingList(maximum: maximum)
    do throws(DocumentError) {
      let bytes = try ReadingFile.openSpooled(
        source, folder: options.temporaryFolder, limits: options.limits)
      validate(bytes, list)
      // Whatever is wrong with bytes of two states is wrong with neither of them.
      if bytes.hasChanged { return [DocumentError(.fileChanged)] }
    } catch {
      list.close(with: error)
    }
    return list.findings
  }

  private func validate(_ bytes: any ByteSource, _ list: FindingList) {
    do throws(DocumentError) {
      switch try FileFormat(of: bytes) {
      case .zip: try validateArchive(bytes, list)
      case .flat:
        // Whatever the text is, it goes on after nothing that is wrong in it.
        let document = try StreamedDocument(.opened(bytes), options: options)
        try document.validateRules(maximum: maximum) { (error) throws(DocumentError) in
          try list.add(error)
        }
        if let problem = schemaProblem(document.header.schema) { try list.add(problem) }
      }
    } catch {
      list.close(with: error)
    }
  }

  private func validateArchive(
    _ source: any ByteSource, _ list: FindingList
  ) throws(DocumentError) {
    let add = { (error: DocumentError) throws(DocumentError) in try list.add(error) }
    let document = try ArchiveEnvelope(source, limits: options.limits, report: add)
    let plan = CheckPlan(document.header.schema)
    let maximum = maximum
    var check = StreamedCheck(
      plan, spill: SpillFile(in: options.temporaryFolder), limit: maximum,
      memory: options.sortedBytes)
    var progress = StreamingProgress(
      phase: .checking, bytes: 0, totalBytes: source.count, objects: 0)
    options.progress?(progress)
    let indexPlans = plan.schema.hierarchies.indices.map { IndexPlan(plan.schema, hierarchy: $0) }
    var indexes: Set<String> = []
    var indexProblems: [DocumentError] = []
    let surroundings = try DocumentReader(
      document: document, workers: options.workers, report: add
    ).stream(
      { SegmentFacts($0, hierarchy: $1, plan, limit: maximum) },
      { (facts, bytesRead) throws(DocumentError) in
        try check.add(facts)
        progress.bytes = bytesRead
        progress.objects += facts.segment.count
        options.progress?(progress)
      },
      examine: { job, segment in
        let (name, problem) = IndexCheck.check(
          job, segment, indexPlans[job.hierarchy], in: document)
        if let name { indexes.insert(name) }
        if let problem, indexProblems.count < maximum { indexProblems.append(problem) }
      },
      rowCounts: { check.rowCounts })
    try DocumentValidation.checkUnread(document, add)
    // With parts missing, references into them would be called dangling.
    guard list.findings.isEmpty else { return }
    try check.finish()
    try StreamedRules(surroundings, check).check(add)
    try IndexCheck(document: document, workers: options.workers).checkNames(indexes, add)
    for problem in indexProblems { try add(problem) }
    if let problem = schemaProblem(document.header.schema) { try add(problem) }
  }
}

extension DocumentFile {
  /// Checks a document of any size, and goes on after what is wrong, as far as that makes sense.
  ///
  /// - Parameter schemaProblem: What a program that knows the schema finds wrong with it, beyond the
  ///   rules of the format; asked for last.
  /// - Returns: At most `maximum` findings in the order in which they were met; none for a valid
  ///   document. What keeps the file from being read at all is a finding too.
  package static func validate(
    _ source: ReadSource, streaming options: StreamingOptions, maximum: Int = 100,
    schemaProblem: (TableSchema) -> DocumentError? = { _ in nil }
  ) -> [DocumentError] {
    withoutActuallyEscaping(schemaProblem) { schemaProblem in
      StreamedValidation(options: options, maximum: maximum, schemaProblem: schemaProblem)
        .findings(source).map { $0.inFile(source.path) }
    }
  }
}
