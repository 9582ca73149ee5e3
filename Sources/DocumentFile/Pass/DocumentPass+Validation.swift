import DocumentTables

extension DocumentPass {
  /// Reports all errors behind the sections that were read on opening.
  ///
  /// If a part cannot be read, the rules across parts are not checked.
  ///
  /// - Parameter schemaProblem: As in ``DocumentFile/validate(_:options:maximum:schemaProblem:)``.
  func validate(
    _ list: FindingList, schemaProblem: (TableSchema) -> DocumentError?
  ) throws(DocumentError) {
    begin(.check)
    let add = { (error: DocumentError) throws(DocumentError) in try list.add(error) }
    let schema = header.schema
    let indexPlans = schema.hierarchies.indices.map { IndexPlan(schema, hierarchy: $0) }
    var indexes: Set<String> = []
    var indexProblems: [DocumentError] = []
    let rules = try attempt { (isWhole) throws(DocumentError) in
      var checks = [
        StreamedCheck(
          CheckPlan(schema), spill: SpillFile(in: options.temporaryFolder), limit: list.maximum,
          memory: options.sortedBytes)
      ]
      let reading = try read(&checks, .checking, isWhole: isWhole, report: add) { facts, place, _ in
        guard let chunk = place.chunk, let document = source.archive else { return }
        let (name, problem) = IndexCheck.check(
          chunk, facts.segment, indexPlans[facts.hierarchy], in: document)
        if let name { indexes.insert(name) }
        if let problem, indexProblems.count < list.maximum { indexProblems.append(problem) }
      }
      return StreamedRules(reading.surroundings, checks[0])
    }
    if case .archive(let archive) = source { try archive.checkUnread(add) }
    // If parts are missing, references into them would be reported as dangling.
    guard list.findings.isEmpty else { return }
    try rules.check(add)
    if let document = source.archive {
      try IndexCheck.checkNames(indexes, in: document, add)
      for problem in indexProblems { try add(problem) }
    }
    if let problem = schemaProblem(schema) { try add(problem) }
  }
}
