import DocumentFile
import DocumentTables
import Synchronization

/// A document file that a store was read from, or will be made into: knows which state of the file
/// it last saw, so that nobody else's work is overwritten.
package final class DocumentBinding: Sendable {
  private struct State {
    /// What was read; nil until the file is made.
    var content: LoadedDocument?
    /// The state of the file after the last save.
    var origin: DocumentOrigin?
  }

  package let path: String
  private let type: DocumentType
  private let compression: DocumentCompression
  private let hasPrivateFolder: Bool
  private let state: Mutex<State>

  /// - Parameters:
  ///   - compression: How saves compress, unless they are told otherwise.
  ///   - hasPrivateFolder: Whether a folder that is made with the file is its owner's alone.
  package init(
    path: String, type: DocumentType, content: LoadedDocument? = nil,
    compression: DocumentCompression = .standard, hasPrivateFolder: Bool = false
  ) {
    self.path = path
    self.type = type
    self.compression = compression
    self.hasPrivateFolder = hasPrivateFolder
    // The store has the tables; here they would only be kept alive after they have changed.
    var content = content
    _ = content?.takeTables()
    state = Mutex(State(content: content))
  }

  /// Whether the file was read or saved, and not erased since.
  var isMade: Bool { state.withLock { $0.content != nil } }

  /// Puts tables in the place of the file, or makes it, in the form and encoding it had.
  ///
  /// - Throws: ``SwiftDataError`` around the error that names file and cause; the old file then
  ///   stands as it was, or the error says that the new one stands and is not yet durable.
  package func save(_ tables: Tables, compression: DocumentCompression? = nil) throws {
    let level = (compression ?? self.compression).level
    try state.withLock { state in
      do {
        if let content = state.content {
          let saved = try DocumentFile.save(
            tables, inPlaceOf: content, after: state.origin, at: path,
            compression: level.method)
          state.origin = saved.origin
          if let problem = saved.durabilityProblem { throw problem }
        } else {
          try makeFolder()
          var options = DocumentWriteOptions(encoding: .json, type: type)
          options.compressEntries(level)
          let made = try DocumentFile.create(
            tables, form: .document, options: options, at: path)
          state.content = made.content
          // The store has the tables, as in the initialiser.
          _ = state.content?.takeTables()
          if let problem = made.durabilityProblem { throw problem }
        }
      } catch let error as DocumentError {
        throw SwiftDataError(saving: error)
      }
    }
  }

  /// Removes the file, if it was made; the next save makes it anew.
  ///
  /// - Throws: ``SwiftDataError`` around the error that names file and cause; the file then stands
  ///   as it was.
  package func erase() throws {
    try state.withLock { state in
      guard let content = state.content else { return }
      do throws(DocumentError) {
        try DocumentFile.remove(content, after: state.origin, at: path)
      } catch {
        throw SwiftDataError(saving: error)
      }
      state.content = nil
      state.origin = nil
    }
  }

  /// Whether a place is that of the file, and the file is still what was read or saved last; where
  /// it was not made yet, whether it is still missing.
  ///
  /// Waits for a save that is going on: the state of the file is known when it has ended.
  func isUnchanged(at place: FilePlace) -> Bool {
    state.withLock { state in
      guard let own = FilePlace(path: path), own.isSame(as: place) else { return false }
      guard let content = state.content else { return !own.isMade }
      return (state.origin ?? content.origin)?.isState(ofFileAt: path) ?? false
    }
  }

  private func makeFolder() throws(DocumentError) {
    guard let place = FilePlace(path: path), !place.hasFolder else { return }
    try FolderCreation.makeFolder(atPath: place.folderPath, isPrivate: hasPrivateFolder)
  }
}
