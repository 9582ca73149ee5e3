import DocumentFile
import DocumentTables
import Synchronization

/// The file of a document store, which a save creates or replaces.
///
/// Remembers the state of the file after the last read or save, so that a save never overwrites
/// changes of another program.
package final class DocumentBinding: Sendable {
  private struct State {
    /// The content that was read, without tables; nil until the file is created.
    var content: LoadedDocument?
    /// The state of the file after the last save.
    var origin: DocumentOrigin?
    /// The format of the file after the last save.
    var format: DocumentFormat?
    /// The lock of a save that merges its changes with those of another program.
    var lock: FileLock?

    /// The state of the file after the last read or save.
    var known: DocumentOrigin? { origin ?? content?.origin }
  }

  package let path: String
  private let type: DocumentType
  private let hasPrivateFolder: Bool
  private let state: Mutex<State>

  /// - Parameter hasPrivateFolder: Whether only the owner may access a folder that a save creates.
  package init(
    path: String, type: DocumentType, content: LoadedDocument? = nil, hasPrivateFolder: Bool = false
  ) {
    self.path = path
    self.type = type
    self.hasPrivateFolder = hasPrivateFolder
    // The store owns the tables; a reference here would keep the old version alive after a change.
    var content = content
    _ = content?.takeTables()
    state = Mutex(State(content: content))
  }

  /// Writes tables to a file, which is created or replaced, and remembers its state; stops if the
  /// task is cancelled.
  package convenience init(
    writing tables: Tables, to path: String, type: DocumentType, format: DocumentFormat,
    compression: DocumentCompression, limits: ReadingLimits
  ) throws {
    var options = DocumentWriteOptions(
      encoding: format.encoding, type: type, limits: limits.document)
    options.compressEntries(compression.level)
    options.isCancelled = { Task.isCancelled }
    do throws(DocumentError) {
      let made = try DocumentFile.create(
        tables, form: format.form, options: options, at: path, replacing: true)
      if let problem = made.durabilityProblem { throw problem }
      self.init(path: path, type: type, content: made.content)
    } catch {
      throw SwiftDataError(saving: error)
    }
  }

  /// Whether a path leads to this file.
  func isAt(_ path: String) -> Bool {
    guard let other = FilePlace(path: path) else { return false }
    return isAt(other)
  }

  /// Whether a place is that of this file.
  func isAt(_ place: FilePlace) -> Bool {
    FilePlace(path: path)?.isSame(as: place) ?? false
  }

  /// Whether the file was read or saved, and not erased since.
  var isMade: Bool { state.withLock { $0.content != nil } }

  /// Replaces the file with tables, or creates it.
  ///
  /// - Throws: ``SwiftDataError`` around the error that names the file and the cause. The old file
  ///   is then unchanged, or the error says that the new file is in place but not yet durable.
  ///
  /// - Parameters:
  ///   - tables: The content, taken when no other save is running.
  ///   - writing: How to write the file.
  package func save(_ tables: @autoclosure () -> Tables, as writing: FileWriting) throws {
    let level = writing.compression.level
    try state.withLock { state in
      do {
        let tables = tables()
        let format = writing.format ?? state.format
        if let content = state.content {
          let saved = try DocumentFile.save(
            tables, inPlaceOf: content, after: state.origin, at: path,
            format: format.map { ($0.form, $0.encoding) }, compression: level.method,
            isCancelled: writing.isCancelled, holding: state.lock)
          state.origin = saved.origin
          state.format = format
          if let problem = saved.durabilityProblem { throw problem }
        } else {
          try makeFolder()
          let format = format ?? DocumentFormat(fileName: path) ?? .json
          var options = DocumentWriteOptions(encoding: format.encoding, type: type)
          options.compressEntries(level)
          options.isCancelled = writing.isCancelled
          let made = try DocumentFile.create(
            tables, form: format.form, options: options, at: path)
          state.content = made.content
          // The store owns the tables, as in the initialiser.
          _ = state.content?.takeTables()
          if let problem = made.durabilityProblem { throw problem }
        }
      } catch let error as DocumentError {
        throw SwiftDataError(saving: error)
      }
    }
  }

  /// Removes the file if it exists; the next save creates it again.
  ///
  /// - Throws: ``SwiftDataError`` around the error that names the file and the cause; the file is
  ///   then unchanged.
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
      state.format = nil
    }
  }

  /// Whether a place is the file's location, and the file is unchanged since the last read or save;
  /// before the first save, whether the file is still missing.
  ///
  /// Waits for a running save, because the state of the file is known only after it.
  func isUnchanged(at place: FilePlace) -> Bool {
    state.withLock { state in
      guard let own = FilePlace(path: path), own.isSame(as: place) else { return false }
      guard state.content != nil else { return !own.isMade }
      return state.known?.isState(ofFileAt: path) ?? false
    }
  }

  // MARK: Saves of other programs

  /// Locks the file until ``unlock()``, so that no other program saves it before the next save.
  func lock() throws {
    try state.withLock { state in
      do throws(DocumentError) {
        state.lock = nil
        state.lock = try FileLock(path: path)
      } catch {
        throw SwiftDataError(saving: error)
      }
    }
  }

  func unlock() { state.withLock { $0.lock = nil } }

  /// Reads the file if another program has saved it since the last read or save; nil if it is
  /// unchanged, or does not exist, or is empty and was never read or saved.
  ///
  /// No lock of this object is held meanwhile.
  ///
  /// - Throws: ``SwiftDataError`` if the file is no valid document.
  func readChange(limits: DocumentLimits) throws -> ChangedFile? {
    let known = state.withLock { $0.known }
    if let known, known.isState(ofFileAt: path) { return nil }
    if known == nil, FilePlace(path: path)?.isMade == false { return nil }
    do throws(DocumentError) {
      let content = try DocumentFile.read(.path(path), limits: limits)
      guard content.origin?.identity != known?.identity else { return nil }
      return ChangedFile(content, known: known?.identity)
    } catch {
      if error.code == .fileNotFound { return nil }
      throw SwiftDataError(loading: error)
    }
  }

  /// Takes what was read for the state of the file.
  ///
  /// - Returns: False if the file was read or saved in the meantime.
  func adopt(_ file: ChangedFile) -> Bool {
    state.withLock { state in
      guard state.known?.identity == file.known else { return false }
      state.content = file.content
      state.origin = nil
      state.format = nil
      return true
    }
  }

  private func makeFolder() throws(DocumentError) {
    guard let place = FilePlace(path: path), !place.hasFolder else { return }
    try FolderCreation.makeFolder(atPath: place.folderPath, isPrivate: hasPrivateFolder)
  }
}

/// The file of a document after another program has saved it.
struct ChangedFile {
  /// The tables of the file, in the schema of the file.
  private var tables: Tables
  /// The content without the tables.
  fileprivate let content: LoadedDocument
  /// The state that the file had before, as far as this process knows; nil if it did not exist.
  fileprivate let known: FileIdentity?

  fileprivate init(_ content: LoadedDocument, known: FileIdentity?) {
    var content = content
    tables = content.takeTables()
    self.content = content
    self.known = known
  }

  /// Whether another process has created the file.
  var isNew: Bool { known == nil }

  /// Returns the tables and releases the reference to them.
  mutating func takeTables() -> Tables {
    let taken = tables
    tables = Tables(schema: taken.schema, documentID: taken.documentID)
    return taken
  }
}
