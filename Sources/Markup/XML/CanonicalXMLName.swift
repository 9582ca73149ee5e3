/// The name of an element with the prefix `d`, by its place in the text.
///
/// Names that a caller knows are told apart by a number, without a comparison of bytes.
package struct CanonicalXMLName: BitwiseCopyable, Sendable {
  /// The number of the name; that of a name of more than ``longest`` letters is 0.
  package let number: UInt64
  /// The offset of the prefix, and the length of it, the colon and the name.
  let start: Int
  let length: Int

  /// The maximum number of letters of a name with a number.
  package static let longest = 9

  /// Returns the number of a name of ASCII letters, seven bits for each; 0, which tells nothing apart, for a
  /// longer name.
  package static func number(of name: String) -> UInt64 {
    name.utf8.count > longest ? 0 : name.utf8.reduce(0) { $0 << 7 | UInt64($1 & 0x7F) }
  }
}

extension CanonicalXML {
  /// Reads `<d:` and the letters behind it; returns nil, and reads nothing, if something else is next.
  package mutating func scanElement() -> CanonicalXMLName? {
    let start = offset &+ 1
    // Bound: four bytes are left; `position` stays below the count.
    guard bytes.count &- offset >= 4, bytes[offset] == 0x3C, bytes[start] == 0x64,
      bytes[start &+ 1] == 0x3A
    else { return nil }
    var position = start &+ 2
    var number: UInt64 = 0
    while position < bytes.count {
      let byte = bytes[position]
      guard byte | 0x20 &- 0x61 < 26 else { break }
      number = number &<< 7 | UInt64(byte)
      position &+= 1
    }
    let letters = position &- start &- 2
    guard letters > 0 else { return nil }
    offset = position
    return CanonicalXMLName(
      number: letters > CanonicalXMLName.longest ? 0 : number, start: start,
      length: position &- start)
  }

  /// Requires the end tag of an element whose start tag is in the same text.
  package mutating func requireEnd(of name: CanonicalXMLName) throws(NonCanonicalXMLError) {
    let length = name.length
    // Bound: the end tag has `length` and three more bytes, which are left.
    guard bytes.count &- offset >= length &+ 3, bytes[offset] == 0x3C, bytes[offset &+ 1] == 0x2F,
      bytes[offset &+ 2 &+ length] == 0x3E
    else { throw NonCanonicalXMLError() }
    for index in 0..<length
    where bytes[offset &+ 2 &+ index] != bytes[name.start &+ index] {
      throw NonCanonicalXMLError()
    }
    advance(by: length &+ 3)
  }
}
