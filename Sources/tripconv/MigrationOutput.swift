import DocumentFile
import Foundation

/// Where migrated documents go.
enum MigrationOutput {
  case target(WriteTarget)
  case folder(String)
  case inPlace(keepsBackup: Bool)

  /// - Parameters:
  ///   - output: The file or folder; nil for the documents' own places.
  ///   - isFolder: Whether it must be a folder; one that is not there is then made.
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
          .cannotCreate,
          ["\(Self.words(output))it is a file, and several documents need a folder"])
      }
      do {
        try DocumentFile.makeFolder(atPath: output, isPrivate: false)
      } catch {
        throw CommandFailure(error, file: output)
      }
      self = .folder(output)
    } else {
      self = .target(WriteTarget(argument: output))
    }
  }

  private static func words(_ path: String) -> String {
    "\(Message.prefix)\(DocumentError.printable(path)): "
  }

  /// The last component of a path.
  static func fileName(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }

  /// Where a document stands in a folder.
  static func path(of path: String, in folder: String) -> String {
    folder + (folder.hasSuffix("/") ? "" : "/") + fileName(of: path)
  }

  /// What is read from a pipe has no place to be written in: nobody may ever read from it.
  func checkPlace(of input: InputArgument) throws {
    guard case .inPlace = self, let path = input.source.path, WriteTarget.path(path).isStream
    else { return }
    throw CommandFailure(
      .cannotCreate,
      ["\(Self.words(path))it is not a regular file, and cannot be replaced"])
  }

  /// Writes a document in the form that it has.
  ///
  /// - Returns: Whether anything was written: in place only what has changed is.
  func write(_ document: OpenedDocument, of input: InputArgument) throws -> Bool {
    guard let target = try target(of: input, isChanged: document.isChanged) else { return false }
    if case .inPlace(keepsBackup: true) = self, let path = input.source.path {
      do {
        try DocumentFile.copy(fileAt: path, to: path + "~", of: document.origin)
      } catch {
        throw CommandFailure(error, file: path + "~")
      }
    }
    do {
      try DocumentFile.write(
        document.tables, form: document.form,
        options: DocumentWriteOptions(encoding: document.encoding, type: document.type),
        to: target, insteadOf: target.isSameFile(as: input.source) ? document.origin : nil)
    } catch {
      throw CommandFailure(error, file: target.name)
    }
    return true
  }

  /// Writes a document whose rows pass by in the form that it has.
  ///
  /// - Returns: False where it has to come into memory, or is left as it is: nothing was written.
  func write(_ streamed: StreamedInput) throws -> Bool {
    let document = streamed.document
    let isChanged = streamed.migratedFrom != nil
    guard let target = try target(of: streamed.input, isChanged: isChanged) else { return false }
    var options = DocumentWriteOptions(
      encoding: document.encoding, type: document.header.type)
    options.limits = .streaming
    do throws(DocumentError) {
      try document.write(
        to: target, form: document.form, options: options, schema: streamed.schema)
    } catch {
      if document.needsMemory { return false }
      throw CommandFailure(
        error, file: error.isOfSource ? streamed.input.name : target.name)
    }
    return true
  }

  /// Where a document goes; nil where it stays as it is.
  private func target(of input: InputArgument, isChanged: Bool) throws -> WriteTarget? {
    switch self {
    case .target(let given): return given
    case .folder(let folder):
      guard let path = input.source.path else {
        throw CommandFailure(
          .cannotCreate,
          ["\(Self.words(folder))standard input has no name for a file in this folder"])
      }
      return .path(Self.path(of: path, in: folder))
    case .inPlace: return isChanged ? input.source.path.map { .path($0) } : nil
    }
  }
}

extension WriteTarget {
  fileprivate var name: String {
    if case .path(let path) = self { path } else { "standard output" }
  }
}
