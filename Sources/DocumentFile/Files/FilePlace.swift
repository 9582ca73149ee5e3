#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The place that a path names, however the path is spelled: a folder and a name in it.
///
/// The folder is identified by device and inode. A saved file gets a new inode each time but keeps
/// its place, and a file that does not exist yet has a place already.
package struct FilePlace: Sendable {
  private struct Node: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// The nearest existing folder above the file.
  private let folder: Node
  /// The names that lead from that folder to the file; only the file's name if the folder is its
  /// own.
  private let names: [String]
  /// The file; nil if it does not exist.
  private let file: Node?
  /// The path of the file's folder, with symbolic links resolved if the file exists.
  package let folderPath: String

  /// Whether the file exists and has content; an empty file is a place for a new document.
  package let isMade: Bool
  /// Whether the file's folder exists.
  package let hasFolder: Bool

  /// Finds the place of a regular file, or of a file that does not exist yet.
  ///
  /// Returns nil for anything else, and if the path cannot be followed.
  package init?(path: String) {
    var path = path
    var missing: [String] = []
    var links = 0
    while true {
      guard let status = try? fileStatus(atPath: path) else {
        if let target = try? ReplacedFile.link(at: path) {
          links += 1
          guard links <= ReplacedFile.maximumLinks else { return nil }
          path =
            target.hasPrefix("/") ? target : ReplacedFile.split(path).directory + "/" + target
          continue
        }
        let (directory, name) = ReplacedFile.split(path)
        guard directory != path else { return nil }
        missing.append(name)
        path = directory
        continue
      }
      if missing.isEmpty {
        guard status.isRegularFile, let real = WriteTarget.resolved(path) else { return nil }
        let (directory, name) = ReplacedFile.split(real)
        guard let above = try? fileStatus(atPath: directory) else { return nil }
        folder = Node(above)
        names = [name]
        file = Node(status)
        isMade = !status.isEmpty
        folderPath = directory
        hasFolder = true
        return
      }
      // A file cannot contain other files; saving reports the error.
      guard status.isDirectory else { return nil }
      let spelled: [String] = missing.reversed()
      let names = Self.normalized(spelled)
      guard !names.isEmpty else { return nil }
      folder = Node(status)
      self.names = names
      file = nil
      isMade = false
      // As spelled: a path through `..` can be followed only if the folder before `..` exists.
      hasFolder = spelled.count == 1
      folderPath = ([path] + spelled.dropLast()).joined(separator: "/")
      return
    }
  }

  /// Folders that do not exist are not links, so `..` removes the name before it.
  private static func normalized(_ names: [String]) -> [String] {
    var kept: [String] = []
    for name in names where !["", "."].contains(name) {
      if name == ".." { _ = kept.popLast() } else { kept.append(name) }
    }
    return kept
  }

  /// Returns whether two places are the same.
  ///
  /// Two names of one file are the same place, because a file system may ignore case.
  package func isSame(as other: FilePlace) -> Bool {
    folder == other.folder && names == other.names || file != nil && file == other.file
  }
}
