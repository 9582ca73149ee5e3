/// The stored bytes of an entry that is not yet part of an archive.
///
/// A caller can hash them, or compress several entries concurrently, before adding them.
package struct CompressedContents: Sendable, Hashable {
  /// The bytes to store in the archive.
  package let stored: [UInt8]
  package let method: ZipEntry.Method
  /// The CRC-32 of the raw bytes.
  package let crc32: UInt32
  /// The size of the raw bytes.
  package let rawSize: Int

  /// Creates contents from the stored bytes of an entry of another archive, without verifying them.
  package init(stored: [UInt8], of entry: ZipEntry) {
    self.stored = stored
    method = entry.method
    crc32 = entry.crc32
    rawSize = entry.rawSize
  }

  /// Creates contents from bytes that were compressed and kept elsewhere.
  package init(stored: [UInt8], method: ZipEntry.Method, crc32: UInt32, rawSize: Int) {
    self.stored = stored
    self.method = method
    self.crc32 = crc32
    self.rawSize = rawSize
  }

  /// Compresses contents by the format's rule: deflated only if that is smaller.
  package init(_ contents: [UInt8], method: CompressionMethod) throws(ZipError) {
    if let deflated = try contents.withUnsafeBytes({ Self.deflate($0, method: method) }).get() {
      stored = deflated
      self.method = .deflated
    } else {
      stored = contents
      self.method = .stored
    }
    crc32 = CRC32.checksum(of: contents)
    rawSize = contents.count
  }

  /// Returns the deflated bytes, or nil if the contents must be stored.
  static func deflate(
    _ contents: UnsafeRawBufferPointer, method: CompressionMethod
  ) -> Result<[UInt8]?, ZipError> {
    switch method {
    case .stored: .success(nil)
    case .deflated(let level): PartCodec.deflate(contents, level: level)
    }
  }
}
