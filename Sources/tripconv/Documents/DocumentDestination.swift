import DocumentFile
import Foundation

/// Where changed documents go: into a file, a folder, or their own files.
enum DocumentDestination {
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

  /// Writes a document that passes by or lies in memory.
  ///
  /// - Parameter announce: Called after all checks, before anything is changed.
  /// - Returns: Whether the document was written: in place, only changed documents are.
  func write(
    _ document: inout MigratedDocument, of input: InputArgument,
    announce: (any MigratedRows) throws -> Void
  ) throws -> Bool {
    // A document that stays as it is has to be valid, too.
    if case .inPlace = self, !document.facts.isChanged { try document.requireValid() }
    guard let file = try file(for: document.facts, of: input) else {
      try announce(document.facts)
      return false
    }
    _ = try document.write(to: file, announce: announce)
    return true
  }

  /// Writes a document in memory.
  ///
  /// - Returns: As above.
  @discardableResult
  func write(_ document: OpenedDocument, of input: InputArgument) throws -> Bool {
    guard let file = try file(for: document, of: input) else { return false }
    _ = try file.write(.held(document.rows))
    return true
  }

  /// Returns the file to write; nil if the document stays as it is.
  private func file(for document: any MigratedRows, of input: InputArgument) throws -> OutputFile? {
    guard let target = try target(of: input, isChanged: document.isChanged) else { return nil }
    var file = OutputFile(
      target: target, format: .document(format(document.format)),
      isOwn: target.isSameFile(as: input.source))
    if case .inPlace(keepsBackup: true) = self { file.keepsBackup = true }
    return file
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
