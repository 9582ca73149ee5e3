import DocumentData
import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import TripDocuments

/// A document that was made of a file of another program.
public struct ImportedTrips: Sendable {
  /// The document, which has no file.
  public let document: TripDocument
  /// What the importer decided.
  public let report: ImportReport
  /// The content that is not in the document, as a file of the same format; nil if there is none.
  public let rejectedContent: Data?
}

/// A document as a file of another program.
public struct ExportedTrips: Sendable {
  /// The content of the file.
  public let data: Data
  /// What the file does not contain, as sentences.
  public let notes: [String]
}

/// A document with the changes of a file that it was made of before.
public struct UpdatedTrips: Sendable {
  /// The document, which has no file.
  public let document: TripDocument
  /// What the file changed.
  public let report: UpdateReport
  /// How many fields both the document and the file changed.
  public let conflictCount: Int
}

extension TripDocument {
  /// Reads a file of another program as a document.
  ///
  /// The format is recognised by the content. What the trip schema does not have is in extension records,
  /// which ``exported(as:)`` puts back.
  ///
  /// An SQLite file is read with the write-ahead log beside it, and keeps the identity and the keys of its document.
  ///
  /// - Parameters:
  ///   - url: The file, such as an iCalendar feed.
  ///   - options: How to read what the file leaves open.
  /// - Throws: `SwiftDataError.loadIssueModelContainer` if the file is of no known format, cannot be read
  ///   or exceeds the limits; `CancellationError` if the task is cancelled.
  public static func importing(
    contentsOf url: URL, options: ImportOptions = ImportOptions()
  ) async throws -> ImportedTrips {
    let path = url.path
    let read = try await BlockingExecutor.shared.run {
      do throws(DocumentError) {
        let (head, source) = try DocumentFile.beginning(
          of: .path(path), count: TripFormat.probedBytes, limits: options.limits)
        let imported = try ImportedFile(
          of: source, try TripFormat(ofFile: path, head, source, options), options)
        return (imported, try Self.encoded(imported.tables))
      } catch {
        throw SwiftDataError(loading: error.inFile(path))
      }
    }
    return ImportedTrips(
      document: try await TripDocument(bytes: read.1), report: read.0.report,
      rejectedContent: read.0.rejected.map { Data($0) })
  }

  /// Writes the document in a format of other programs.
  ///
  /// - Parameter format: Any but ``TripFormat/sqlite``, whose files ``SQLiteExport`` writes; ``CSVExport`` writes
  ///   CSV files that are too large for memory.
  /// - Throws: The errors of `encoded(as:schemaVersion:losses:compression:includesHistory:)`;
  ///   `SwiftDataError.saveFailure` for a format without a model of its own.
  public func exported(as format: TripFormat) async throws -> ExportedTrips {
    let tables = try await formatTables()
    do throws(DocumentError) {
      let file = try ExportedFile(tables, format)
      let history =
        tables.history == nil || format == .csv ? [] : ["the history is not written"]
      return ExportedTrips(data: Data(file.bytes), notes: file.notes + history)
    } catch {
      throw SwiftDataError(saving: error)
    }
  }

  /// Returns the document with the changes of a file that was imported into it before.
  ///
  /// Edits of the document since the last import are kept. Where the file changed the same field, the
  /// document's value is taken unless `takesFile` is true.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - options: How to read what the file leaves open.
  ///   - removesCancelled: Whether to delete objects whose events are cancelled or no longer in the file.
  ///   - takesFile: Whether to take the file's value where both changed a field.
  /// - Throws: The errors of ``importing(contentsOf:options:)``.
  public func updated(
    with url: URL, options: ImportOptions = ImportOptions(), removesCancelled: Bool = false,
    takesFile: Bool = false
  ) async throws -> UpdatedTrips {
    let path = url.path
    let tables = try await formatTables()
    let (updated, bytes) = try await BlockingExecutor.shared.run {
      do throws(DocumentError) {
        let bytes = try DocumentFile.bytes(of: .path(path), limits: options.limits)
        let updated = try UpdatedFile(
          tables, with: bytes, try TripFormat(ofFile: path, bytes, .bytes(bytes), options), options,
          removesCancelled: removesCancelled, side: takesFile ? .theirs : .ours)
        return (updated, try Self.encoded(Self.recorded(updated.outcome.tables, after: tables)))
      } catch {
        throw SwiftDataError(loading: error.inFile(path))
      }
    }
    return UpdatedTrips(
      document: try await TripDocument(bytes: bytes), report: updated.report,
      conflictCount: updated.outcome.conflicts.count)
  }

  /// Returns the document as tables of the version that formats speak.
  func formatTables() async throws -> Tables {
    let version = TripFormat.schemaVersion
    let encoded = try await encoded(
      as: .json, schemaVersion: Schema.Version(version.major, version.minor, version.patch),
      compression: .autosave, includesHistory: true)
    var loaded = try DocumentFile.read(.bytes(Array(encoded.data)))
    return loaded.takeTables()
  }

  /// Returns the merged tables with the document's history, in which the merge is one save.
  private static func recorded(_ merged: Tables, after before: Tables) -> Tables {
    guard var history = before.history else { return merged }
    var result = merged
    let changes = ChangeSet(from: before, to: merged)
    if !changes.isEmpty {
      history.record(
        changes, before: before, fingerprint: before.schema.modelFingerprint(),
        stamp: HistorySource.current.stamp(author: nil))
    }
    result.history = history
    return result
  }

  private static func encoded(_ tables: Tables) throws(DocumentError) -> [UInt8] {
    try DocumentFile.bytes(
      of: tables, form: .document,
      options: DocumentWriteOptions(
        encoding: .json, compression: CompressionLevel.autosave.method, type: .trips))
  }
}

extension TripFormat {
  /// Detects the format of a file by its content; a table by its name or by stated columns, too.
  ///
  /// - Throws: `not-a-document` if the format is unknown.
  fileprivate init(
    ofFile path: String, _ bytes: [UInt8], _ source: ReadSource, _ options: ImportOptions
  ) throws(DocumentError) {
    let format = Self.readable(
      beginning: Array(bytes.prefix(Self.probedBytes)), fileName: path,
      isCSV: options.columns != nil)
    guard let format else {
      let other = try DocumentFile.otherFile(source, limits: options.limits)
      throw DocumentError(
        .notADocument, file: path, other?.words ?? "it is of no format that is imported")
    }
    self = format
  }
}
