import DocumentFile
import DocumentMigration
import DocumentTables

/// Brings the files that a file contains into a document, one behind the other.
///
/// Each is read by its own format, as if a person had saved it, so the second file finds the objects of the first one: a
/// flight of a mail's page and of its calendar is one leg.
struct ContainedImport {
  private(set) var outcome: MergeOutcome
  private(set) var report: UpdateReport
  /// The calendar content that is not in the document; nil if there is none.
  private(set) var rejected: [UInt8]?

  /// - Throws: `not-a-document` if no file is of a known format; the error of the first file if none can be read; and those of
  ///   limits.
  init(
    _ contained: ContainedFiles, into tables: Tables, _ options: ImportOptions,
    removesCancelled: Bool, side: MergeSide
  ) throws(DocumentError) {
    outcome = MergeOutcome(tables: tables, conflicts: [], changes: [:], deletions: [])
    report = UpdateReport(contained.report)
    var readCount = 0
    var unread: [String] = []
    var problem = contained.problem
    for file in contained.files {
      guard let format = Self.format(of: file) else {
        if file.isAttachment {
          report.importReport.note(.init(.unreadPart, entry: file.name))
          unread.append(file.name)
        }
        continue
      }
      guard readCount < Self.mostFiles else {
        throw DocumentError(
          .mailParts, "more than \(Self.mostFiles) files that are read; divide the mail")
      }
      var options = options
      // A file of features has its name for an identity, and for a title.
      if format.definition.features != nil, file.isAttachment {
        options.fallbackName = TripFormat.stem(ofFile: file.name)
      }
      options.fallbackName = file.identity ?? options.fallbackName
      options.sheets = Set(contained.files.compactMap(\.identity))
      do throws(DocumentError) {
        let update = try UpdatedFile(
          outcome.tables, with: file.bytes, format, options, removesCancelled: removesCancelled,
          side: side)
        add(update, of: file)
        readCount += 1
      } catch {
        if error.code.rawValue.begins(with: "limit-") { throw error }
        report.importReport.note(.init(.unreadPart, entry: file.name, error.detail))
        problem = problem ?? error
      }
    }
    if readCount > 0 { return }
    if let problem { throw problem }
    let names = unread.isEmpty ? "" : "; not read: " + unread.prefix(5).joined(separator: ", ")
    throw DocumentError(.notADocument, contained.words + names)
  }

  /// The most files that are read: each is compared with what the ones before it brought.
  private static let mostFiles = 100

  /// Returns the format by which a file is read; nil for a file of no such format.
  ///
  /// A table is read only if its name says so: the words of a mail may look like one.
  private static func format(of file: ContainedFile) -> TripFormat? {
    if let format = file.format { return format }
    guard
      let format = TripFormat.readable(
        beginning: Array(file.bytes.prefix(TripFormat.probedBytes)), ofContained: file.name)
    else { return nil }
    switch format.definition.model {
    case .objects: return format
    case .table: return TripFormat(fileName: file.name) == format ? format : nil
    // Passes and tables lie in mails, and mails in no mail.
    case .files: return [.pass, .xlsx, .ods].contains(format) ? format : nil
    case .database: return nil
    }
  }

  private mutating func add(_ update: UpdatedFile, of file: ContainedFile) {
    outcome.tables = update.outcome.tables
    outcome.conflicts += update.outcome.conflicts
    outcome.changes.merge(update.outcome.changes, uniquingKeysWith: +)
    outcome.deletions += update.outcome.deletions
    report.add(update.report, ofPart: file.name, hasLines: file.hasLines)
    if let more = update.rejected { rejected = (rejected ?? []) + more }
  }
}
