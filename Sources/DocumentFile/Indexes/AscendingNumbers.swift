/// The encoding of ascending numbers: the first number and the differences, each in groups of seven
/// bits, the lowest first; all groups of a number except the last have the bit 0x80 (LEB128).
enum AscendingNumbers {
  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a set, which must be in ascending order.
  static func append(_ numbers: [UInt64], to bytes: inout [UInt8]) {
    var last: UInt64 = 0
    for number in numbers {
      append(number - last, to: &bytes)
      last = number
    }
  }

  /// A reader of numbers from a range of a part's bytes; malformed bytes are an error, never a
  /// trap.
  struct Reader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset: Int
    private let end: Int
    private var remaining: Int
    private var last: UInt64?

    /// - Parameters:
    ///   - bytes: The bytes of a part, which must outlive the reader.
    ///   - range: The range of the numbers within the bytes.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, count: Int) {
      self.bytes = bytes
      offset = range.lowerBound
      end = range.upperBound
      remaining = count
    }

    /// Returns the next number; nil behind the last number, where the range must end.
    @inline(__always)
    mutating func next() throws(DocumentError) -> UInt64? {
      guard remaining > 0 else {
        guard offset == end else { throw malformed("something follows the last number") }
        return nil
      }
      remaining -= 1
      let difference = try AscendingNumbers.read(bytes, &offset, before: end)
      guard let last else {
        self.last = difference
        return difference
      }
      let (number, overflow) = last.addingReportingOverflow(difference)
      guard difference > 0, !overflow else { throw malformed("the numbers do not ascend") }
      self.last = number
      return number
    }

    private func malformed(_ words: String) -> DocumentError {
      DocumentError(.indexMalformed, place: .offset(offset), words)
    }
  }

  /// Reads one number in its shortest spelling.
  static func read(
    _ bytes: [UInt8], _ offset: inout Int, before end: Int
  ) throws(DocumentError) -> UInt64 {
    // Lifetime: the buffer is used inside the closure.
    try bytes.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
      try read(bytes, &offset, before: end)
    }
  }

  /// Reads one number in its shortest spelling.
  ///
  /// - Parameter end: At most the number of bytes.
  @inline(__always)
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int, before end: Int
  ) throws(DocumentError) -> UInt64 {
    if let number = short(bytes, &offset, before: end) { return number }
    return try any(bytes, &offset, before: end)
  }

  /// Reads a number of up to eight groups at once; nil if there is none, or if fewer than eight
  /// bytes are left.
  @inline(__always)
  private static func short(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int, before end: Int
  ) -> UInt64? {
    guard offset >= 0, end - offset >= 8, let start = UnsafeRawPointer(bytes.baseAddress) else {
      return nil
    }
    // Bound: eight bytes are left. Lifetime: the caller owns the buffer.
    let word = UInt64(
      littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    let ends = ~word & 0x8080_8080_8080_8080
    guard ends != 0 else { return nil }
    let length = ends.trailingZeroBitCount / 8 + 1
    var groups = word & 0x7F7F_7F7F_7F7F_7F7F & ((ends & (0 &- ends)) &<< 1 &- 1)
    groups = groups & 0x007F_007F_007F_007F | (groups & 0x7F00_7F00_7F00_7F00) >> 1
    groups = groups & 0x0000_3FFF_0000_3FFF | (groups & 0x3FFF_0000_3FFF_0000) >> 2
    groups = groups & 0x0000_0000_0FFF_FFFF | (groups & 0x0FFF_FFFF_0000_0000) >> 4
    // In the shortest spelling, the last group of several is not zero.
    guard length == 1 || groups >> UInt64(7 * (length - 1)) != 0 else { return nil }
    offset += length
    return groups
  }

  @inline(never)
  private static func any(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int, before end: Int
  ) throws(DocumentError) -> UInt64 {
    let start = offset
    var number: UInt64 = 0
    var shift: UInt64 = 0
    // Bound: each read follows a comparison with `end`.
    while offset < end, shift < 63 {
      let byte = bytes[offset]
      offset += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 {
        guard byte > 0 || shift == 0 else { break }
        return number
      }
      shift += 7
    }
    throw DocumentError(.indexMalformed, place: .offset(start), "a number is missing")
  }
}
