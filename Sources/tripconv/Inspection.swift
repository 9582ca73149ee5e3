import DocumentFile
import DocumentTables

/// The information that `inspect` prints about a document.
///
/// Its JSON has every member; a member without a value is `null`.
struct Inspection {
  struct Part {
    let name: String
    let kind: String
    let rawSize: Int
    let storedSize: Int
    let rows: Int?
  }

  /// Whether and how converting the document would migrate it.
  enum Migration {
    case current
    /// The document has a schema of its own, which is not migrated.
    case foreign
    case along([SchemaVersion])
    /// There is no migration to the current version; the value is the reason.
    case impossible(String)
  }

  let file: String
  let fileBytes: Int
  let form: DocumentForm
  let encoding: DocumentEncoding
  let mediaType: String
  let header: Header
  let nextKey: ObjectKey
  let rows: [String: Int]?
  let parts: [Part]?
  let volatile: VolatileInformation?
  /// The recorded saves; nil for a flat text, whose end is not read.
  let history: History?
  let migration: Migration

  init(_ summary: DocumentSummary, file: String) {
    self.file = file
    fileBytes = summary.fileBytes
    form = summary.form
    encoding = summary.encoding
    mediaType = summary.mediaType
    header = summary.header
    nextKey = summary.nextKey
    rows = summary.rows
    parts = summary.parts?.map {
      Part(
        name: $0.name, kind: $0.kind, rawSize: $0.rawSize, storedSize: $0.storedSize, rows: $0.rows)
    }
    volatile = summary.volatile
    history = summary.history
    guard !TripMigration.isForeign(summary.header) else {
      migration = .foreign
      return
    }
    do {
      let versions = try TripMigration.versions(from: summary.header.schema)
      migration = versions.count > 1 ? .along(versions) : .current
    } catch {
      migration = .impossible(
        TripMigration.words(forNewer: summary.header.schema) ?? Message.words(for: error))
    }
  }
}
