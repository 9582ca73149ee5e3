#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folders on the way from the root to the file that a path names, through symbolic links.
///
/// If an entry on the way changes, the path may name another file.
struct FileRoute: Equatable {
  /// A folder, and the names in it that decide where the way leads.
  struct Folder: Equatable {
    /// The path without symbolic links.
    let path: String
    /// The file, symbolic links, and the first missing name; none for a folder that the way merely
    /// passes.
    var names: Set<String> = []
  }

  private(set) var folders: [Folder] = []
  /// The state of the file; nil if there is none.
  private(set) var file: FileState?

  /// Follows an absolute path as far as it exists.
  init(_ path: String) {
    var waiting = Self.components(path)
    var folder = ""
    var links = 0
    pass("/")
    while let name = waiting.popLast() {
      if name == "." { continue }
      if name == ".." {
        folder = folder.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(folder[..<$0]) } ?? ""
        continue
      }
      let here = folder.isEmpty ? "/" : folder
      let next = folder + "/" + name
      var status = stat()
      guard lstat(next, &status) == 0 else {
        note(name, in: here)
        return
      }
      if status.isSymbolicLink {
        note(name, in: here)
        links += 1
        guard links <= ReplacedFile.maximumLinks, let target = try? ReplacedFile.link(at: next)
        else { return }
        if target.hasPrefix("/") { folder = "" }
        waiting += Self.components(target)
      } else if status.isDirectory, !waiting.isEmpty {
        folder = next
        pass(next)
      } else {
        note(name, in: here)
        if waiting.isEmpty { file = FileState(status) }
        return
      }
    }
  }

  /// The names of a path, the last one first.
  private static func components(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).reversed().map { String(Substring($0)) }
  }

  private mutating func pass(_ path: String) {
    if !folders.contains(where: { $0.path == path }) { folders.append(Folder(path: path)) }
  }

  private mutating func note(_ name: String, in path: String) {
    pass(path)
    if let index = folders.firstIndex(where: { $0.path == path }) {
      folders[index].names.insert(name)
    }
  }

  /// The folder that contains the file, or would contain the first missing name.
  var lastFolder: String { folders.last { !$0.names.isEmpty }?.path ?? "/" }
}

/// What the system tells about a file without reading it.
///
/// Two different states prove a change; two equal ones prove nothing.
struct FileState: Equatable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int64
  private let times: [Int]

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (written, changed) = (status.st_mtim, status.st_ctim)
    #endif
    times = [written.tv_sec, written.tv_nsec, changed.tv_sec, changed.tv_nsec]
  }

  /// The state of the file at a path; nil if there is none.
  init?(path: String) {
    guard let status = try? fileStatus(atPath: path) else { return nil }
    self.init(status)
  }
}
