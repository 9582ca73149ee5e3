import CCrypto

/// A SHA-256 digest (FIPS 180-4).
package struct Digest: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(of content: [UInt8]) {
    self = content.withUnsafeBytes { Digest(of: $0) }
  }

  package init(of content: UnsafeRawBufferPointer) {
    // Bound: SHA256 reads `content.count` bytes and writes exactly SHA256_DIGEST_LENGTH (32).
    bytes = Array(unsafeUninitializedCapacity: 32) { buffer, count in
      var empty: UInt8 = 0
      let start = content.baseAddress?.assumingMemoryBound(to: UInt8.self)
      if let start {
        SHA256(start, content.count, buffer.baseAddress)
      } else {
        SHA256(&empty, 0, buffer.baseAddress)
      }
      count = 32
    }
  }

  /// Reads 64 lower-case hexadecimal digits.
  package init?(text: String) {
    guard text.utf8.count == 64 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    var high: UInt8?
    for character in text.utf8 {
      let digit: UInt8
      switch character {
      case 48...57: digit = character - 48
      case 97...102: digit = character - 87
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    self.bytes = bytes
  }

  /// 64 lower-case hexadecimal digits.
  package var text: String {
    let digits = Array("0123456789abcdef".utf8)
    var characters: [UInt8] = []
    characters.reserveCapacity(64)
    for byte in bytes {
      characters.append(digits[Int(byte >> 4)])
      characters.append(digits[Int(byte & 15)])
    }
    return String(decoding: characters, as: UTF8.self)
  }
}
