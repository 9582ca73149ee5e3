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
    let target: WriteTarget
    switch self {
    case .target(let given): target = given
    case .folder(let folder):
      guard let path = input.source.path else {
        throw CommandFailure(
          .cannotCreate,
          ["\(Self.words(folder))standard input has no name for a file in this folder"])
      }
      target = .path(Self.path(of: path, in: folder))
    case .inPlace(let keepsBackup):
      guard document.isChanged, let path = input.source.path else {
        return false
      }
      if keepsBackup {
        do {
          try DocumentFile.copy(fileAt: path, to: path + "~", of: document.origin)
        } catch {
          throw CommandFailure(error, file: path + "~")
        }
      }
      target = .path(path)
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
}

extension WriteTarget {
  fileprivate var name: String {
    if case .path(let path) = self { path } else { "standard output" }
  }
}
