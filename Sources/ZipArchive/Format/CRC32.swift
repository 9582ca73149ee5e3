#if Libdeflate
  import CLibdeflate
#else
  import CZlib
#endif

/// The CRC-32 of APPNOTE 4.4.7 (the polynomial of ISO 3309).
package enum CRC32 {
  /// Returns the checksum of a buffer.
  package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let base = bytes.baseAddress else { return 0 }
    // Bound: exactly the buffer's bytes. Lifetime: the caller keeps them alive during the call.
    #if Libdeflate
      return libdeflate_crc32(0, base, bytes.count)
    #else
      // The result has 32 bits on every platform.
      return UInt32(
        truncatingIfNeeded: crc32_z(0, base.assumingMemoryBound(to: Bytef.self), bytes.count))
    #endif
  }

  /// Returns the checksum of an array.
  package static func checksum(of bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { checksum(of: $0) }
  }
}
