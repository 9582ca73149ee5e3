extension JSONReader {
  /// Reads a number and splits it into its parts.
  @inlinable package mutating func scanNumber() throws(MarkupError) -> NumberParts {
    skipWhitespace()
    guard let parts = NumberText.scan(bytes, from: offset) else { throw malformedNumber() }
    offset &+= parts.length
    return parts
  }

  @inline(never) @usableFromInline
  func malformedNumber() -> MarkupError {
    guard offset < bytes.count, JSONToken(startingWith: bytes[offset]) == .number else {
      return unexpected("a number")
    }
    let isNumberByte = { (byte: UInt8) in
      0x30...0x39 ~= byte || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
    }
    let reachesEnd = bytes[offset...].allSatisfy(isNumberByte)
    let endsInDigit = bytes.last.map { 0x30...0x39 ~= $0 } ?? false
    return reachesEnd && !endsInDigit
      ? error(.jsonTruncated, at: bytes.count) : error(.jsonNumber, at: offset)
  }

  /// Reads a number and returns its text, which is valid as long as the whole text is.
  @inlinable package mutating func numberText() throws(MarkupError) -> UnsafeBufferPointer<UInt8> {
    let length = try scanNumber().length
    return lastText(of: length)
  }

  /// Returns the `length` bytes that have just been read.
  @inlinable func lastText(of length: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[offset &- length..<offset])
  }

  /// Reads a number without fraction and exponent, but not `-0`, because an integer has only one
  /// zero.
  @inlinable package mutating func readInt64() throws(MarkupError) -> Int64 {
    skipWhitespace()
    if let short = readShortNatural() { return short }
    let parts = try scanInteger()
    guard let value = NumberText.int64(parts) else {
      throw error(.jsonNumberRange, at: offset &- parts.length)
    }
    return value
  }

  /// Reads a short natural number, such as a key: at most fifteen digits, followed by a comma or a
  /// closing bracket.
  ///
  /// - Returns: nil, with nothing read, for any other number.
  @inlinable mutating func readShortNatural() -> Int64? {
    let end = min(bytes.count, offset &+ 16)
    var position = offset
    var value: Int64 = 0
    while position < end {
      let digit = bytes[position] &- UInt8(ascii: "0")
      if digit > 9 { break }
      value = value &* 10 &+ Int64(digit)
      position &+= 1
    }
    let length = position &- offset
    // Numbers at the end of the text, with leading zeros or with more digits are left to the slow
    // path.
    guard length > 0, position < end, length == 1 || bytes[offset] != UInt8(ascii: "0") else {
      return nil
    }
    switch bytes[position] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
      offset = position
      return value
    default: return nil
    }
  }

  /// Reads a number from 0 to 2^64 − 1 without fraction and exponent.
  @inlinable package mutating func readUInt64() throws(MarkupError) -> UInt64 {
    let parts = try scanInteger()
    guard let value = NumberText.uint64(parts, lastText(of: parts.length)) else {
      throw error(.jsonNumberRange, at: offset &- parts.length)
    }
    return value
  }

  @inlinable mutating func scanInteger() throws(MarkupError) -> NumberParts {
    let parts = try scanNumber()
    if !parts.isInteger || (parts.isNegative && parts.mantissa == 0) {
      throw error(.jsonNotAnInteger, at: offset &- parts.length)
    }
    return parts
  }

  /// Reads a number, rounded once; rejects overflow, and underflow of a number that is not zero.
  @inlinable package mutating func readDouble() throws(MarkupError) -> Double {
    let parts = try scanNumber()
    guard let value = NumberText.double(parts, lastText(of: parts.length)) else {
      throw error(.jsonNumberRange, at: offset &- parts.length)
    }
    return value
  }

  /// Reads a number, rounded once to single precision; rejects overflow and underflow.
  package mutating func readFloat() throws(MarkupError) -> Float {
    let parts = try scanNumber()
    guard let value = NumberText.float(parts, lastText(of: parts.length)) else {
      throw error(.jsonNumberRange, at: offset &- parts.length)
    }
    return value
  }
}
