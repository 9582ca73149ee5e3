import DocumentTables

extension DocumentFile {
  /// The result of creating a document's file.
  package struct Created: Sendable {
    /// The content and file state that a later save in place needs.
    package let content: LoadedDocument
    /// Set if the file is in place but may not survive a loss of power.
    package let durabilityProblem: DocumentError?
  }

  /// Writes tables into a file that later saves replace.
  ///
  /// - Parameter replacing: Whether an existing file is replaced.
  /// - Throws: ``DocumentError``, with `.fileChanged` if a file with this name exists and may not be
  ///   replaced.
  package static func create(
    _ tables: Tables, form: DocumentForm, options: DocumentWriteOptions, at path: String,
    replacing: Bool = false
  ) throws(DocumentError) -> Created {
    do throws(DocumentError) {
      let file = try WriteTarget.path(path).resolveFile()
      guard replacing || file.existing?.isEmpty ?? true else {
        throw DocumentError(.fileChanged, "it exists already")
      }
      // The lock keeps a program that is saving the old file from replacing the new one.
      let lock = replacing || file.existing != nil ? try FileLock(path: file.path) : nil
      var parts: StoredParts?
      let outcome = try withExtendedLifetime(lock) { () throws(DocumentError) in
        try FileReplacement(file: file).perform(
          { (output) throws(DocumentError) in
            parts = try write(tables, form: form, options: options, into: output)
          },
          inspect: { (descriptor) throws(DocumentError) in
            try DocumentOrigin(
              ofWritten: descriptor, form: form, revision: options.revision, parts: parts,
              limits: options.limits)
          })
      }
      let content = LoadedDocument(
        tables: tables, form: form, encoding: options.encoding,
        header: Header(
          documentID: tables.documentID, type: options.type, schema: tables.schema,
          history: tables.history?.policy),
        volatile: nil, origin: outcome.result)
      return Created(content: content, durabilityProblem: outcome.durabilityProblem)
    } catch {
      throw error.inFile(path)
    }
  }
}
