import DocumentFile
import DocumentTables

/// The file of an open document, which other processes may save too.
struct SharedFile: DurableContent {
  /// A function that migrates tables to the schema of the document's models.
  typealias Migration = @Sendable (consuming Tables) throws -> Tables

  let binding: DocumentBinding
  let limits: ReadingLimits
  let migrate: Migration

  func write(_ tables: Tables, as writing: FileWriting) throws {
    try binding.save(tables, as: writing)
  }

  func remove() throws { try binding.erase() }

  func readChange(since tables: Tables) throws -> ChangedContent? {
    guard var file = try binding.readChange(limits: limits.document) else { return nil }
    let found = file.takeTables()
    let isOther = found.documentID != tables.documentID
    guard !isOther || file.isNew else {
      throw SwiftDataError(
        saving: DocumentError(
          .fileChanged, file: binding.path, "it is another document now: open it anew"))
    }
    return ChangedContent(
      tables: try migrate(found), isOtherDocument: isOther, adopt: { binding.adopt(file) })
  }

  func lock() throws { try binding.lock() }

  func unlock() { binding.unlock() }
}
