import DocumentTables

/// The rules of ``TablesRules`` for a document whose rows are no longer in memory.
struct StreamedRules {
  let surroundings: Tables
  let check: StreamedCheck

  /// - Parameters:
  ///   - surroundings: The content beside the rows.
  ///   - check: The finished check of the rows.
  init(_ surroundings: Tables, _ check: StreamedCheck) {
    self.surroundings = surroundings
    self.check = check
  }

  /// - Parameter besideSchema: Whether the content beside the rows is checked, too; if a part of it cannot be
  ///   read, its rules would report what is missing.
  func check(
    besideSchema: Bool = true, _ report: (DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    for finding in try check.findings() { try report(DocumentError(finding)) }
    guard besideSchema else { return }
    let objects = try check.existing(TablesRules.keys(besideSchema: surroundings))
    try TablesRules(surroundings, isObject: objects.contains).checkBesideSchema(report)
  }
}
