/// The positions of the tags of a well-formed XML text, in its order.
///
/// A parser tells what a tag says, and not where it lies.
struct XMLTagPositions {
  struct Tag {
    /// The bytes from `<` to `>`.
    let range: Range<Int>
    /// Whether it begins an element and ends it, too.
    let isEmpty: Bool
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0

  /// Lifetime: the positions must not be used after the bytes are gone.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the next tag; nil behind the last one, and for markup without an end.
  mutating func next() -> Tag? {
    while let start = find(UInt8(ascii: "<"), from: offset) {
      if let end = Self.end(of: bytes, skippedAt: start) {
        offset = end
        continue
      }
      guard let end = endOfTag(from: start + 1) else { return nil }
      offset = end
      return Tag(range: start..<end, isEmpty: bytes[end - 2] == UInt8(ascii: "/"))
    }
    return nil
  }

  private func endOfTag(from start: Int) -> Int? {
    var offset = start
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: ">"): return offset + 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let quote = find(bytes[offset], from: offset + 1) else { return nil }
        offset = quote + 1
      default: offset += 1
      }
    }
    return nil
  }

  private func find(_ byte: UInt8, from offset: Int) -> Int? {
    bytes[offset...].firstIndex(of: byte)
  }

  /// Returns the end of a comment, a CDATA section or an instruction; nil if other markup begins there.
  private static func end(
    of bytes: UnsafeBufferPointer<UInt8>, skippedAt start: Int
  ) -> Int? {
    guard start + 1 < bytes.count,
      bytes[start + 1] == UInt8(ascii: "!") || bytes[start + 1] == UInt8(ascii: "?")
    else { return nil }
    for (beginning, ending) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
    where bytes[start...].starts(with: beginning.utf8) {
      let ending = Array(ending.utf8)
      var offset = start + beginning.utf8.count
      while offset + ending.count <= bytes.count {
        guard let found = bytes[offset...].firstIndex(of: ending[0]) else { break }
        if bytes[found...].starts(with: ending) { return found + ending.count }
        offset = found + 1
      }
      return bytes.count
    }
    return nil
  }

  /// Returns a text of the same length with white space in place of its processing instructions, but for the declaration of
  /// XML.
  ///
  /// Programs name a style sheet in one; it says nothing about the content.
  static func withoutInstructions(_ text: [UInt8]) -> [UInt8] {
    var result = text
    text.withUnsafeBufferPointer { bytes in
      var offset = bytes.starts(with: "<?xml ".utf8) ? 2 : 0
      while let start = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) {
        guard let end = end(of: bytes, skippedAt: start) else {
          offset = start + 1
          continue
        }
        if bytes[start + 1] == UInt8(ascii: "?") {
          // Lines keep their numbers.
          for index in start..<end where result[index] != 10 && result[index] != 13 {
            result[index] = UInt8(ascii: " ")
          }
        }
        offset = end
      }
    }
    return result
  }

  /// Replaces the colon behind each prefix that is not declared where it is used.
  static func joinUndeclaredPrefixes(in text: inout [UInt8]) {
    var declared: [[UInt8]: Int] = [Array("xml".utf8): 1, Array("xmlns".utf8): 1]
    /// The declarations of the open elements.
    var open: [[[UInt8]]] = []
    var undeclared: [Int] = []
    text.withUnsafeBufferPointer { bytes in
      var positions = XMLTagPositions(bytes)
      while let tag = positions.next() {
        let isEnd = bytes[tag.range.lowerBound + 1] == UInt8(ascii: "/")
        var uses: [(prefix: [UInt8], colon: Int)] = []
        var own: [[UInt8]] = []
        for colon in colons(in: bytes, tag.range) {
          let start = bytes[..<colon].lastIndex { $0 <= 0x20 || $0 == 0x3C || $0 == 0x2F }
          let prefix = Array(bytes[(start.map { $0 + 1 } ?? colon)..<colon])
          if prefix.elementsEqual("xmlns".utf8) {
            own.append(Array(bytes[(colon + 1)...].prefix { $0 > 0x20 && $0 != 0x3D }))
          } else {
            uses.append((prefix, colon))
          }
        }
        for name in own { declared[name, default: 0] += 1 }
        for use in uses where declared[use.prefix] ?? 0 <= 0 { undeclared.append(use.colon) }
        if !isEnd, !tag.isEmpty {
          open.append(own)
        } else {
          for name in isEnd ? open.popLast() ?? [] : own { declared[name, default: 0] -= 1 }
        }
      }
    }
    for colon in undeclared { text[colon] = UInt8(ascii: "_") }
  }

  /// Returns the places of the first colon of each name in a tag.
  private static func colons(
    in bytes: UnsafeBufferPointer<UInt8>, _ tag: Range<Int>
  ) -> [Int] {
    var colons: [Int] = []
    var quote: UInt8?
    var isFirst = true
    for index in tag {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if byte <= 0x20 {
        isFirst = true
      } else if byte == UInt8(ascii: ":"), isFirst {
        colons.append(index)
        isFirst = false
      }
    }
    return colons
  }
}
