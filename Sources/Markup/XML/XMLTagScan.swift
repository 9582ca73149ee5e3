#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Looks for start tags with very many attributes, and for tags, comments and CDATA sections that are
/// very long, before the parser does.
///
/// The parser compares every attribute and declaration of a namespace of an element with every other:
/// a tag of a few megabytes would keep it busy for hours. And it keeps what it has not seen the end of,
/// up to ten million bytes, of which it then says nothing that anybody would understand.
struct XMLTagScan {
  /// So many attributes and declarations may an element have.
  static let largestCount = 256
  /// So many bytes may stand between `<` and `>`.
  static let largestMarkup = 8 << 20
  /// ` a=""`: a tag that is shorter than the largest count of these has not too many.
  private static let shortestLongTag = largestCount * 5

  private let bytes: UnsafeBufferPointer<UInt8>

  /// Checks a whole text, well-formed or not.
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) throws(MarkupError) {
    let scan = XMLTagScan(bytes: bytes)
    // No tag is long where no two `<` are far apart, which leaping over the text tells sooner.
    if !scan.hasLongGap { return }
    var offset = scan.next(0x3C, from: 0)
    while offset < bytes.count {
      if let comment = scan.end(of: "<!--", "-->", at: offset) {
        try scan.checkLength("a comment", offset..<comment)
        offset = scan.next(0x3C, from: comment)
      } else if let section = scan.end(of: "<![CDATA[", "]]>", at: offset) {
        try scan.checkLength("a CDATA section", offset..<section)
        offset = scan.next(0x3C, from: section)
      } else {
        let following = scan.next(0x3C, from: offset + 1)
        if following - offset > shortestLongTag { try scan.checkTag(offset..<following) }
        offset = following
      }
    }
  }

  private func checkLength(_ what: String, _ range: Range<Int>) throws(MarkupError) {
    guard range.count > Self.largestMarkup else { return }
    throw MarkupError(
      .xmlTextLength, at: range.lowerBound, in: bytes,
      "\(what) may have \(Self.largestMarkup) bytes")
  }

  /// Checks a tag, behind which another begins, or nothing.
  private func checkTag(_ range: Range<Int>) throws(MarkupError) {
    let offset = range.lowerBound
    if hasTooManyAttributes(at: offset) {
      throw MarkupError(
        .xmlAttributeCount, at: offset, in: bytes, "at most \(Self.largestCount) are read")
    }
    guard range.count > Self.largestMarkup else { return }
    if matches("<?", at: offset) {
      throw MarkupError(.xmlProcessingInstruction, at: offset, in: bytes)
    }
    // What begins behind the tag is text.
    var place = offset + 1
    while place < range.upperBound, bytes[place] != 0x3E {
      let isQuoted = bytes[place] == 0x22 || bytes[place] == 0x27
      place = isQuoted ? next(bytes[place], from: place + 1) + 1 : place + 1
    }
    try checkLength("a tag", offset..<min(place, range.upperBound))
  }

  /// Whether more bytes than a tag with too many attributes needs lie between two `<`, or between the
  /// last and the end: looks backwards from as far as the next may be, and leaps to what it finds.
  private var hasLongGap: Bool {
    var offset = next(0x3C, from: 0)
    while bytes.count - offset > Self.shortestLongTag {
      var place = offset + Self.shortestLongTag
      while place > offset, bytes[place] != 0x3C { place -= 1 }
      if place == offset { return true }
      offset = place
    }
    return false
  }

  /// The place of the next such byte; the end of the text where there is none.
  private func next(_ byte: UInt8, from offset: Int) -> Int {
    guard offset < bytes.count, let start = bytes.baseAddress else { return bytes.count }
    // Bound: `memchr` looks at the bytes from `offset` to the end of the text.
    guard let found = memchr(start + offset, Int32(byte), bytes.count - offset) else {
      return bytes.count
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  /// The end of what begins and ends with these words; nil where another thing begins.
  private func end(of beginning: StaticString, _ ending: StaticString, at offset: Int) -> Int? {
    guard matches(beginning, at: offset) else { return nil }
    var place = offset + beginning.utf8CodeUnitCount
    while true {
      place = next(0x3E, from: place)
      if place == bytes.count { return place }
      place += 1
      let start = place - ending.utf8CodeUnitCount
      if start >= offset + beginning.utf8CodeUnitCount, matches(ending, at: start) { return place }
    }
  }

  private func matches(_ word: StaticString, at offset: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    guard bytes.count - offset >= length else { return false }
    // `length` bytes are left in the text, and a static string has as many.
    for index in 0..<length where bytes[offset + index] != word.utf8Start[index] { return false }
    return true
  }

  /// Counts `name="value"` up to the end of the tag, or to what cannot stand in one.
  private func hasTooManyAttributes(at offset: Int) -> Bool {
    var count = 0
    var place = offset + 1
    while true {
      while place < bytes.count, ![0x3D, 0x3E, 0x3C].contains(bytes[place]) { place += 1 }
      guard place < bytes.count, bytes[place] == 0x3D else { return false }
      place += 1
      while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
      guard place < bytes.count, bytes[place] == 0x22 || bytes[place] == 0x27 else { return false }
      place = next(bytes[place], from: place + 1) + 1
      count += 1
      if count > Self.largestCount { return true }
    }
  }
}
