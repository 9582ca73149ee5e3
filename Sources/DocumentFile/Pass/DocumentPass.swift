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

/// The path of a document through every job: from its source, through the checks, into a sink.
///
///     source ─► segments ─► facts ─────────► checks that accumulate ─► sink
///      archive, flat text,    └─► migration ─► checks of the new schema ─┘ archive, flat text,
///      tables                                                              dump, memory, nothing
///
/// With bounded memory, a pass keeps the schema, a few segments at a time with their external
/// values, the entries waiting to be sorted, the list of parts, and the content beside the rows
/// (extension records, carried entries, kept parts). Tables keep all their rows.
package final class DocumentPass {
  /// The opened document, for a second pass; standard input has been spooled.
  package let opened: ReadSource
  /// The migration of each segment before it reaches the sink; nil to keep the schema.
  package var migration: SegmentMigration?

  let source: DocumentSource
  let options: PassOptions
  /// The path of the opened file; nil for any other source.
  let path: String?
  let status: stat?
  let bytes: any ByteSource
  private var plan: PassPlan
  private var readings = 0
  /// Whether reading failed in a flat text that is small enough to be read at once.
  private var wantsWhole = false

  package var header: Header { source.header }
  package var nextKey: ObjectKey { source.nextKey }
  package var form: DocumentForm { source.form }
  package var encoding: DocumentEncoding { source.encoding }

  /// Opens a document and reads everything before its rows.
  package convenience init(_ source: ReadSource, options: PassOptions) throws(DocumentError) {
    try self.init(source, options: options, plan: .check, report: DocumentError.refuse)
  }

  /// - Parameters:
  ///   - plan: The plan of the pass; with ``PassPlan/Memory/allRows`` a flat text is read at once.
  ///   - report: As in ``DocumentSource/read(_:_:report:_:)``.
  init(
    _ source: ReadSource, options: PassOptions, plan: PassPlan,
    report: DocumentSource.Report
  ) throws(DocumentError) {
    self.options = options
    self.plan = plan
    path = source.path
    if case .rows(let rows) = source {
      opened = source
      status = nil
      bytes = MemoryByteSource([])
      self.source = .tables(try TablesSource(rows, limits: options.limits))
      return
    }
    var found: (any ByteSource)?
    do throws(DocumentError) {
      let limits = options.limits
      var bytes =
        switch plan.memory {
        case .allRows: try ReadingFile.open(source, limits: limits)
        case .bounded:
          try ReadingFile.openSpooled(source, folder: options.temporaryFolder, limits: limits)
        }
      found = bytes
      opened = source.path == nil ? .opened(bytes) : source
      // While the file is open, no other file can have its inode number.
      do throws(SystemFailure) {
        status = if let path = source.path { try fileStatus(atPath: path) } else { nil }
      } catch {
        throw DocumentError(.fileCannotBeRead, error.description, underlying: error)
      }
      switch try FileFormat(of: bytes) {
      case .zip:
        self.source = .archive(
          ArchiveSource(document: try ArchiveEnvelope(bytes, limits: limits, report: report)))
      case .flat(let encoding):
        if plan.memory == .allRows {
          // The identity and the rows must come from the same bytes.
          let whole = MemoryByteSource(try ReadingFile.wholeBytes(of: bytes))
          if bytes.hasChanged { throw DocumentError(.fileChanged) }
          bytes = whole
        }
        self.source = .flat(
          try FlatStream(
            bytes, encoding, limits: limits,
            windowBytes: plan.memory == .allRows ? .max : options.windowBytes))
      }
      self.bytes = bytes
    } catch {
      // If the bytes changed while they were read, the error belongs to neither state.
      if error.category == .badData, found?.hasChanged ?? false {
        throw DocumentError(.fileChanged, file: source.path)
      }
      throw error.inFile(source.path)
    }
  }

  /// The result of reading all rows, apart from the checks.
  struct Reading {
    /// The content beside the rows.
    var surroundings: Tables
    /// Whether every row had a place in the new schema.
    var isMigrated = true
    /// The values that the migration narrows and that the document must keep.
    var keptValues: [KeptValues] = []
  }

  typealias Consume =
    (SegmentFacts, DocumentSource.Place, inout [StreamedCheck]) throws(DocumentError) -> Void

  func begin(_ plan: PassPlan) { self.plan = plan }

  /// Passes all rows to `consume`, in the form that the last check sees, and finishes the checks.
  ///
  /// Throws `.fileChanged` if the bytes changed since an earlier reading or during this one.
  ///
  /// - Parameters:
  ///   - checks: The check of the rows as read and, if there is a migration, the check of the
  ///     migrated rows; empty if the rows are checked later in memory.
  ///   - isWhole: Whether a flat text is read at once.
  ///   - isChecked: Whether `checks` is the check of an earlier reading, which `consume` queries.
  func read(
    _ checks: inout [StreamedCheck], _ phase: PassProgress.Phase, isWhole: Bool = false,
    isChecked: Bool = false, report: DocumentSource.Report = DocumentError.refuse,
    _ consume: Consume
  ) throws(DocumentError) -> Reading {
    do throws(DocumentError) {
      try requireSameBytes()
      let reading = try readOnce(
        &checks, phase, isWhole: isWhole, isChecked: isChecked, report: report, consume)
      try requireSameBytes()
      readings += 1
      return reading
    } catch {
      // If the bytes changed while they were read, the error belongs to neither state.
      if error.category == .badData { try requireSameBytes() }
      throw error
    }
  }

  func requireSameBytes() throws(DocumentError) {
    if bytes.hasChanged { throw DocumentError(.fileChanged, file: path) }
  }

  private func readOnce(
    _ checks: inout [StreamedCheck], _ phase: PassProgress.Phase, isWhole: Bool, isChecked: Bool,
    report: DocumentSource.Report, _ consume: Consume
  ) throws(DocumentError) -> Reading {
    var isMigrated = true
    let migrates = isChecked ? migration != nil : checks.count > 1
    var keptValues = (migration?.differences ?? []).map { KeptValues($0) }
    let size = if case .tables(let source) = source { source.tables.rowCount } else { bytes.count }
    let read = readings * size
    var progress = PassProgress(
      phase: phase, bytes: read, totalBytes: plan.readings * size, objects: 0)
    options.progress?(progress)
    // Errors that `consume` and the checks throw are not reading errors.
    var isConsuming = false
    let surroundings: Tables
    do throws(DocumentError) {
      surroundings = try (isWhole ? source.atOnce : source).read(
        options.workers, isChecked ? uncheckedFacts : facts(for: checks), report: report
      ) { (facts, place) throws(DocumentError) in
        try requireSameBytes()
        isConsuming = true
        if options.isCancelled?() == true {
          throw DocumentError(.readingFailed, file: path, "it was cancelled")
        }
        if !checks.isEmpty, !isChecked { try checks[0].add(facts) }
        if !migrates {
          try consume(facts, place, &checks)
        } else if let migrated = facts.migrated.first, isMigrated {
          if !isChecked { try checks[1].add(migrated) }
          for passage in facts.narrowed {
            keptValues[passage.difference].add(passage.segment, hierarchy: passage.hierarchy)
          }
          try consume(migrated, place, &checks)
        } else {
          isMigrated = false
        }
        isConsuming = false
        progress.bytes = read + place.bytesRead
        progress.objects += facts.segment.count
        options.progress?(progress)
      }
    } catch {
      wantsWhole =
        form == .flat && !isWhole && !isConsuming && bytes.count <= options.rereadBytes
      throw error
    }
    if !isChecked { for index in checks.indices { try checks[index].finish() } }
    return Reading(surroundings: surroundings, isMigrated: isMigrated, keptValues: keptValues)
  }

  /// Runs `body`; if reading a small flat text fails, runs it again with the text read at once, for
  /// a more precise error.
  func attempt<Result>(
    _ body: (_ isWhole: Bool) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Result {
    wantsWhole = false
    do throws(DocumentError) {
      return try body(false)
    } catch {
      guard wantsWhole else { throw error }
      return try body(true)
    }
  }
}
