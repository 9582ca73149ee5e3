import DocumentTables

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
