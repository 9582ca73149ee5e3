import DocumentTables

extension DocumentPass {
  /// Reports everything that is wrong with the document behind its beginning, as far as what was found
  /// leaves a meaning to the rest.
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
    // With parts missing, references into them would be called dangling.
    guard list.findings.isEmpty else { return }
    try rules.check(add)
    if let document = source.archive {
      try IndexCheck.checkNames(indexes, in: document, add)
      for problem in indexProblems { try add(problem) }
    }
    if let problem = schemaProblem(schema) { try add(problem) }
  }
}
