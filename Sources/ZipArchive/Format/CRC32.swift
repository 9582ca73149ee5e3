import CLibdeflate

/// The CRC-32 of APPNOTE 4.4.7 (the polynomial of ISO 3309).
package enum CRC32 {
  /// The checksum of all bytes of a buffer.
  package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let base = bytes.baseAddress else { return 0 }
    // Bound: exactly the buffer's bytes, which the caller keeps alive during the call.
    return libdeflate_crc32(0, base, bytes.count)
  }

  /// The checksum of all bytes of an array.
  package static func checksum(of bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { checksum(of: $0) }
  }
}
