import DocumentTables

extension DocumentPass {
  /// Reports everything that is wrong with the document behind its beginning, as far as what was found
  /// leaves a meaning to the rest.
  ///
  /// - Parameter schemaProblem: As in ``DocumentFile/validate(_:options:maximum:schemaProblem:)``.
  fileprivate func validate(
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

extension DocumentFile {
  /// Checks a document of any size, and goes on after what is wrong, as far as that makes sense.
  ///
  /// - Parameter schemaProblem: What a program that knows the schema finds wrong with it, beyond the
  ///   rules of the format; asked for last.
  /// - Returns: At most `maximum` findings in the order in which they were met; none for a valid
  ///   document. What keeps the file from being read at all is a finding too.
  package static func validate(
    _ source: ReadSource, options: PassOptions = PassOptions(), maximum: Int = 100,
    schemaProblem: (TableSchema) -> DocumentError? = { _ in nil }
  ) -> [DocumentError] {
    let list = FindingList(maximum: maximum)
    do throws(DocumentError) {
      let pass = try DocumentPass(source, options: options, plan: .check) {
        (error) throws(DocumentError) in try list.add(error)
      }
      do throws(DocumentError) {
        try pass.validate(list, schemaProblem: schemaProblem)
      } catch {
        list.close(with: error)
      }
      try pass.requireSameBytes()
    } catch {
      // What is wrong with bytes of two states is wrong with neither of them.
      if error.code == .fileChanged { return [error.inFile(source.path)] }
      list.close(with: error)
    }
    return list.findings.map { $0.inFile(source.path) }
  }
}

/// Findings up to a number.
final class FindingList {
  let maximum: Int
  private(set) var findings: [DocumentError] = []

  init(maximum: Int) { self.maximum = max(1, maximum) }

  /// Throws the last finding that there is room for, so that nothing looks for more.
  func add(_ finding: DocumentError) throws(DocumentError) {
    guard findings.count < maximum - 1 else { throw finding }
    // An external value that many records share is one finding.
    if let last = findings.last, last.part == finding.part, last.description == finding.description
    {
      return
    }
    findings.append(finding)
  }

  func close(with finding: DocumentError) {
    findings.append(finding)
  }
}
