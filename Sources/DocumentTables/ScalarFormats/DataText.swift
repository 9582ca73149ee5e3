/// The text form of bytes: base64 with padding (RFC 4648, section 4), in its canonical encoding.
///
/// Padding is required, the unused bits of the last digit are zero (section 3.5), and the digits
/// are contiguous.
@usableFromInline
package enum DataText {
  /// Reads bytes.
  @inlinable
  package static func parse(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> [UInt8] {
    guard !text.isEmpty else { return [] }
    guard text.count % 4 == 0 else { throw .malformed }
    // Bound: the count is at least 4 here.
    let padding = text[text.count - 1] != pad ? 0 : text[text.count - 2] != pad ? 1 : 2
    let count = text.count / 4 * 3 - padding
    var isValid = true
    var isCanonical = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
      values.withUnsafeBufferPointer { values in
        // Bound: whole groups of four digits make three bytes each, of which all but the last
        // group's are below `count`; a table index is a byte and the table has 256 values.
        var output = 0
        var input = 0
        let whole = padding == 0 ? text.count : text.count - 4
        var seen: UInt8 = 0
        while input < whole {
          let a = values[Int(text[input])]
          let b = values[Int(text[input + 1])]
          let c = values[Int(text[input + 2])]
          let d = values[Int(text[input + 3])]
          seen |= a | b | c | d
          bytes[output] = a << 2 | b >> 4
          bytes[output + 1] = b << 4 | c >> 2
          bytes[output + 2] = c << 6 | d
          input += 4
          output += 3
        }
        if padding > 0 {
          let a = values[Int(text[input])]
          let b = values[Int(text[input + 1])]
          let c = padding == 1 ? values[Int(text[input + 2])] : 0
          seen |= a | b | c
          bytes[output] = a << 2 | b >> 4
          if padding == 1 { bytes[output + 1] = b << 4 | c >> 2 }
          isCanonical = padding == 1 ? c & 0b11 == 0 : b & 0b1111 == 0
        }
        isValid = seen < invalid
      }
      // The loops above wrote every byte.
      initialized = count
    }
    guard isValid else { throw .malformed }
    guard isCanonical else { throw .notCanonical }
    return bytes
  }

  /// Reads bytes.
  package static func parse(_ text: String) throws(TextFormProblem) -> [UInt8] {
    try TextForm.withBytes(of: text, parse)
  }

  /// The text form of bytes.
  package static func text(_ data: [UInt8]) -> String {
    TextForm.string { bytes in append(data, to: &bytes) }
  }

  /// The padding character.
  @inlinable static var pad: UInt8 { UInt8(ascii: "=") }

  /// The table's value for a byte that is not a digit; greater than every six-bit value.
  @inlinable static var invalid: UInt8 { 0x80 }

  /// The digits of the values 0...63.
  @usableFromInline static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each byte as a digit, or `invalid`.
  @usableFromInline static let values: [UInt8] = {
    var values = [UInt8](repeating: invalid, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()
}

extension DataText {
  /// Returns the number of digits that encode a number of bytes, including padding.
  @inlinable
  package static func length(ofBytes count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Appends the base64 digits of bytes.
  @inlinable
  package static func append(_ data: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    // Bound: a block is at most 3,072 bytes, which encode to at most 4,096. Lifetime: a block is
    // appended before the closure returns.
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

  /// Writes the base64 digits of bytes; their number is ``length(ofBytes:)``.
  @inlinable
  package static func write(
    _ data: UnsafeBufferPointer<UInt8>, to text: UnsafeMutablePointer<UInt8>
  ) {
    let end = data.count - data.count % 3
    digits.withUnsafeBufferPointer { digits in
      // Bound: `end` is a multiple of three. Each group of three bytes, and the rest, is written as
      // four digits. A table index has six bits, and the table has 64 values.
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
