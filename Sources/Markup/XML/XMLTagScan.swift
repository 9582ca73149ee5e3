#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Rejects start tags with very many attributes, and very long tags, comments and CDATA sections,
/// before libxml2 parses them.
///
/// libxml2 compares every attribute and namespace declaration of an element with every other, so a
/// tag of a few megabytes would keep it busy for hours. It also buffers unfinished markup up to ten
/// million bytes and then reports an error that users would not understand.
struct XMLTagScan {
  /// The maximum number of attributes and namespace declarations of an element.
  static let largestCount = 256
  /// The maximum number of bytes between `<` and `>`.
  static let largestMarkup = 8 << 20
  /// The length below which a tag cannot have too many attributes, each of which needs at least
  /// ` a=""`.
  private static let shortestLongTag = largestCount * 5

  private let bytes: UnsafeBufferPointer<UInt8>

  /// Checks a whole text, well-formed or not.
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) throws(MarkupError) {
    let scan = XMLTagScan(bytes: bytes)
    // Without a long gap between two `<` no tag is long, and looking for gaps by jumping over the
    // text is faster.
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

  /// Checks a tag that ends before the next tag or at the end of the text.
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
    // The rest after the tag is text.
    var place = offset + 1
    while place < range.upperBound, bytes[place] != 0x3E {
      let isQuoted = bytes[place] == 0x22 || bytes[place] == 0x27
      place = isQuoted ? next(bytes[place], from: place + 1) + 1 : place + 1
    }
    try checkLength("a tag", offset..<min(place, range.upperBound))
  }

  /// Whether the bytes between two `<`, or between the last `<` and the end, are more than the
  /// shortest tag with too many attributes.
  ///
  /// Searches backwards from the farthest position of the next `<` and continues from the `<` that
  /// it finds.
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

  /// Returns the offset of the next such byte, or the end of the text if there is none.
  private func next(_ byte: UInt8, from offset: Int) -> Int {
    guard offset < bytes.count, let start = bytes.baseAddress else { return bytes.count }
    // Bound: `memchr` looks at the bytes from `offset` to the end of the text.
    guard let found = memchr(start + offset, Int32(byte), bytes.count - offset) else {
      return bytes.count
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  /// Returns the end of markup with this beginning and ending; nil if other markup begins at
  /// `offset`.
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

  /// Counts `name="value"` up to the end of the tag or the first byte that a tag cannot contain.
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
