import DocumentTables

/// The durable content of a store: its file.
package protocol DurableContent: Sendable {
  /// Writes tables as the container that saves wants it.
  ///
  /// - Throws: ``SwiftDataError``, with the rule `.fileChanged` if another process has saved the
  ///   file; the content is then unchanged.
  func write(_ tables: Tables, as writing: FileWriting) throws
  /// Removes the content.
  func remove() throws

  /// Reads what another process has saved; nil if nothing was.
  ///
  /// - Parameter tables: The tables that were last read or saved.
  /// - Throws: ``SwiftDataError`` if the content cannot be read, migrated, or is another document.
  func readChange(since tables: Tables) throws -> ChangedContent?
  /// Keeps other processes from saving until ``unlock()``.
  func lock() throws
  func unlock()
}

/// The content of a store that another process has saved.
package struct ChangedContent {
  /// The tables, in the schema of the store.
  var tables: Tables
  /// Whether the content has another identity, because another process created it first.
  var isOtherDocument: Bool
  /// Takes the content for the durable one; returns false if it was read or saved in the meantime.
  var adopt: () -> Bool
}

/// The identifier of a document that another process has created.
final class AdoptedIdentifier: Sendable {
  let text: String

  init(_ text: String) { self.text = text }
}
