/// The place where a window of XML ends.
enum XMLCutPlace {
  private static let comment = (begin: Array("<!--".utf8), end: Array("-->".utf8))
  private static let section = (begin: Array("<![CDATA[".utf8), end: Array("]]>".utf8))

  /// Returns whether a text that begins between two tags ends inside a comment or a CDATA section,
  /// where `<` does not begin a tag.
  static func isInCommentOrSection(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      var end: [UInt8]?
      var offset = 0
      // Bound: `matches` compares the remaining length first.
      while offset < text.count {
        if let closing = end {
          if matches(closing, at: offset, in: text) {
            offset += closing.count
            end = nil
            continue
          }
        } else if text[offset] == UInt8(ascii: "<") {
          if matches(comment.begin, at: offset, in: text) {
            end = comment.end
            offset += comment.begin.count
            continue
          }
          if matches(section.begin, at: offset, in: text) {
            end = section.end
            offset += section.begin.count
            continue
          }
        }
        offset += 1
      }
      return end != nil
    }
  }

  private static func matches(
    _ word: [UInt8], at offset: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard text.count - offset >= word.count, text[offset] == word[0] else { return false }
    return word.indices.allSatisfy { text[offset + $0] == word[$0] }
  }
}
