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
  /// Writes the document in full: nothing is written if anything in it is wrong.
  ///
  /// A file may take one reading, since it is not seen before its end; anything else takes two.
  ///
  /// - Parameters:
  ///   - schema: The document's own schema under another name or version. What a migration leads to
  ///     has its own name.
  ///   - announce: Is called when nothing is wrong, before anybody sees what is written.
  package func write(
    to target: WriteTarget, form: DocumentForm, options: DocumentWriteOptions,
    schema: TableSchema? = nil, announce: () throws(DocumentError) -> Void = {}
  ) throws(DocumentError) -> PassOutcome {
    let empty = emptyTables(schema)
    let write = {
      (checked: StreamedCheck?, isWhole: Bool, output: @escaping FileReplacement.Output)
        throws(DocumentError) in
      try self.write(empty, form, options, after: checked, isWhole: isWhole, output)
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
        // A program that saves the old file at this moment must not put it back over the new one.
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
      // What is wrong with the document, or with reading it, is no fault of the target's.
      throw error.inFile(error.isOfSource ? path : target.path)
    }
  }

  /// Prints what the document holds, as `TablesDump` does, once nothing in it is wrong.
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
      var members = InverseMemberCursor(checked)
      try withoutActuallyEscaping(sink) { (sink) throws(DocumentError) in
        var dump: any DocumentSink = DumpWriter(empty, all: all) { (bytes) throws(DocumentError) in
          do throws(Failure) {
            try sink(bytes)
          } catch {
            failure = error
            throw DocumentError(.outputFailed)
          }
        }
        _ = try push(
          empty, into: &dump, SpillFile(in: options.temporaryFolder), isChecked: true,
          isWhole: false
        ) {
          (facts, _) throws(DocumentError) in
          .found(try members.tables(for: facts.segment, hierarchy: facts.hierarchy))
        }
      }
      return .done(unkept: UnkeptRights())
    } catch {
      if let failure { throw failure }
      throw error.inFile(path)
    }
  }

  /// Copies the file that was opened, as it was read, in the place of another.
  ///
  /// - Returns: Which rights and attributes the copy could not get.
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

  /// The document without rows, as it is written.
  private func emptyTables(_ schema: TableSchema?) -> Tables {
    Tables(
      schema: migration?.schema ?? schema ?? header.schema, documentID: header.documentID,
      nextKey: nextKey)
  }

  /// - Parameter checked: What an earlier reading found; nil if this is the only one.
  /// - Returns: False if the migration needs all rows; then the output is not ended.
  private func write(
    _ empty: Tables, _ form: DocumentForm, _ options: DocumentWriteOptions,
    after checked: StreamedCheck?, isWhole: Bool, _ output: @escaping FileReplacement.Output
  ) throws(DocumentError) -> Bool {
    let spill = SpillFile(in: self.options.temporaryFolder)
    var sink: any DocumentSink =
      switch form {
      case .document:
        try ArchiveWriter(
          empty, options: options, remembersParts: false, spill: spill, output: output)
      case .flat: try FlatTextWriter(empty, options: options, output: output)
      }
    var checked = checked
    var orders = EmptyListResolver(empty.schema)
    return try push(empty, into: &sink, spill, isChecked: checked != nil, isWhole: isWhole) {
      (facts, check) throws(DocumentError) in
      let referred =
        checked == nil
        ? try orders.owners(in: facts.segment, hierarchy: facts.hierarchy, &check)
        : try checked?.owners(in: facts, &orders)
      return .lists(referred: referred ?? [:])
    }
  }

  /// Reads all rows and pushes them into a sink.
  ///
  /// - Parameters:
  ///   - isChecked: Whether an earlier reading has found nothing wrong.
  ///   - members: Where a segment finds the members of its lists; asks the check of the rows that have
  ///     been pushed.
  /// - Returns: False if the migration needs all rows; then the sink is not ended.
  private func push(
    _ empty: Tables, into sink: inout any DocumentSink, _ spill: SpillFile, isChecked: Bool,
    isWhole: Bool,
    _ members: (SegmentFacts, inout StreamedCheck) throws(DocumentError) -> MemberLookup
  ) throws(DocumentError) -> Bool {
    var checks = newChecks(spill)
    return try Workers.run(options.workers) { (workers: inout Workers) throws(DocumentError) in
      let reading = try read(&checks, .writing, isWhole: isWhole) {
        (facts, _, checks) throws(DocumentError) in
        try sink.add(
          facts.segment, 0..<facts.segment.count, hierarchy: facts.hierarchy,
          members: try members(facts, &checks[checks.count - 1]), &workers)
      }
      if isChecked {
        // A row that had a place before has one again, unless it is another row.
        guard reading.isMigrated else { throw DocumentError(.fileChanged, file: path) }
      } else if try !isMigrated(reading, checks) {
        return false
      }
      var surroundings = reading.surroundings
      surroundings.schema = empty.schema
      surroundings.tables = empty.tables
      try sink.finish(surroundings, rows: checks.last?.rowCounts ?? [:], &workers)
      return true
    }
  }

  /// Whether a target is the file that was opened.
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
