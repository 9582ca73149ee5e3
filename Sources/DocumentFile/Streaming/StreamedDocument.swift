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
///                                                  └────► records ─► zip or flat text
///
/// In memory are: the schema, a few segments at a time with the external values that they refer to,
/// what waits to be sorted, the list of parts, and what stands beside the tables (extension records,
/// carried entries, kept parts).
package final class StreamedDocument {
  private enum Content {
    case archive(ArchivedDocument)
    case flat(DocumentEncoding, FlatSections)
  }

  /// What was read before the rows.
  package let header: Header
  package let nextKey: ObjectKey
  package let form: DocumentForm
  package let encoding: DocumentEncoding
  /// For whoever wants it in memory.
  package let opened: ReadSource

  private let source: any ByteSource
  private let content: Content
  private let options: StreamingOptions
  private let readSource: ReadSource
  /// Of the file that was opened; nil for anything else.
  private let status: stat?
  private var writtenSchema: TableSchema
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
      status = source.path.flatMap { try? fileStatus(atPath: $0) }
      switch try FileFormat(of: bytes) {
      case .zip:
        let refuse = { (error: DocumentError) throws(DocumentError) in throw error }
        let document = try ArchivedDocument(bytes, limits: limits, report: refuse)
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

  /// The document without rows, as far as it is known before they are read.
  private var empty: Tables {
    Tables(schema: header.schema, documentID: header.documentID, nextKey: nextKey)
  }

  /// Writes the document in full: nothing is written where anything in it is wrong.
  ///
  /// A file takes one pass, since nobody sees it before its end; anything else takes two.
  ///
  /// - Parameter schema: What the document's own schema is called now: the same under another name or
  ///   version.
  package func write(
    to target: WriteTarget, form: DocumentForm, options: DocumentWriteOptions,
    schema: TableSchema? = nil
  ) throws(DocumentError) {
    writtenSchema = schema ?? header.schema
    do throws(DocumentError) {
      switch try target.resolve() {
      case .stream(let descriptor):
        let checked = try check()
        try FileReplacement.write(into: descriptor, path: target.path) {
          (output) throws(DocumentError) in
          try self.write(form, options, after: checked, isWhole: false, output)
        }
      case .file(let file):
        // Whoever is saving the old file must not put it back over the new one.
        let lock = try FileLock(path: file.path)
        if isTarget(file) { try requireUnchanged(file, lock) }
        let checked = EmptyOrders.areKnownInTime(in: header.schema) ? nil : try check()
        let problem = try attempt { (isWhole) throws(DocumentError) in
          try FileReplacement(file: file).perform(
            { (output) throws(DocumentError) in
              try self.write(form, options, after: checked, isWhole: isWhole, output)
            },
            inspect: { (_) throws(DocumentError) in }
          ).durabilityProblem
        }
        withExtendedLifetime(lock) {}
        if let problem { throw problem }
      }
    } catch {
      // What is wrong with the document is no fault of the target's.
      throw error.inFile(error.category == .badData ? readSource.path : target.path)
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
    var orders = EmptyOrders(header.schema)
    var empty = empty
    empty.schema = writtenSchema
    var text: any StreamedOutput =
      switch form {
      case .document:
        try StreamedArchive(empty, options: options, spill: spill, output: output)
      case .flat: try StreamedFlatText(empty, options: options, output: output)
      }
    var check = StreamedCheck(
      CheckPlan(header.schema), spill: spill, limit: 1, memory: self.options.sortedBytes)
    var surroundings = try Workers.run(options.workers) {
      (workers: inout Workers) throws(DocumentError) in
      let surroundings = try pass(&check, .writing, isWhole: isWhole) {
        (facts, check) throws(DocumentError) in
        let referred =
          checked == nil
          ? try orders.owners(in: facts.segment, hierarchy: facts.hierarchy, &check)
          : try checked?.owners(in: facts, &orders)
        try text.add(
          facts.segment, hierarchy: facts.hierarchy, referred: referred ?? [:], &workers)
      }
      try text.finishRecords(&workers)
      return surroundings
    }
    try refuse(surroundings, check)
    surroundings.schema = writtenSchema
    try text.finish(surroundings, rows: check.rowCounts)
  }

  /// Prints what the document holds, as `TablesDump` does, once nothing in it is wrong.
  ///
  /// - Parameter schema: As in ``write(to:form:options:schema:)``.
  package func dump<Failure: Error>(
    all: Bool, schema: TableSchema? = nil, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws {
    let checked = try check()
    var members = MemberReading(checked)
    var document = empty
    document.schema = schema ?? document.schema
    var text = StreamedDump(document, all: all)
    var again = StreamedCheck(
      checked.plan, spill: SpillFile(in: options.temporaryFolder), limit: 1)
    var failure: Failure?
    do throws(DocumentError) {
      let surroundings = try pass(&again, .writing, isWhole: false) {
        (facts, _) throws(DocumentError) in
        let tables = try members.tables(for: facts.segment, hierarchy: facts.hierarchy)
        do throws(Failure) {
          try text.append(facts.segment, hierarchy: facts.hierarchy, members: tables, to: sink)
        } catch {
          failure = error
          throw DocumentError(.outputFailed)
        }
      }
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
      var check = StreamedCheck(
        CheckPlan(self.header.schema), spill: SpillFile(in: self.options.temporaryFolder),
        limit: maximum, memory: self.options.sortedBytes)
      let surroundings = try self.pass(&check, .checking, isWhole: isWhole) { _, _ in }
      return StreamedRules(surroundings, check)
    }
    try read.check(report)
  }

  /// Checks the document, and keeps who refers to whom.
  func check() throws(DocumentError) -> StreamedCheck {
    try attempt { (isWhole) throws(DocumentError) in
      var check = StreamedCheck(
        CheckPlan(self.header.schema), spill: SpillFile(in: self.options.temporaryFolder),
        limit: 1, memory: self.options.sortedBytes)
      let surroundings = try self.pass(&check, .checking, isWhole: isWhole) { _, _ in }
      try self.refuse(surroundings, check)
      return check
    }
  }

  /// Throws the first thing that is wrong with what was read.
  private func refuse(_ surroundings: Tables, _ check: StreamedCheck) throws(DocumentError) {
    try StreamedRules(surroundings, check).check { (error) throws(DocumentError) in throw error }
  }

  /// Hands over all rows, and ends the check.
  ///
  /// - Returns: What stands beside the rows.
  func pass(
    _ check: inout StreamedCheck, _ phase: StreamingProgress.Phase, isWhole: Bool,
    _ consume: (SegmentFacts, inout StreamedCheck) throws(DocumentError) -> Void
  ) throws(DocumentError) -> Tables {
    let plan = check.plan
    let limit = check.limit
    let facts: @Sendable (Segment, Int) -> SegmentFacts = {
      SegmentFacts($0, hierarchy: $1, plan, limit: limit)
    }
    var progress = StreamingProgress(
      phase: phase, bytes: 0, totalBytes: source.count, objects: 0)
    // The document is not to blame for what others throw.
    var isConsuming = false
    let take = { (facts: SegmentFacts, bytesRead: Int) throws(DocumentError) in
      isConsuming = true
      try check.add(facts)
      try consume(facts, &check)
      isConsuming = false
      progress.bytes = bytesRead
      progress.objects += facts.segment.count
      self.options.progress?(progress)
    }
    let surroundings: Tables
    switch content {
    case .archive(let document):
      surroundings = try DocumentReader(
        document: document, workers: options.workers,
        report: { (error) throws(DocumentError) in throw error }
      ).stream(facts, take, rowCounts: { check.rowCounts })
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
    try check.finish()
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
