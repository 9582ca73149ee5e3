/// An archive in memory.
package struct MemoryByteSource: ByteSource {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package var count: Int { bytes.count }

  package func read(at offset: Int, count: Int) throws(ZipError) -> [UInt8] {
    try checkRange(at: offset, count: count)
    // Returning the whole array does not copy it.
    return count == bytes.count ? bytes : Array(bytes[offset..<offset + count])
  }
}
