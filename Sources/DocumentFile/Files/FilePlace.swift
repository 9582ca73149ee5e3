#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The place that a path names, whatever the spelling of the path: a folder and a name in it.
///
/// The folder is known by device and inode. A file that is saved anew has another inode each time and
/// keeps its place; of a file that does not exist yet the place is known already.
package struct FilePlace: Sendable {
  private struct Node: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// The nearest folder above the file that exists.
  private let folder: Node
  /// What leads from there to the file: its name, where the folder is the file's own.
  private let names: [String]
  /// The file, where it exists.
  private let file: Node?
  /// The path of the file's folder, once all symbolic links are followed.
  package let folderPath: String

  /// Whether the file exists.
  package var isMade: Bool { file != nil }
  /// Whether the file's folder exists.
  package let hasFolder: Bool

  /// Finds the place of a regular file, or of one that is still to be made.
  ///
  /// Returns nil for everything else, and where the path cannot be followed.
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
        folderPath = directory
        hasFolder = true
        return
      }
      // Below a file there is no place; saving says so.
      guard status.isDirectory else { return nil }
      let spelled: [String] = missing.reversed()
      let names = Self.normalized(spelled)
      guard !names.isEmpty else { return nil }
      folder = Node(status)
      self.names = names
      file = nil
      // As it was spelled: a path through `..` can be followed only if the folder before it exists.
      hasFolder = spelled.count == 1
      folderPath = ([path] + spelled.dropLast()).joined(separator: "/")
      return
    }
  }

  /// Folders that do not exist are no links, so the folder above is the name before.
  private static func normalized(_ names: [String]) -> [String] {
    var kept: [String] = []
    for name in names where !["", "."].contains(name) {
      if name == ".." { _ = kept.popLast() } else { kept.append(name) }
    }
    return kept
  }

  /// Whether two are places of one file.
  ///
  /// Two names of one file are: a file system may ignore case.
  package func isSame(as other: FilePlace) -> Bool {
    folder == other.folder && names == other.names || file != nil && file == other.file
  }
}
