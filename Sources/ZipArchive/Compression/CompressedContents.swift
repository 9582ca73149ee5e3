/// The bytes of an entry in the form in which they lie in an archive, so that a caller can digest
/// them, or compress several entries at once, before they are added.
package struct CompressedContents: Sendable, Hashable {
  /// The bytes as they lie in the archive.
  package let stored: [UInt8]
  package let method: ZipEntry.Method
  /// The CRC-32 of the raw bytes.
  package let crc32: UInt32
  /// The size of the raw bytes.
  package let rawSize: Int

  /// Takes bytes as they lay in another archive, at their word.
  package init(stored: [UInt8], of entry: ZipEntry) {
    self.stored = stored
    method = entry.method
    crc32 = entry.crc32
    rawSize = entry.rawSize
  }

  /// Takes bytes that were compressed before and put aside meanwhile.
  package init(stored: [UInt8], method: ZipEntry.Method, crc32: UInt32, rawSize: Int) {
    self.stored = stored
    self.method = method
    self.crc32 = crc32
    self.rawSize = rawSize
  }

  /// Compresses by the rule of the format: deflated only where that is smaller.
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

  /// The deflated bytes, or nil where the contents are to be stored.
  static func deflate(
    _ contents: UnsafeRawBufferPointer, method: CompressionMethod
  ) -> Result<[UInt8]?, ZipError> {
    switch method {
    case .stored: .success(nil)
    case .deflated(let level): PartCodec.deflate(contents, level: level)
    }
  }
}
