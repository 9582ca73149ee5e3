import DocumentTables
import ZipArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The source of a document.
package enum ReadSource: Sendable {
  case standardInput
  case path(String)
  case bytes([UInt8])
  /// A source opened before, which can be read repeatedly.
  case opened(any ByteSource)
  /// The rows of a file of another program, whose values have been checked one by one.
  case rows(SourceRows)

  /// Interprets an argument; `-` is standard input.
  package init(argument: String) {
    self = argument == "-" ? .standardInput : .path(argument)
  }

  package var path: String? {
    if case .path(let path) = self { path } else { nil }
  }

  /// Returns a source that knows whether it has bytes: standard input is read.
  package func opened(limits: DocumentLimits) throws(DocumentError) -> ReadSource {
    guard case .standardInput = self else { return self }
    return .opened(try ReadingFile.open(self, limits: limits))
  }

  /// Whether the source has no bytes, as a file without content, or is `/dev/null`, as git names a
  /// file that does not exist; unknown of standard input.
  package var isEmptyFile: Bool {
    switch self {
    case .bytes(let bytes): return bytes.isEmpty
    case .opened(let bytes): return bytes.count == 0
    case .rows: return false
    case .standardInput, .path: break
    }
    guard let path, let status = (try? fileStatus(atPath: path)) ?? nil else { return false }
    if status.isRegularFile { return status.st_size == 0 }
    guard let null = (try? fileStatus(atPath: "/dev/null")) ?? nil else { return false }
    return status.isSameFile(as: null)
  }
}

/// The rows of a document in memory: a pass takes them as they are, and all else reads them encoded.
package struct SourceRows: Sendable {
  let tables: Tables
  let type: DocumentType
  /// Makes the bytes of the document.
  let encoded: @Sendable () throws(DocumentError) -> [UInt8]
}

/// The reading of document bytes into memory owned by this process.
///
/// Files are never mapped, because another program could truncate a mapped file.
enum ReadingFile {
  private static let firstPiece = 64 << 10

  /// Opens a source: with random access if possible, otherwise by reading it whole into memory.
  static func open(
    _ source: ReadSource, limits: DocumentLimits
  ) throws(DocumentError) -> any ByteSource {
    switch source {
    case .bytes(let bytes):
      guard bytes.count <= limits.fileBytes else { throw tooLarge(limits) }
      return MemoryByteSource(bytes)
    case .opened(let bytes):
      guard bytes.count <= limits.fileBytes else { throw tooLarge(limits) }
      return bytes
    case .rows(let rows): return MemoryByteSource(try rows.encoded())
    case .standardInput:
      return MemoryByteSource(
        try readWhole(OpenDescriptor(0, isOwned: false), path: nil, limits: limits))
    case .path(let path):
      let descriptor: OpenDescriptor
      let status: stat
      do {
        descriptor = try OpenDescriptor.open(path, O_RDONLY | O_NOCTTY)
        status = try fileStatus(of: descriptor.number)
      } catch {
        let code: DocumentError.Code = error.number == ENOENT ? .fileNotFound : .fileCannotBeRead
        throw DocumentError(code, file: path, error)
      }
      if status.isDirectory { throw DocumentError(.fileIsDirectory, file: path) }
      guard !status.isReadOnce else {
        return MemoryByteSource(try readWhole(descriptor, path: path, limits: limits))
      }
      guard Int(clamping: status.st_size) <= limits.fileBytes else {
        throw tooLarge(limits).inFile(path)
      }
      do {
        return try FileByteSource(descriptor: descriptor.number)
      } catch {
        throw DocumentError(error).inFile(path)
      }
    }
  }

  /// Opens a source without keeping its bytes in memory: data that can be read only once is spooled
  /// to a folder.
  ///
  /// - Parameter accepts: Whether a beginning is that of a file that is no document, but is read too.
  static func openSpooled(
    _ source: ReadSource, folder: String, limits: DocumentLimits,
    accepting accepts: ([UInt8]) -> Bool = { _ in false }
  ) throws(DocumentError) -> any ByteSource {
    switch source {
    case .bytes, .opened, .rows: return try open(source, limits: limits)
    case .standardInput:
      return try spool(OpenDescriptor(0, isOwned: false), folder, limits, accepts)
    case .path(let path):
      let descriptor: OpenDescriptor?
      do {
        let status = try fileStatus(atPath: path)
        descriptor =
          status?.isReadOnce ?? false ? try OpenDescriptor.open(path, O_RDONLY | O_NOCTTY) : nil
      } catch {
        throw DocumentError(.fileCannotBeRead, file: path, error)
      }
      guard let descriptor else { return try open(source, limits: limits) }
      return try spool(descriptor, folder, limits, accepts)
    }
  }

  private static func spool(
    _ descriptor: OpenDescriptor, _ folder: String, _ limits: DocumentLimits,
    _ accepts: ([UInt8]) -> Bool
  ) throws(DocumentError) -> any ByteSource {
    let spill = SpillFile(in: folder)
    try readPieces(descriptor, path: nil, limits: limits, accepting: accepts) {
      (piece) throws(DocumentError) in _ = try spill.append(piece)
    }
    return try spill.source()
  }

  /// Returns all bytes of a source.
  static func wholeBytes(of source: any ByteSource) throws(DocumentError) -> [UInt8] {
    do {
      return try source.read(at: 0, count: source.count)
    } catch {
      throw DocumentError(error)
    }
  }

  private static func tooLarge(_ limits: DocumentLimits) -> DocumentError {
    DocumentError(.limitFileBytes, "at most \(limits.fileBytes) bytes are read")
  }

  /// Reads to the end in pieces that grow with the bytes read so far.
  static func readWhole(
    _ descriptor: OpenDescriptor, path: String?, limits: DocumentLimits
  ) throws(DocumentError) -> [UInt8] {
    var bytes: [UInt8] = []
    try readPieces(descriptor, path: path, limits: limits) { (piece) throws(DocumentError) in
      bytes.append(contentsOf: piece)
    }
    return bytes
  }

  private static func readPieces(
    _ descriptor: OpenDescriptor, path: String?, limits: DocumentLimits,
    accepting accepts: ([UInt8]) -> Bool = { _ in false },
    _ take: ([UInt8]) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    var count = 0
    var beginning: [UInt8] = []
    var isKnown = false
    while true {
      let size = max(firstPiece, min(count, 16 << 20))
      let piece: [UInt8]
      do {
        piece = try readPiece(descriptor, size: size)
      } catch {
        throw DocumentError(code(ofFailedRead: error), file: path, error)
      }
      if piece.isEmpty { return }
      guard piece.count <= limits.fileBytes - count else {
        throw tooLarge(limits).inFile(path)
      }
      count += piece.count
      try take(piece)
      // Data that is not a document is rejected early: a device may have no end.
      if !isKnown {
        // White space is not kept, so that much of it takes linear time.
        if FileFormat.isBlank(beginning) { beginning = piece } else { beginning += piece }
        guard count >= OtherFile.probedBytes, !FileFormat.isBlank(beginning) else { continue }
        do {
          if !accepts(beginning) { _ = try FileFormat(sniffing: beginning) }
        } catch {
          throw error.inFile(path)
        }
        isKnown = true
      }
    }
  }

  /// The error code of a failed read; standard input may be closed, or a directory.
  private static func code(ofFailedRead failure: SystemFailure) -> DocumentError.Code {
    switch failure.number {
    case EBADF: .fileCannotBeRead
    case EISDIR: .fileIsDirectory
    default: .readingFailed
    }
  }

  /// Returns at most `size` bytes; an empty array at the end.
  private static func readPiece(
    _ descriptor: OpenDescriptor, size: Int
  ) throws(SystemFailure) -> [UInt8] {
    var failure: SystemFailure?
    let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      // Bound: `read` writes at most `size` bytes into the buffer of that capacity.
      do throws(SystemFailure) {
        count = try descriptor.retrying(POLLIN) { () throws(SystemFailure) in
          try system("read") { read(descriptor.number, buffer.baseAddress, size) }
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return piece
  }
}
