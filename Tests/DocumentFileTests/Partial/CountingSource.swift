import Synchronization
import ZipArchive

@testable import DocumentFile

/// A source that remembers which of its bytes were asked for.
final class CountingSource: ByteSource {
  private let source: MemoryByteSource
  private let reads = Mutex<[Range<Int>]>([])

  init(_ bytes: [UInt8]) { source = MemoryByteSource(bytes) }

  var count: Int { source.count }

  func read(at offset: Int, count: Int) throws(ZipError) -> [UInt8] {
    reads.withLock { $0.append(offset..<offset + count) }
    return try source.read(at: offset, count: count)
  }

  /// The entries whose data were read since the last call.
  func takeEntries() throws -> [String] {
    let reads = reads.withLock { reads in
      defer { reads = [] }
      return reads
    }
    return try ZipReader(source).entries.filter { entry in
      reads.contains { $0.lowerBound == entry.dataOffset && !$0.isEmpty }
    }.map(\.name)
  }
}
