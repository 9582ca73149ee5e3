/// The canonical XML spelling of texts and attribute values.
@usableFromInline package enum XMLText {
  /// Whether XML 1.0 can represent every scalar of a well-formed UTF-8 text (production 2).
  package static func isRepresentable(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<bytes.count {
      let byte = bytes[index]
      if byte < 0x20 {
        if byte != 0x09 && byte != 0x0A && byte != 0x0D { return false }
      } else if isNoCharacter(bytes, at: index) {
        return false
      }
    }
    return true
  }

  /// Whether U+FFFE or U+FFFF is at `index`.
  @inline(__always)
  static func isNoCharacter(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    bytes[index] == 0xEF && bytes.count - index >= 3 && bytes[index + 1] == 0xBF
      && bytes[index + 2] >= 0xBE
  }

  /// Appends the text of an element, given as well-formed UTF-8 that XML can represent.
  ///
  /// CR, U+0085 and U+2028 become references, because parsers may normalise them. TAB and LF before
  /// the first and after the last other byte become references too, because tools that indent would
  /// trim them.
  package static func append(text bytes: UnsafeBufferPointer<UInt8>, to target: inout [UInt8]) {
    let first = bytes.firstIndex { !isTabOrLineFeed($0) } ?? bytes.count
    let end = (bytes.lastIndex { !isTabOrLineFeed($0) } ?? -1) + 1
    for byte in bytes[..<first] { appendReference(to: byte, &target) }
    if first < end {
      append(bytes[first..<end], of: bytes, to: &target) { byte in
        byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x0D
      }
      for byte in bytes[end...] { appendReference(to: byte, &target) }
    }
  }

  /// Appends the value of an attribute without the enclosing quotation marks, which must be `"`.
  package static func append(
    attribute bytes: UnsafeBufferPointer<UInt8>, to target: inout [UInt8]
  ) {
    append(bytes[...], of: bytes, to: &target) { byte in
      byte < 0x20 || byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x22
    }
  }

  /// Appends the text of an element.
  package static func append(text: String, to target: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(text: $0, to: &target) }
  }

  /// Appends the value of an attribute.
  package static func append(attribute text: String, to target: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(attribute: $0, to: &target) }
  }

  static func isTabOrLineFeed(_ byte: UInt8) -> Bool {
    byte == 0x09 || byte == 0x0A
  }

  /// Appends a part, copying the runs between the bytes that need a reference.
  @inline(__always)
  private static func append(
    _ part: Slice<UnsafeBufferPointer<UInt8>>, of bytes: UnsafeBufferPointer<UInt8>,
    to target: inout [UInt8], where needsReference: (UInt8) -> Bool
  ) {
    let end = part.endIndex
    var run = part.startIndex
    var position = run
    // Indexes stay within `part`, which lies within `bytes`.
    while position < end {
      let byte = bytes[position]
      var length = 1
      if byte == 0xC2 || byte == 0xE2 {
        length = separatorLength(in: bytes, at: position, end: end)
        if length == 0 {
          position &+= 1
          continue
        }
      } else if !needsReference(byte) {
        position &+= 1
        continue
      }
      target.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[run..<position]))
      appendReference(to: byte, &target)
      position &+= length
      run = position
    }
    target.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[run..<end]))
  }

  /// Returns the length of U+0085 or U+2028 at `position`, or 0 if there is neither.
  static func separatorLength(
    in bytes: UnsafeBufferPointer<UInt8>, at position: Int, end: Int
  ) -> Int {
    if bytes[position] == 0xC2 {
      return end - position >= 2 && bytes[position + 1] == 0x85 ? 2 : 0
    }
    let stands = end - position >= 3 && bytes[position + 1] == 0x80 && bytes[position + 2] == 0xA8
    return stands ? 3 : 0
  }

  private static func appendReference(to byte: UInt8, _ target: inout [UInt8]) {
    let reference = reference(to: byte)
    // Lifetime: a static string lives as long as the process.
    target.append(
      contentsOf: UnsafeBufferPointer(
        start: reference.utf8Start, count: reference.utf8CodeUnitCount))
  }

  /// Returns the reference for a character, which its first byte identifies among those that need
  /// one.
  static func reference(to byte: UInt8) -> StaticString {
    switch byte {
    case 0x26: "&amp;"
    case 0x3C: "&lt;"
    case 0x3E: "&gt;"
    case 0x22: "&quot;"
    case 0xC2: "&#133;"
    case 0xE2: "&#8232;"
    case 0x09: "&#9;"
    case 0x0A: "&#10;"
    default: "&#13;"
    }
  }
}
