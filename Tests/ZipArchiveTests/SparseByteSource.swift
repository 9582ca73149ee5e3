@testable import ZipArchive

/// An archive of gigabytes that holds only its small pieces; the rest reads as zeros.
final class SparseByteSource: ByteSource {
  private let pieces: [(offset: Int, bytes: [UInt8])]
  let count: Int

  init(pieces: [(offset: Int, bytes: [UInt8])], count: Int) {
    self.pieces = pieces
    self.count = count
  }

  func read(at offset: Int, count: Int) throws(ZipError) -> [UInt8] {
    try checkRange(at: offset, count: count)
    guard count < 1 << 24 else { throw ZipError(.readFailed, offset: offset) }
    var result = [UInt8](repeating: 0, count: count)
    for (start, bytes) in pieces where start < offset + count && start + bytes.count > offset {
      for position in max(start, offset)..<min(start + bytes.count, offset + count) {
        result[position - offset] = bytes[position - start]
      }
    }
    return result
  }
}

/// Keeps the small pieces of what a writer writes.
final class SparseSink {
  private(set) var pieces: [(offset: Int, bytes: [UInt8])] = []
  private(set) var count = 0

  func take(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count < 1 << 24 { pieces.append((count, Array(bytes))) }
    count += bytes.count
  }

  /// The archive with one of its pieces changed.
  func source(
    editing index: Int? = nil, _ edit: (inout [UInt8]) -> Void = { _ in }
  ) -> SparseByteSource {
    var edited = pieces
    if let index, edited.indices.contains(index) { edit(&edited[index].bytes) }
    return SparseByteSource(pieces: edited, count: count)
  }
}
