#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Looks for start tags with very many attributes, before the parser does.
///
/// The parser compares every attribute and declaration of a namespace of an element with every other:
/// a tag of a few megabytes would keep it busy for hours.
struct XMLTagScan {
  /// So many attributes and declarations may an element have.
  static let largestCount = 256
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
      let end: Int
      if let comment = scan.end(of: "<!--", "-->", at: offset) {
        end = comment
      } else if let section = scan.end(of: "<![CDATA[", "]]>", at: offset) {
        end = section
      } else {
        end = offset + 1
      }
      let following = scan.next(0x3C, from: end)
      if following - offset > shortestLongTag, end == offset + 1,
        scan.hasTooManyAttributes(at: offset)
      {
        throw MarkupError(
          .xmlAttributeCount, at: offset, in: bytes, "at most \(largestCount) are read")
      }
      offset = following
    }
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
    guard stands(beginning, at: offset) else { return nil }
    var place = offset + beginning.utf8CodeUnitCount
    while true {
      place = next(0x3E, from: place)
      if place == bytes.count { return place }
      place += 1
      let start = place - ending.utf8CodeUnitCount
      if start >= offset + beginning.utf8CodeUnitCount, stands(ending, at: start) { return place }
    }
  }

  private func stands(_ word: StaticString, at offset: Int) -> Bool {
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
