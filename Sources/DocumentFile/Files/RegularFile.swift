#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whole reads of single regular files beside a document.
package enum RegularFile {
  /// Returns the first bytes of a regular file.
  ///
  /// - Throws: `.fileNotFound`, `.fileIsDirectory`, `.fileCannotBeRead`.
  package static func head(
    ofFile path: String, count: Int
  ) throws(DocumentError) -> [UInt8] {
    guard let (file, _) = try OpenDescriptor.regularFile(path, flags: 0) else {
      throw DocumentError(.fileNotFound, file: path)
    }
    do throws(SystemFailure) {
      return try file.piece(at: 0, count: count)
    } catch {
      throw DocumentError(.fileCannotBeRead, file: path, error)
    }
  }

  /// Returns the path of the file that a path leads to through links; the path itself if there is none.
  package static func resolvedPath(_ path: String) -> String {
    WriteTarget.resolved(path) ?? path
  }

  /// Returns the bytes of a regular file below a folder; nil if there is none.
  ///
  /// - Parameters:
  ///   - names: The names of folders below the folder, and that of the file. None of them may be a symbolic link, which
  ///     could lead to files of other programs.
  ///   - limit: The most bytes to read.
  /// - Throws: `.limitExpanded`, `.fileIsDirectory`, `.fileCannotBeRead`.
  package static func bytes(
    of names: [String], below folder: String, limit: Int
  ) throws(DocumentError) -> [UInt8]? {
    guard let name = names.last else { return nil }
    let path = ([folder] + names).joined(separator: "/")
    let file: OpenDescriptor
    do throws(SystemFailure) {
      var directory = try OpenDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
      for name in names.dropLast() {
        directory = try directory.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      }
      file = try directory.open(name, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW)
    } catch {
      if error.isAbsence { return nil }
      throw DocumentError(.fileCannotBeRead, file: path, error)
    }
    let size = Int(clamping: try file.regularStatus(path).st_size)
    guard size <= limit else {
      throw DocumentError(.limitExpanded, file: path, "it has \(size) bytes")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    do throws(SystemFailure) {
      while bytes.count < size {
        let piece = try file.piece(at: bytes.count, count: min(1 << 20, size - bytes.count))
        if piece.isEmpty { break }
        bytes += piece
      }
    } catch {
      throw DocumentError(.fileCannotBeRead, file: path, error)
    }
    return bytes
  }
}

extension OpenDescriptor {
  /// Opens a regular file for reading; nil if there is none.
  ///
  /// - Throws: `.fileIsDirectory`, `.fileCannotBeRead` for other kinds of files; for a link, too, if the flags have
  ///   `O_NOFOLLOW`.
  static func regularFile(
    _ path: String, flags: Int32
  ) throws(DocumentError) -> (OpenDescriptor, stat)? {
    let file: OpenDescriptor
    do throws(SystemFailure) {
      file = try OpenDescriptor.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | flags)
    } catch {
      if error.number == ELOOP, flags & O_NOFOLLOW != 0 {
        throw DocumentError(.fileCannotBeRead, file: path, "it is a link, not a file")
      }
      if error.isAbsence { return nil }
      throw DocumentError(.fileCannotBeRead, file: path, error)
    }
    return (file, try file.regularStatus(path))
  }

  /// - Throws: `.fileIsDirectory`, `.fileCannotBeRead` for other kinds of files.
  fileprivate func regularStatus(_ path: String) throws(DocumentError) -> stat {
    let status: stat
    do throws(SystemFailure) {
      status = try fileStatus(of: number)
    } catch {
      throw DocumentError(.fileCannotBeRead, file: path, error)
    }
    if status.isDirectory { throw DocumentError(.fileIsDirectory, file: path) }
    guard status.isRegularFile else {
      throw DocumentError(.fileCannotBeRead, file: path, "it is not a regular file")
    }
    return status
  }

  fileprivate func open(_ name: String, _ flags: Int32) throws(SystemFailure) -> OpenDescriptor {
    let folder = number
    return OpenDescriptor(try system("openat") { openat(folder, name, flags | O_CLOEXEC) })
  }
}

extension SystemFailure {
  /// Whether there is no such file, or only a link where none is followed.
  fileprivate var isAbsence: Bool { [ENOENT, ENOTDIR, ELOOP].contains(number) }
}
