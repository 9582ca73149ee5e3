extension DataText {
  /// The number of digits, padding among them, for so many bytes.
  @inlinable
  package static func length(ofBytes count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Appends the base64 digits of bytes.
  @inlinable
  package static func append(_ data: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    // Bound: blocks are of 3,072 bytes, or of what is left, and make at most 4,096. Lifetime: a block
    // is appended before the closure returns.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4_096) { block in
      guard let start = block.baseAddress else { return }
      var index = 0
      while index < data.count {
        let end = min(index + 3_072, data.count)
        let part = UnsafeBufferPointer(rebasing: data[index..<end])
        write(part, to: start)
        bytes.append(
          contentsOf: UnsafeBufferPointer(rebasing: block[..<length(ofBytes: part.count)]))
        index = end
      }
    }
  }

  /// Appends the base64 digits of bytes.
  @inlinable
  package static func append(_ data: [UInt8], to bytes: inout [UInt8]) {
    // Lifetime: the buffer is only used during the call.
    data.withUnsafeBufferPointer { data in append(data, to: &bytes) }
  }

  /// Writes the base64 digits of bytes, ``length(ofBytes:)`` of them.
  @inlinable
  package static func write(
    _ data: UnsafeBufferPointer<UInt8>, to text: UnsafeMutablePointer<UInt8>
  ) {
    let end = data.count - data.count % 3
    digits.withUnsafeBufferPointer { digits in
      // Bound: whole groups of three end at `end`, each makes four digits, and so does what is left.
      // A table index has six bits and the table 64 values.
      var index = 0
      var count = 0
      while index < end {
        let group =
          UInt32(data[index]) << 16 | UInt32(data[index + 1]) << 8 | UInt32(data[index + 2])
        text[count] = digits[Int(group >> 18)]
        text[count + 1] = digits[Int(group >> 12 & 63)]
        text[count + 2] = digits[Int(group >> 6 & 63)]
        text[count + 3] = digits[Int(group & 63)]
        index += 3
        count += 4
      }
      guard end < data.count else { return }
      let hasTwo = data.count - end == 2
      let group = UInt32(data[end]) << 16 | (hasTwo ? UInt32(data[end + 1]) << 8 : 0)
      text[count] = digits[Int(group >> 18)]
      text[count + 1] = digits[Int(group >> 12 & 63)]
      text[count + 2] = hasTwo ? digits[Int(group >> 6 & 63)] : pad
      text[count + 3] = pad
    }
  }
}
