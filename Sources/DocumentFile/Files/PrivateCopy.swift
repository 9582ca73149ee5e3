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
/// The files are read and never opened for writing. The copies have no names: no other program can open them, and they
/// disappear with this object, after an error and with a killed process.
package final class PrivateCopy {
  /// The copied file.
  package let file: PassingFile
  /// The copies of the companions that exist, by their endings.
  package let companions: [String: PassingFile]
  /// The bytes of all copied files.
  package let byteCount: Int

  /// The bytes at the beginning of a file that tell its states apart, where times are too coarse: SQLite
  /// keeps a counter of changes there, and the salt of a log.
  private static let head = 100

  /// Copies a file and its companions.
  ///
  /// Compares sizes, times and first bytes before and after; if a file changed meanwhile, copies again.
  ///
  /// - Parameters:
  ///   - source: The file, or a link to it: the companions lie beside the file itself.
  ///   - companions: The endings of the names of the companions; missing ones are left out. A companion that is
  ///     a link is refused, because it may lead to a file of another program.
  ///   - folder: The folder for temporary files.
  /// - Throws: ``DocumentError``: `.fileChanged` if the files never rest, `.limitFileBytes` if they are
  ///   too large together, `.temporaryFileFailed` if they cannot be copied.
  package init(
    of source: String, companions: [String], in folder: String = PrivateCopy.standardFolder,
    limits: DocumentLimits, isCancelled: (() -> Bool)? = nil
  ) throws(DocumentError) {
    let source = RegularFile.resolvedPath(source)
    for attempt in 0..<5 {
      if attempt > 0 { usleep(20_000 << UInt32(attempt)) }
      let before = try State.of(source, companions, limits)
      var copies: [String: PassingFile] = [:]
      for file in before.files {
        if isCancelled?() == true {
          throw DocumentError(.readingFailed, file: source, "it was cancelled")
        }
        let copy = try PassingFile(in: folder)
        guard try Self.copy(source + file.ending, file, to: copy) else { break }
        copies[file.ending] = copy
      }
      guard copies.count == before.files.count, let file = copies.removeValue(forKey: ""),
        try State.of(source, companions, limits) == before
      else { continue }
      self.file = file
      self.companions = copies
      byteCount = before.files.reduce(0) { $0 + $1.size }
      return
    }
    throw DocumentError(
      .fileChanged, file: source, "another program writes to it without a pause")
  }

  /// Copies bytes as a file without companions.
  ///
  /// - Throws: ``DocumentError``: `.temporaryFileFailed`.
  package init(
    of bytes: [UInt8], in folder: String = PrivateCopy.standardFolder
  ) throws(DocumentError) {
    file = try PassingFile(in: folder)
    companions = [:]
    byteCount = bytes.count
    try file.append(bytes)
  }

  /// Returns descriptors of the copies, which the caller closes.
  ///
  /// - Throws: ``DocumentError``: `.temporaryFileFailed`.
  package func descriptors() throws(DocumentError) -> (file: Int32, companions: [String: Int32]) {
    var others: [String: Int32] = [:]
    for (ending, companion) in companions { others[ending] = try companion.duplicate() }
    return (try file.duplicate(), others)
  }

  /// Returns a descriptor of a new empty file, which the caller closes; nil if none can be made.
  package static func temporaryDescriptor() -> Int32? {
    try? PassingFile(in: standardFolder).duplicate()
  }

  /// The folder that the system or its user names for temporary files.
  package static var standardFolder: String {
    guard let named = getenv("TMPDIR") else { return "/tmp" }
    let folder = String(cString: named)
    return folder.isEmpty ? "/tmp" : folder
  }

  /// Copies the bytes that a file had; returns false if it has become shorter.
  private static func copy(
    _ source: String, _ state: State.File, to target: PassingFile
  ) throws(DocumentError) -> Bool {
    guard let (input, _) = try OpenDescriptor.regularFile(source, flags: state.flags) else {
      return false
    }
    var copied = 0
    while copied < state.size {
      let piece: [UInt8]
      do throws(SystemFailure) {
        piece = try input.piece(at: copied, count: min(1 << 20, state.size - copied))
      } catch {
        throw DocumentError(.fileCannotBeRead, file: source, error)
      }
      if piece.isEmpty { return false }
      try target.append(piece)
      copied += piece.count
    }
    return true
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

      /// The flags to open the file with: SQLite, too, opens no link beside a database.
      var flags: Int32 { Self.flags(ending) }

      static func flags(_ ending: String) -> Int32 { ending.isEmpty ? 0 : O_NOFOLLOW }
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
      guard
        let (file, status) = try OpenDescriptor.regularFile(path, flags: File.flags(ending))
      else { return nil }
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

extension PassingFile {
  fileprivate func append(_ bytes: [UInt8]) throws(DocumentError) {
    // Lifetime: the buffer is used inside the closure.
    try bytes.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
      try append(UnsafeRawBufferPointer(bytes))
    }
  }
}
