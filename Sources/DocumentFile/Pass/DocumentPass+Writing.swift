import DocumentMigration
import DocumentTables
import ZipArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension DocumentPass {
  /// Writes the document in full; writes nothing if any check fails.
  ///
  /// The written document has no history: comparing that with the content needs all rows.
  ///
  /// A file needs only one reading, unless the schema requires two, because it stays invisible
  /// until the end; a stream always needs two.
  ///
  /// - Parameters:
  ///   - schema: The document's own schema under another name or version. The target schema of a
  ///     migration has its own name.
  ///   - announce: Called after all checks have passed, before the output becomes visible.
  package func write(
    to target: WriteTarget, form: DocumentForm, options: DocumentWriteOptions,
    schema: TableSchema? = nil, announce: () throws(DocumentError) -> Void = {}
  ) throws(DocumentError) -> PassOutcome {
    try write(to: target, schema: schema, announce: announce) {
      (empty, spill, output) throws(DocumentError) in
      switch form {
      case .document:
        try ArchiveWriter(
          empty, options: options, remembersParts: false, spill: spill, output: output)
      case .flat: try FlatTextWriter(empty, options: options, output: output)
      }
    }
  }

  /// Writes the document in a foreign format; writes nothing if any check fails.
  ///
  /// - Parameters:
  ///   - schema: As in ``write(to:form:options:schema:announce:)``.
  ///   - announce: Called after all checks have passed, before the output becomes visible.
  ///   - begin: Returns the writer of tables without rows into an output. It may be called again, if
  ///     reading fails and is repeated.
  package func write(
    to target: WriteTarget, schema: TableSchema? = nil,
    announce: () throws(DocumentError) -> Void = {},
    beginning begin:
      @escaping (Tables, @escaping DocumentOutput) throws(DocumentError) ->
      any DocumentSink
  ) throws(DocumentError) -> PassOutcome {
    try write(to: target, schema: schema, announce: announce) {
      (empty, _, output) throws(DocumentError) in try begin(empty, output)
    }
  }

  private typealias Beginning = (Tables, SpillFile, @escaping DocumentOutput)
    throws(DocumentError) -> any DocumentSink

  private func write(
    to target: WriteTarget, schema: TableSchema?, announce: () throws(DocumentError) -> Void,
    _ beginning: @escaping Beginning
  ) throws(DocumentError) -> PassOutcome {
    let empty = emptyTables(schema)
    let write = {
      (checked: StreamedCheck?, isWhole: Bool, output: @escaping DocumentOutput)
        throws(DocumentError) in
      try self.write(empty, beginning, after: checked, isWhole: isWhole, output)
    }
    do throws(DocumentError) {
      switch try target.resolve() {
      case .stream(let descriptor):
        begin(.write(empty.schema, isHidden: false))
        guard let checked = try check() else { return .needsAllRows }
        try announce()
        try FileReplacement.write(into: descriptor, path: target.path) {
          (output) throws(DocumentError) in
          _ = try write(checked, false, output)
        }
        return .done(unkept: UnkeptRights())
      case .file(let file):
        // The lock keeps a program that is saving the old file from replacing the new one.
        let lock = try FileLock(path: file.path)
        if isTarget(file) { try requireUnchanged(file, lock) }
        let plan = PassPlan.write(empty.schema, isHidden: true)
        begin(plan)
        var checked: StreamedCheck?
        if plan.readings > 1 {
          checked = try check()
          if checked == nil { return .needsAllRows }
        }
        let replacement = FileReplacement(file: file)
        let outcome = try attempt { (isWhole) throws(DocumentError) in
          let temporary = try replacement.begin()
          var isWritten = false
          try FileReplacement.write(into: temporary.descriptor, path: file.path) {
            (output) throws(DocumentError) in
            isWritten = try write(checked, isWhole, output)
          }
          return isWritten
            ? try replacement.finish(temporary) { (_) throws(DocumentError) in try announce() }
            : nil
        }
        withExtendedLifetime(lock) {}
        guard let outcome else { return .needsAllRows }
        if let problem = outcome.durabilityProblem { throw problem }
        return .done(unkept: outcome.unkept)
      }
    } catch {
      // An error of the document, or of reading it, names the source; any other error names the
      // target.
      throw error.inFile(error.isOfSource ? path : target.path)
    }
  }

  /// Prints the content of the document in the format of `TablesDump`, after all checks have
  /// passed.
  ///
  /// - Parameter schema: As in ``write(to:form:options:schema:announce:)``.
  package func dump<Failure: Error>(
    all: Bool, schema: TableSchema? = nil, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws -> PassOutcome {
    let empty = emptyTables(schema)
    var failure: Failure?
    do throws(DocumentError) {
      begin(.dump)
      guard let checked = try check() else { return .needsAllRows }
      try withoutActuallyEscaping(sink) { (sink) throws(DocumentError) in
        var dump: any DocumentSink = DumpWriter(empty, all: all, after: checked) {
          (bytes) throws(DocumentError) in
          do throws(Failure) {
            try sink(bytes)
          } catch {
            failure = error
            throw DocumentError(.outputFailed)
          }
        }
        _ = try push(
          empty, into: &dump, SpillFile(in: options.temporaryFolder), after: checked, isWhole: false
        ) { (_, _) throws(DocumentError) in .tables }
      }
      return .done(unkept: UnkeptRights())
    } catch {
      if let failure { throw failure }
      throw error.inFile(path)
    }
  }

  /// Copies the opened file, in the state that was read, over another file.
  ///
  /// - Returns: The rights and attributes that the copy could not get.
  package func copyFile(to copy: String) throws(DocumentError) -> UnkeptRights {
    guard let path, status != nil else { throw DocumentError(.fileChanged) }
    let rights: FileRights
    do {
      rights = try FileRights(of: try OpenDescriptor.open(path, O_RDONLY | O_NOCTTY))
    } catch {
      throw DocumentError(.fileCannotBeRead, file: path, error)
    }
    return try FileCopy(source: bytes, rights: rights, path: path).write(to: copy) {
      (_) throws(DocumentError) in try requireSameBytes()
    }
  }

  /// Returns the tables of the output without rows.
  private func emptyTables(_ schema: TableSchema?) -> Tables {
    Tables(
      schema: migration?.schema ?? schema ?? header.schema, documentID: header.documentID,
      nextKey: nextKey)
  }

  /// Writes the document, in one reading or as the second of two.
  ///
  /// - Parameter checked: The check of an earlier reading; nil if this is the only reading.
  /// - Returns: False if the migration needs all rows; the output is then incomplete.
  private func write(
    _ empty: Tables, _ beginning: Beginning, after checked: StreamedCheck?, isWhole: Bool,
    _ output: @escaping DocumentOutput
  ) throws(DocumentError) -> Bool {
    let spill = SpillFile(in: options.temporaryFolder)
    var sink = try beginning(empty, spill, output)
    var orders = EmptyListResolver(empty.schema)
    return try push(empty, into: &sink, spill, after: checked, isWhole: isWhole) {
      (facts, check) throws(DocumentError) in
      .lists(referred: try orders.owners(in: facts.segment, hierarchy: facts.hierarchy, &check))
    }
  }

  /// Reads all rows and pushes them into a sink.
  ///
  /// - Parameters:
  ///   - checked: The check of an earlier reading, which found no error; these rows are not checked again.
  ///   - members: Returns the lookup for the list members of a segment; may query that check, or the check of
  ///     the rows pushed so far.
  /// - Returns: False if the migration needs all rows; the sink is then not finished.
  private func push(
    _ empty: Tables, into sink: inout any DocumentSink, _ spill: SpillFile,
    after checked: StreamedCheck?, isWhole: Bool,
    _ members: (SegmentFacts, inout StreamedCheck) throws(DocumentError) -> MemberLookup
  ) throws(DocumentError) -> Bool {
    var checks = checked.map { [$0] } ?? newChecks(spill)
    return try Workers.run(options.workers) { (workers: inout Workers) throws(DocumentError) in
      let isChecked = checked != nil
      let reading = try read(&checks, .writing, isWhole: isWhole, isChecked: isChecked) {
        (facts, _, checks) throws(DocumentError) in
        try sink.add(
          facts.segment, 0..<facts.segment.count, hierarchy: facts.hierarchy,
          members: try members(facts, &checks[checks.count - 1]), &workers)
      }
      if isChecked {
        // The earlier reading migrated every row, so a row without a place proves that the file
        // changed.
        guard reading.isMigrated else { throw DocumentError(.fileChanged, file: path) }
      } else if try !isMigrated(reading, checks) {
        return false
      }
      var surroundings = reading.surroundings
      surroundings.schema = empty.schema
      surroundings.tables = empty.tables
      surroundings.history = nil
      surroundings.carried += reading.keptValues.flatMap(\.carried)
      try sink.finish(surroundings, rows: checks.last?.rowCounts ?? [:], &workers)
      return true
    }
  }

  /// Returns whether a target is the opened file.
  private func isTarget(_ file: ReplacedFile) -> Bool {
    guard let status, let existing = file.existing else { return false }
    return status.isSameFile(as: existing)
  }

  private func requireUnchanged(_ file: ReplacedFile, _ lock: FileLock?) throws(DocumentError) {
    guard lock != nil, let status, let existing = file.existing,
      existing.isUnchanged(since: status)
    else { throw DocumentError(.fileChanged) }
  }
}
