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
    var indexes: IndexCheck?
    let rules = try attempt { (isWhole) throws(DocumentError) in
      let spill = SpillFile(in: options.temporaryFolder)
      indexes = source.archive.flatMap { IndexCheck($0, spill: spill) }
      var checks = [
        StreamedCheck(
          CheckPlan(schema), spill: spill, limit: list.maximum, memory: options.sortedBytes)
      ]
      let reading = try read(&checks, .checking, isWhole: isWhole, report: add) {
        (facts, place, _) throws(DocumentError) in
        if let chunk = place.chunk { try indexes?.add(chunk, facts.segment) }
      }
      return StreamedRules(reading.surroundings, checks[0])
    }
    if case .archive(let archive) = source { try archive.checkUnread(add) }
    // If parts are missing, references into them would be reported as dangling.
    guard list.findings.isEmpty else { return }
    try rules.check(add)
    try indexes?.check(add)
    if let problem = schemaProblem(schema) { try add(problem) }
  }
}
