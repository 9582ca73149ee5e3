import DocumentTables

/// What a validation found, in the order of discovery: nothing in a valid document.
package struct DocumentFindings: RandomAccessCollection {
  /// How far a document was checked.
  package enum Extent: String, Sendable {
    /// Every rule was checked.
    case all
    /// Every record was checked, but no rule across records, because some cannot be read.
    case records
    /// Nothing was checked behind the last finding, because it cannot be read.
    case readable
    /// The document cannot be opened.
    case opening
    /// The search stopped at the last finding, because the most were found.
    case maximum
  }

  package let errors: [DocumentError]
  package let extent: Extent

  package init(_ errors: [DocumentError], extent: Extent) {
    self.errors = errors
    self.extent = extent
  }

  package var startIndex: Int { errors.startIndex }
  package var endIndex: Int { errors.endIndex }
  package subscript(position: Int) -> DocumentError { errors[position] }
}

extension DocumentFile {
  /// The most findings that a validation lists.
  package static let mostFindings = 100

  /// Checks a document of any size, and continues after errors if the rest can still be checked.
  ///
  /// Behind a record that breaks a rule, the next record is checked. Where JSON, XML or a part cannot be
  /// read, the rest of the text or of the part is not checked.
  ///
  /// - Returns: At most `maximum` findings. Errors that keep the file from being read at all are
  ///   findings too.
  package static func validate(
    _ source: ReadSource, options: PassOptions = PassOptions(), maximum: Int = mostFindings,
    checks: SchemaChecks = SchemaChecks()
  ) -> DocumentFindings {
    let list = FindingList(maximum: maximum)
    var extent = DocumentFindings.Extent.opening
    do throws(DocumentError) {
      let pass = try DocumentPass(source, options: options, plan: .check) {
        (error) throws(DocumentError) in try list.add(error)
      }
      do throws(DocumentError) {
        extent = .readable
        extent = try pass.validate(list, checks) ? .all : .records
      } catch {
        list.close(with: error)
      }
      try pass.requireSameBytes()
    } catch {
      // If the bytes changed during the pass, an error in them is an error of neither state.
      if error.code == .fileChanged {
        return DocumentFindings([error.inFile(source.path)], extent: .opening)
      }
      list.close(with: error)
    }
    if list.isFull { extent = .maximum }
    return DocumentFindings(list.findings.map { $0.inFile(source.path) }, extent: extent)
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
