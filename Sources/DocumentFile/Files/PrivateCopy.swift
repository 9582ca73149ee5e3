import DocumentTables

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A private copy of a file and the files that belong to it, all of one moment.
///
/// The files are read and never opened for writing. The copy is in a folder that only this user may
/// read, and is removed with this object.
package final class PrivateCopy {
  /// The path of the copied file; the copies of its companions have the same name with their endings.
  package let path: String
  /// The endings of the companions that exist.
  package let companions: [String]
  /// The bytes of all copied files.
  package let byteCount: Int
  private let folder: String

  /// The bytes at the beginning of a file that tell its states apart, where times are too coarse: SQLite
  /// keeps a counter of changes there, and the salt of a log.
  private static let head = 100

  /// Copies a file and its companions.
  ///
  /// Compares sizes, times and first bytes before and after; if a file changed meanwhile, copies again.
  ///
  /// - Parameters:
  ///   - source: The file, or a link to it: the companions lie beside the file itself.
  ///   - companions: The endings of the names of the companions; those that do not exist are left out.
  ///   - folder: The folder for temporary files.
  /// - Throws: ``DocumentError``: `.fileChanged` if the files never rest, `.limitFileBytes` if they are
  ///   too large together, `.temporaryFileFailed` if they cannot be copied.
  package init(
    of source: String, companions: [String], in folder: String = PrivateCopy.standardFolder,
    limits: DocumentLimits, isCancelled: (() -> Bool)? = nil
  ) throws(DocumentError) {
    let source = RegularFile.resolvedPath(source)
    self.folder = try Self.makeFolder(in: folder)
    path = self.folder + "/store"
    var found: [String] = []
    for attempt in 0..<5 {
      if attempt > 0 { usleep(20_000 << UInt32(attempt)) }
      let before = try State.of(source, companions, limits)
      found = before.files.map(\.ending)
      var isWhole = true
      for file in before.files {
        if isCancelled?() == true {
          throw DocumentError(.readingFailed, file: source, "it was cancelled")
        }
        isWhole =
          try Self.copy(source + file.ending, to: path + file.ending, bytes: file.size) && isWhole
      }
      for ending in companions where !found.contains(ending) { unlink(path + ending) }
      if isWhole, try State.of(source, companions, limits) == before {
        self.companions = found.filter { !$0.isEmpty }
        byteCount = before.files.reduce(0) { $0 + $1.size }
        return
      }
    }
    Self.remove(self.folder, path, companions)
    throw DocumentError(
      .fileChanged, file: source, "another program writes to it without a pause")
  }

  /// Writes bytes as a file without companions.
  ///
  /// - Throws: ``DocumentError``: `.temporaryFileFailed`.
  package init(
    of bytes: [UInt8], in folder: String = PrivateCopy.standardFolder
  ) throws(DocumentError) {
    self.folder = try Self.makeFolder(in: folder)
    path = self.folder + "/store"
    companions = []
    byteCount = bytes.count
    do throws(SystemFailure) {
      let output = try OpenDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
      try output.write(bytes)
      try output.close()
    } catch {
      throw DocumentError(.temporaryFileFailed, file: path, error)
    }
  }

  deinit { Self.remove(folder, path, companions + ["-wal", "-shm", "-journal"]) }

  /// The folder that the system or its user names for temporary files.
  package static var standardFolder: String {
    guard let named = getenv("TMPDIR") else { return "/tmp" }
    let folder = String(cString: named)
    return folder.isEmpty ? "/tmp" : folder
  }

  private static func makeFolder(in folder: String) throws(DocumentError) -> String {
    var name = Array((folder + "/document-XXXXXX").utf8CString)
    // Lifetime: mkdtemp writes into the array and returns its address.
    let isMade = name.withUnsafeMutableBufferPointer { name in
      name.baseAddress.map { mkdtemp($0) != nil } ?? false
    }
    guard isMade else {
      throw DocumentError(.temporaryFileFailed, file: folder, SystemFailure("mkdtemp"))
    }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func remove(_ folder: String, _ path: String, _ endings: [String]) {
    for ending in [""] + endings { unlink(path + ending) }
    rmdir(folder)
  }

  /// Copies the bytes that a file had; returns false if it has become shorter.
  private static func copy(
    _ source: String, to target: String, bytes: Int
  ) throws(DocumentError) -> Bool {
    let input: OpenDescriptor
    do throws(SystemFailure) {
      input = try OpenDescriptor.open(source, O_RDONLY | O_NOCTTY | O_NONBLOCK)
    } catch {
      if error.number == ENOENT { return false }
      throw DocumentError(.fileCannotBeRead, file: source, error)
    }
    do throws(SystemFailure) {
      let output = try OpenDescriptor.open(
        target, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
      var copied = 0
      while copied < bytes {
        let piece = try input.piece(at: copied, count: min(1 << 20, bytes - copied))
        if piece.isEmpty { return false }
        try output.write(piece)
        copied += piece.count
      }
      try output.close()
      return true
    } catch {
      throw DocumentError(.temporaryFileFailed, file: target, error)
    }
  }

  /// What tells one state of the files from another.
  private struct State: Equatable {
    struct File: Equatable {
      let ending: String
      let size: Int
      let device: UInt64
      let node: UInt64
      let seconds: Int
      let nanoseconds: Int
      let head: [UInt8]
    }

    var files: [File] = []

    static func of(
      _ source: String, _ companions: [String], _ limits: DocumentLimits
    ) throws(DocumentError) -> State {
      var state = State()
      var total = 0
      for ending in [""] + companions {
        guard let file = try file(source + ending, ending) else {
          if ending.isEmpty { throw DocumentError(.fileNotFound, file: source) }
          continue
        }
        let (sum, overflow) = total.addingReportingOverflow(file.size)
        guard !overflow, sum <= limits.fileBytes else {
          throw DocumentError(
            .limitFileBytes, file: source, "at most \(limits.fileBytes) bytes are read")
        }
        total = sum
        state.files.append(file)
      }
      return state
    }

    private static func file(
      _ path: String, _ ending: String
    ) throws(DocumentError) -> File? {
      guard let (file, status) = try OpenDescriptor.regularFile(path, flags: 0) else { return nil }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      let head: [UInt8]
      do throws(SystemFailure) {
        head = try file.piece(at: 0, count: PrivateCopy.head)
      } catch {
        throw DocumentError(.fileCannotBeRead, file: path, error)
      }
      return File(
        ending: ending, size: Int(clamping: status.st_size),
        device: UInt64(truncatingIfNeeded: status.st_dev),
        node: UInt64(truncatingIfNeeded: status.st_ino), seconds: time.tv_sec,
        nanoseconds: time.tv_nsec, head: head)
    }
  }
}

extension OpenDescriptor {
  /// Opens a regular file for reading; nil if there is none.
  ///
  /// - Throws: `.fileIsDirectory`, `.fileCannotBeRead` for other kinds of files.
  fileprivate static func regularFile(
    _ path: String, flags: Int32
  ) throws(DocumentError) -> (OpenDescriptor, stat)? {
    let file: OpenDescriptor
    let status: stat
    do throws(SystemFailure) {
      file = try OpenDescriptor.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | flags)
      status = try fileStatus(of: file.number)
    } catch {
      if [ENOENT, ENOTDIR, ELOOP].contains(error.number) { return nil }
      throw DocumentError(.fileCannotBeRead, file: path, error)
    }
    if status.isDirectory { throw DocumentError(.fileIsDirectory, file: path) }
    guard status.isRegularFile else {
      throw DocumentError(.fileCannotBeRead, file: path, "it is not a regular file")
    }
    return (file, status)
  }

  /// Returns at most `count` bytes from an offset on.
  fileprivate func piece(at offset: Int, count: Int) throws(SystemFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let number = number
    // Bound: the count of the array. Lifetime: inside the closure.
    let read = try system("pread") {
      bytes.withUnsafeMutableBytes { pread(number, $0.baseAddress, count, off_t(offset)) }
    }
    bytes.removeLast(count - min(count, max(0, read)))
    return bytes
  }

  fileprivate func write(_ bytes: [UInt8]) throws(SystemFailure) {
    // Lifetime: the buffer is used inside the closure.
    let result: Result<Void, SystemFailure> = bytes.withUnsafeBytes { buffer in
      do throws(SystemFailure) {
        try write(buffer)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }
}

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

  /// Returns the bytes of a regular file inside a folder; nil if there is none.
  ///
  /// Follows no symbolic link of that name.
  ///
  /// - Parameter limit: The most bytes to read.
  package static func bytes(
    ofFile name: String, in folder: String, limit: Int
  ) throws(DocumentError) -> [UInt8]? {
    let path = folder + "/" + name
    guard let (file, status) = try OpenDescriptor.regularFile(path, flags: O_NOFOLLOW) else {
      return nil
    }
    let size = Int(clamping: status.st_size)
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
