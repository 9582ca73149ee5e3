import DocumentTables
import ZipArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A document whose rows are never all in memory: they pass by, once or twice, and are checked by the
/// same rules as any.
///
///     source ─► windows of text, or chunks ─► segments ─► checks that accumulate
///                                                  └────► migration ─► checks of the new schema
///                                                            └───────► records ─► zip or flat text
///
/// In memory are: the schema, a few segments at a time with the external values that they refer to,
/// what waits to be sorted, the list of parts, and what stands beside the tables (extension records,
/// carried entries, kept parts).
package final class StreamedDocument {
  private enum Content {
    case archive(ArchiveEnvelope)
    case flat(DocumentEncoding, FlatSections)
  }

  /// What was read before the rows.
  package let header: Header
  package let nextKey: ObjectKey
  package let form: DocumentForm
  package let encoding: DocumentEncoding
  /// For whoever wants it in memory.
  package let opened: ReadSource
  /// What becomes of each segment before it is written or printed.
  package var migration: SegmentMigration?
  /// Whether the document has to come into memory after all.
  ///
  /// The migration refused it, or has to see more than a segment. What was thrown then says nothing;
  /// nobody has seen anything of what was to be written.
  package private(set) var needsMemory = false

  private let source: any ByteSource
  private let content: Content
  private let options: StreamingOptions
  private let readSource: ReadSource
  /// Of the file that was opened; nil for anything else.
  private let status: stat?
  private var writtenSchema: TableSchema
  /// How often the bytes pass by, and how often they have.
  private var passes = (done: 0, all: 1)
  /// Something is wrong in a flat text that is small enough to be read at once.
  private var wantsWhole = false

  /// Opens a document and reads what stands before its rows.
  package init(_ source: ReadSource, options: StreamingOptions) throws(DocumentError) {
    do throws(DocumentError) {
      let limits = options.limits
      let bytes = try ReadingFile.openSpooled(
        source, folder: options.temporaryFolder, limits: limits)
      self.source = bytes
      self.options = options
      readSource = source
      opened = source.path == nil ? .opened(bytes) : source
      // For as long as the file is open its number belongs to no other.
      do throws(SystemFailure) {
        status = if let path = source.path { try fileStatus(atPath: path) } else { nil }
      } catch {
        throw DocumentError(.fileCannotBeRead, error.description, underlying: error)
      }
      switch try FileFormat(of: bytes) {
      case .zip:
        let refuse = { (error: DocumentError) throws(DocumentError) in throw error }
        let document = try ArchiveEnvelope(bytes, limits: limits, report: refuse)
        content = .archive(document)
        header = document.header
        nextKey = document.manifest.nextKey
        form = .document
        encoding = document.mediaType.encoding
        writtenSchema = document.header.schema
      case .flat(let encoding):
        let flat = try FlatStream(
          bytes, encoding, limits: limits, workers: options.workers,
          windowBytes: options.windowBytes)
        content = .flat(encoding, flat.sections)
        header = flat.sections.header
        nextKey = flat.sections.nextKey
        form = .flat
        self.encoding = encoding
        writtenSchema = flat.sections.header.schema
      }
    } catch {
      throw error.inFile(source.path)
    }
  }

  /// Whether a target is the file that was opened.
  private func isTarget(_ file: ReplacedFile) -> Bool {
    guard let status, let existing = file.existing else { return false }
    return status.isSameFile(as: existing)
  }

  /// The document without rows, as far as it is known before they are read, and as it is written.
  private var empty: Tables {
    Tables(schema: writtenSchema, documentID: header.documentID, nextKey: nextKey)
  }

  /// Writes the document in full: nothing is written where anything in it is wrong.
  ///
  /// A file takes one pass, since nobody sees it before its end; anything else takes two.
  ///
  /// - Parameters:
  ///   - schema: What the document's own schema is called now: the same under another name or version.
  ///     What a migration leads to has its own name.
  ///   - announce: Is called when nothing is wrong, before anybody sees what is written.
  /// - Returns: Which rights and attributes of the old file the new one could not get.
  @discardableResult
  package func write(
    to target: WriteTarget, form: DocumentForm, options: DocumentWriteOptions,
    schema: TableSchema? = nil, announce: () throws(DocumentError) -> Void = {}
  ) throws(DocumentError) -> UnkeptRights {
    writtenSchema = migration?.schema ?? schema ?? header.schema
    do throws(DocumentError) {
      switch try target.resolve() {
      case .stream(let descriptor):
        passes.all = 2
        let checked = try check()
        try announce()
        try FileReplacement.write(into: descriptor, path: target.path) {
          (output) throws(DocumentError) in
          try self.write(form, options, after: checked, isWhole: false, output)
        }
        return UnkeptRights()
      case .file(let file):
        // Whoever is saving the old file must not put it back over the new one.
        let lock = try FileLock(path: file.path)
        if isTarget(file) { try requireUnchanged(file, lock) }
        let takesOnePass = EmptyListResolver.areKnownInTime(in: writtenSchema)
        passes.all = takesOnePass ? 1 : 2
        let checked = takesOnePass ? nil : try check()
        let outcome = try attempt { (isWhole) throws(DocumentError) in
          try FileReplacement(file: file).perform(
            { (output) throws(DocumentError) in
              try self.write(form, options, after: checked, isWhole: isWhole, output)
            },
            inspect: { (_) throws(DocumentError) in try announce() })
        }
        withExtendedLifetime(lock) {}
        if let problem = outcome.durabilityProblem { throw problem }
        return outcome.unkept
      }
    } catch {
      // What is wrong with the document, or with reading it, is no fault of the target's.
      throw error.inFile(error.isOfSource ? readSource.path : target.path)
    }
  }

  /// Copies the file that was opened, as it was read, in the place of another.
  ///
  /// - Returns: Which rights and attributes the copy could not get.
  package func copyFile(to copy: String) throws(DocumentError) -> UnkeptRights {
    guard let path = readSource.path, status != nil else { throw DocumentError(.fileChanged) }
    let rights: FileRights
    do {
      rights = try FileRights(of: try OpenDescriptor.open(path, O_RDONLY | O_NOCTTY))
    } catch {
      throw DocumentError(.fileCannotBeRead, file: path, error)
    }
    return try FileCopy(source: source, rights: rights, path: path).write(to: copy) {
      (_) throws(DocumentError) in try requireSameBytes()
    }
  }

  /// Checks the document, of which nothing is written.
  package func requireValid() throws(DocumentError) {
    do throws(DocumentError) {
      passes.all = 1
      _ = try check()
    } catch {
      throw error.inFile(readSource.path)
    }
  }

  private func requireUnchanged(_ file: ReplacedFile, _ lock: FileLock?) throws(DocumentError) {
    guard lock != nil, let status, let existing = file.existing,
      existing.isUnchanged(since: status)
    else { throw DocumentError(.fileChanged) }
  }

  private func write(
    _ form: DocumentForm, _ options: DocumentWriteOptions, after checked: StreamedCheck?,
    isWhole: Bool, _ output: @escaping FileReplacement.Output
  ) throws(DocumentError) {
    let spill = SpillFile(in: self.options.temporaryFolder)
    var checked = checked
    var orders = EmptyListResolver(writtenSchema)
    var sink: any DocumentSink =
      switch form {
      case .document:
        try ArchiveWriter(
          empty, options: options, remembersParts: false, spill: spill, output: output)
      case .flat: try FlatTextWriter(empty, options: options, output: output)
      }
    var checks = newChecks(spill)
    try Workers.run(options.workers) { (workers: inout Workers) throws(DocumentError) in
      var surroundings = try pass(&checks, .writing, isWhole: isWhole) {
        (facts, check) throws(DocumentError) in
        let referred =
          checked == nil
          ? try orders.owners(in: facts.segment, hierarchy: facts.hierarchy, &check)
          : try checked?.owners(in: facts, &orders)
        try sink.add(
          facts.segment, 0..<facts.segment.count, hierarchy: facts.hierarchy,
          members: .lists(referred: referred ?? [:]), &workers)
      }
      try refuse(surroundings, checks)
      surroundings.schema = writtenSchema
      surroundings.tables = empty.tables
      try sink.finish(surroundings, rows: checks.last?.rowCounts ?? [:], &workers)
    }
  }

  /// Prints what the document holds, as `TablesDump` does, once nothing in it is wrong.
  ///
  /// - Parameter schema: As in ``write(to:form:options:schema:)``.
  package func dump<Failure: Error>(
    all: Bool, schema: TableSchema? = nil, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws {
    writtenSchema = migration?.schema ?? schema ?? header.schema
    passes.all = 2
    var members = InverseMemberCursor(try check())
    var text = StreamedDump(empty, all: all)
    var again = newChecks(SpillFile(in: options.temporaryFolder))
    var failure: Failure?
    do throws(DocumentError) {
      var surroundings = try pass(&again, .writing, isWhole: false) {
        (facts, _) throws(DocumentError) in
        let tables = try members.tables(for: facts.segment, hierarchy: facts.hierarchy)
        do throws(Failure) {
          try text.append(facts.segment, hierarchy: facts.hierarchy, members: tables, to: sink)
        } catch {
          failure = error
          throw DocumentError(.outputFailed)
        }
      }
      surroundings.schema = writtenSchema
      surroundings.tables = empty.tables
      do throws(Failure) {
        try text.finish(surroundings, to: sink)
      } catch {
        failure = error
        throw DocumentError(.outputFailed)
      }
    } catch {
      if let failure { throw failure }
      throw error.inFile(readSource.path)
    }
  }

  /// Reports what breaks a rule of the whole document; what is wrong with the text is thrown.
  func validateRules(
    maximum: Int, _ report: (DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    let read = try attempt { (isWhole) throws(DocumentError) in
      var checks = [
        StreamedCheck(
          CheckPlan(self.header.schema), spill: SpillFile(in: self.options.temporaryFolder),
          limit: maximum, memory: self.options.sortedBytes)
      ]
      let surroundings = try self.pass(&checks, .checking, isWhole: isWhole) { _, _ in }
      return StreamedRules(surroundings, checks[0])
    }
    try read.check(report)
  }

  /// Checks the document, and keeps who refers to whom in what is written.
  func check() throws(DocumentError) -> StreamedCheck {
    try attempt { (isWhole) throws(DocumentError) in
      var checks = self.newChecks(SpillFile(in: self.options.temporaryFolder))
      let surroundings = try self.pass(&checks, .checking, isWhole: isWhole) { _, _ in }
      try self.refuse(surroundings, checks)
      return checks[checks.count - 1]
    }
  }

  /// A check of what is read, and behind it one of what a migration makes of it.
  private func newChecks(_ spill: SpillFile) -> [StreamedCheck] {
    let schemas = [header.schema] + (migration.map { [$0.schema] } ?? [])
    return schemas.map {
      StreamedCheck(
        CheckPlan($0), spill: spill, limit: 1, memory: options.sortedBytes / schemas.count)
    }
  }

  /// Throws the first thing that is wrong with what was read.
  private func refuse(_ surroundings: Tables, _ checks: [StreamedCheck]) throws(DocumentError) {
    try StreamedRules(surroundings, checks[0]).check { (error) throws(DocumentError) in
      throw error
    }
    guard migration != nil else { return }
    // What an older version could not hold goes back to the rows that it belongs to; and only the
    // road through memory says in full what new constraints are broken by.
    guard surroundings.carried.isEmpty, try checks[checks.count - 1].findings().isEmpty else {
      throw leftToMemory()
    }
  }

  private func leftToMemory() -> DocumentError {
    needsMemory = true
    return DocumentError(.readingFailed, "it has to come into memory")
  }

  /// Hands over all rows, as the last of the checks sees them, and ends the checks.
  ///
  /// What was read before and what is read now must be the same, and all of it of one state.
  ///
  /// - Returns: What stands beside the rows.
  private func pass(
    _ checks: inout [StreamedCheck], _ phase: StreamingProgress.Phase, isWhole: Bool,
    _ consume: (SegmentFacts, inout StreamedCheck) throws(DocumentError) -> Void
  ) throws(DocumentError) -> Tables {
    do throws(DocumentError) {
      try requireSameBytes()
      let surroundings = try read(&checks, phase, isWhole: isWhole, consume)
      try requireSameBytes()
      passes.done += 1
      return surroundings
    } catch {
      // Whatever is wrong with bytes of two states is wrong with neither of them.
      if error.category == .badData { try requireSameBytes() }
      throw error
    }
  }

  private func requireSameBytes() throws(DocumentError) {
    if source.hasChanged { throw DocumentError(.fileChanged, file: readSource.path) }
  }

  private func read(
    _ checks: inout [StreamedCheck], _ phase: StreamingProgress.Phase, isWhole: Bool,
    _ consume: (SegmentFacts, inout StreamedCheck) throws(DocumentError) -> Void
  ) throws(DocumentError) -> Tables {
    let plans = checks.map(\.plan)
    let limit = checks[0].limit
    let migration = plans.count > 1 ? migration : nil
    let facts: @Sendable (Segment, Int) -> SegmentFacts = { segment, hierarchy in
      var facts = SegmentFacts(segment, hierarchy: hierarchy, plans[0], limit: limit)
      if let migration, let after = try? migration.migrated(segment, hierarchy: hierarchy) {
        facts.migrated = [
          SegmentFacts(after.segment, hierarchy: after.hierarchy, plans[1], limit: limit)
        ]
      }
      return facts
    }
    var progress = StreamingProgress(
      phase: phase, bytes: passes.done * source.count, totalBytes: passes.all * source.count,
      objects: 0)
    self.options.progress?(progress)
    // The document is not to blame for what others throw.
    var isConsuming = false
    let take = { (facts: SegmentFacts, bytesRead: Int) throws(DocumentError) in
      try self.requireSameBytes()
      isConsuming = true
      try checks[0].add(facts)
      if migration == nil {
        try consume(facts, &checks[0])
      } else {
        guard let migrated = facts.migrated.first else { throw self.leftToMemory() }
        try checks[1].add(migrated)
        try consume(migrated, &checks[1])
      }
      isConsuming = false
      progress.bytes = self.passes.done * self.source.count + bytesRead
      progress.objects += facts.segment.count
      self.options.progress?(progress)
    }
    let surroundings: Tables
    switch content {
    case .archive(let document):
      surroundings = try DocumentReader(
        document: document, workers: options.workers,
        report: { (error) throws(DocumentError) in throw error }
      ).stream(facts, take, rowCounts: { checks[0].rowCounts })
    case .flat(let encoding, _):
      do throws(DocumentError) {
        surroundings = try FlatStream(
          source, encoding, limits: options.limits, workers: options.workers,
          windowBytes: isWhole ? Int.max : options.windowBytes
        ).run(facts, take)
      } catch {
        wantsWhole = !isWhole && !isConsuming && source.count <= options.rereadBytes
        throw error
      }
    }
    for index in checks.indices { try checks[index].finish() }
    return surroundings
  }

  /// Tries again with a flat text at once, where that says better what is wrong.
  private func attempt<Result>(
    _ body: (_ isWhole: Bool) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Result {
    wantsWhole = false
    do {
      return try body(false)
    } catch {
      guard wantsWhole else { throw error }
      return try body(true)
    }
  }
}
