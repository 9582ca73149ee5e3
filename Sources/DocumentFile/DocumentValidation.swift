import DocumentTables

extension DocumentFile {
  /// Checks a document of any size, and continues after errors if the rest can still be checked.
  ///
  /// - Parameter schemaProblem: A check of the schema beyond the rules of the format, for programs
  ///   that know the schema; called last.
  /// - Returns: At most `maximum` findings in the order of discovery; none for a valid document.
  ///   Errors that keep the file from being read at all are findings too.
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
      // If the bytes changed during the pass, an error in them is an error of neither state.
      if error.code == .fileChanged { return [error.inFile(source.path)] }
      list.close(with: error)
    }
    return list.findings.map { $0.inFile(source.path) }
  }
}

extension DocumentFile {
  /// Requires that tables keep all rules of their schema and of the format.
  ///
  /// - Throws: ``DocumentError`` with the first rule that they break.
  package static func requireValid(_ tables: Tables) throws(DocumentError) {
    try TablesRules(tables).check(maximum: 1, DocumentError.refuse)
  }
}
