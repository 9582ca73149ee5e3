import DocumentTables
import ZipArchive

extension DocumentPass {
  /// Reports all errors behind the sections that were read on opening.
  ///
  /// If a record cannot be read, the rules across records are not checked: references to it would be
  /// reported as dangling.
  ///
  /// - Returns: Whether all rules were checked.
  func validate(
    _ list: FindingList, _ checks: SchemaChecks
  ) throws(DocumentError) -> Bool {
    begin(.check)
    let add = { (error: DocumentError) throws(DocumentError) in try list.add(error) }
    do throws(DocumentError) {
      return try validateOnce(list, checks)
    } catch {
      guard case .flat(let text) = source, error.leavesTextReadable, !list.isFull else {
        throw error
      }
      // Details of libxml2 count lines from the beginning of a window.
      try (bytes.count <= options.rereadBytes ? text.atOnce : text).readFindings(add)
      // Both readings found the error, unless the bytes changed.
      guard !list.findings.isEmpty else { throw error }
      return false
    }
  }

  private func validateOnce(
    _ list: FindingList, _ checks: SchemaChecks
  ) throws(DocumentError) -> Bool {
    let opening = list.findings.count
    let parts = source.archive?.manifest.parts.count { $0.chunk != nil } ?? 0
    var readParts = 0
    let add = { (error: DocumentError) throws(DocumentError) in try list.add(error) }
    let schema = header.schema
    var indexes: IndexCheck?
    let rules = try attempt { (isWhole) throws(DocumentError) in
      let spill = SpillFile(in: options.temporaryFolder)
      let rows = checks.rows(schema, spill)
      indexes = source.archive.flatMap { IndexCheck($0, spill: spill) }
      var streamed = [
        StreamedCheck(
          CheckPlan(schema), spill: spill, limit: list.maximum, memory: options.sortedBytes)
      ]
      let reading = try read(&streamed, .checking, isWhole: isWhole, report: add) {
        (facts, place, _) throws(DocumentError) in
        if let chunk = place.chunk {
          readParts += 1
          try indexes?.add(chunk, facts.segment)
        }
        try rows?(facts.segment, facts.hierarchy)
      }
      return StreamedRules(reading.surroundings, streamed[0])
    }
    if case .archive(let archive) = source { try archive.checkUnread(add) }
    guard opening == 0, readParts == parts else { return false }
    let isAllRead = list.findings.isEmpty
    try rules.check(besideSchema: isAllRead, add)
    guard isAllRead else { return false }
    try indexes?.check(add)
    if let problem = checks.problem(schema) { try add(problem) }
    return true
  }
}
