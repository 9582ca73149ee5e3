import DocumentTables

extension DocumentFile {
  /// What making a document's file has done.
  package struct Created: Sendable {
    /// What a later save in its place needs to know of the file.
    package let content: LoadedDocument
    /// Set where the file stands in its place but may not survive a loss of power.
    package let durabilityProblem: DocumentError?
  }

  /// Writes tables into a file that does not exist yet.
  ///
  /// - Throws: ``DocumentError``, with `.fileChanged` where a file stands there already.
  package static func create(
    _ tables: Tables, form: DocumentForm, options: DocumentWriteOptions, at path: String
  ) throws(DocumentError) -> Created {
    do throws(DocumentError) {
      let file = try WriteTarget.path(path).resolveFile()
      guard file.existing == nil else { throw DocumentError(.fileChanged, "it exists already") }
      var parts: StoredParts?
      let outcome = try FileReplacement(file: file).perform(
        { (output) throws(DocumentError) in
          parts = try write(tables, form: form, options: options, into: output)
        },
        inspect: { (descriptor) throws(DocumentError) in
          try DocumentOrigin(
            ofWritten: descriptor, form: form, revision: options.revision, parts: parts,
            limits: options.limits)
        })
      let content = LoadedDocument(
        tables: tables, form: form, encoding: options.encoding,
        header: Header(documentID: tables.documentID, type: options.type, schema: tables.schema),
        volatile: nil, origin: outcome.result)
      return Created(content: content, durabilityProblem: outcome.durabilityProblem)
    } catch {
      throw error.inFile(path)
    }
  }
}
