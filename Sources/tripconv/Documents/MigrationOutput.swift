import DocumentFile
import Foundation

/// The destination of migrated documents.
enum MigrationOutput {
  case target(WriteTarget)
  case folder(String)
  case inPlace(keepsBackup: Bool)

  /// - Parameters:
  ///   - output: The file or folder; nil to replace each document's own file.
  ///   - isFolder: Whether the output must be a folder, which is created if it does not exist.
  init(_ output: String?, isFolder: Bool, keepsBackups: Bool) throws {
    guard let output else {
      self = .inPlace(keepsBackup: keepsBackups)
      return
    }
    var isThere: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: output, isDirectory: &isThere)
    if output != "-", exists, isThere.boolValue {
      self = .folder(output)
    } else if isFolder {
      guard !exists else {
        throw CommandFailure(
          .cannotCreate, "it is a file, and several documents need a folder", at: output)
      }
      do {
        try FolderCreation.makeFolder(atPath: output, isPrivate: false)
      } catch {
        throw CommandFailure(error, file: output)
      }
      self = .folder(output)
    } else {
      self = .target(WriteTarget(argument: output))
    }
  }

  /// Returns the path of a document in a folder.
  static func path(of name: String, in folder: String) -> String {
    folder + (folder.hasSuffix("/") ? "" : "/") + name
  }

  /// Throws if a document would be replaced in place but its path is a pipe, which might never have
  /// a reader.
  func checkPlace(of input: InputArgument) throws {
    guard case .inPlace = self, let path = input.source.path, WriteTarget.path(path).isStream
    else { return }
    throw CommandFailure(
      .cannotCreate, "it is not a regular file, and cannot be replaced", at: path)
  }

  /// Checks before any work that a single file can be created or replaced.
  func requireCreatable() throws(CommandFailure) {
    if case .target(let target) = self { try target.requireCreatable() }
  }

  /// Writes a document.
  ///
  /// - Returns: Whether the document was written: in place, only changed documents are.
  func write(_ document: OpenedDocument, of input: InputArgument) throws -> Bool {
    guard let target = try target(of: input, isChanged: document.isChanged) else { return false }
    if case .inPlace(keepsBackup: true) = self, let path = input.source.path {
      do {
        // A file that cannot be replaced needs no backup.
        try DocumentFile.requireReplaceable(fileAt: path)
      } catch {
        throw CommandFailure(error, file: path)
      }
      do {
        let unkept = try DocumentFile.copy(fileAt: path, to: path + "~", of: document.origin)
        StandardError.say(unkept, of: path + "~")
      } catch {
        throw CommandFailure(error, file: path + "~")
      }
    }
    let format = format(FormatName(document.form, document.encoding))
    try StandardOutput.refuseZip(format.form, to: target)
    do {
      let unkept = try DocumentFile.write(
        document.tables, form: format.form,
        options: DocumentWriteOptions(
          encoding: format.encoding, type: document.type, limits: document.limits),
        to: target, insteadOf: target.isSameFile(as: input.source) ? document.origin : nil)
      StandardError.say(unkept, of: target.name)
    } catch {
      throw CommandFailure(error, file: target.name)
    }
    return true
  }

  /// The result of writing a streamed document.
  enum Outcome {
    case written
    /// The document is valid and already has its version and place, so nothing was written.
    case left
  }

  /// Writes a streamed document.
  ///
  /// - Parameter announce: Called after all checks, before anything is changed.
  /// - Returns: nil if the document needs all rows in memory.
  func write(_ pass: VersionedPass, announce: () throws -> Void) throws -> Outcome? {
    let document = pass.document
    let isChanged = pass.migratedFrom != nil
    guard let target = try target(of: pass.input, isChanged: isChanged) else {
      do throws(DocumentError) {
        guard case .done = try document.requireValid() else { return nil }
      } catch {
        throw CommandFailure(error, file: pass.input.name)
      }
      try announce()
      return .left
    }
    let format = format(FormatName(document.form, document.encoding))
    try StandardOutput.refuseZip(format.form, to: target)
    do {
      let outcome = try pass.write(
        to: target, as: format.form,
        DocumentWriteOptions(encoding: format.encoding, type: document.header.type)
      ) {
        try announce()
        if case .inPlace(keepsBackup: true) = self, let path = pass.input.source.path {
          StandardError.say(try document.copyFile(to: path + "~"), of: path + "~")
        }
      }
      guard case .done = outcome else { return nil }
      return .written
    } catch let error as DocumentError {
      throw CommandFailure(error, file: target.name)
    }
  }

  /// Returns the format to write: the format that the name of a single file implies, as for
  /// `convert`, or else the document's own.
  private func format(_ own: FormatName) -> FormatName {
    guard case .target(.path(let path)) = self, let promised = FormatName(fileName: path) else {
      return own
    }
    // A file name does not determine the encoding within a zip.
    return promised.form == .document && own.form == .document ? own : promised
  }

  /// Returns the target of a document, or nil if the document stays as it is.
  private func target(of input: InputArgument, isChanged: Bool) throws -> WriteTarget? {
    switch self {
    case .target(let given): return given
    case .folder(let folder):
      guard let name = input.outputName else {
        throw CommandFailure(
          .cannotCreate, "standard input has no name for a file in this folder", at: folder)
      }
      let path = Self.path(of: name, in: folder)
      if let end = name.lastIndex(of: "/") {
        do {
          try FolderCreation.makeFolder(
            atPath: Self.path(of: String(name[..<end]), in: folder), isPrivate: false)
        } catch {
          throw CommandFailure(error, file: folder)
        }
      }
      return .path(path)
    case .inPlace: return isChanged ? input.source.path.map { .path($0) } : nil
    }
  }
}

extension WriteTarget {
  var name: String {
    if case .path(let path) = self { path } else { "standard output" }
  }
}
