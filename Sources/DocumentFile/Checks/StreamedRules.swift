import DocumentTables

/// The rules of ``TablesRules`` for a document whose rows have passed by.
struct StreamedRules {
  let surroundings: Tables
  let check: StreamedCheck

  /// - Parameters:
  ///   - surroundings: What stands beside the rows.
  ///   - check: What the rows came to.
  init(_ surroundings: Tables, _ check: StreamedCheck) {
    self.surroundings = surroundings
    self.check = check
  }

  func check(
    _ report: (DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    for finding in try check.findings() { try report(DocumentError(finding)) }
    let objects = try check.existing(TablesRules.keys(besideSchema: surroundings))
    try TablesRules(surroundings, isObject: objects.contains).checkBesideSchema(report)
  }
}
