import DocumentTables

/// The attributes of a tag, as it spells them.
struct TagText {
  struct Attribute {
    let name: String
    /// The place of the value in the tag, without its quotes.
    let value: Range<Int>
    /// The value with its quotes.
    let quoted: String
  }

  private(set) var attributes: [Attribute] = []

  /// - Parameter tag: A well-formed start tag.
  init(_ tag: [UInt8]) {
    var place = tag.firstIndex { $0 <= 0x20 } ?? tag.count
    while place < tag.count {
      guard let equals = tag[place...].firstIndex(of: UInt8(ascii: "=")),
        let start = tag[equals...].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
        let end = tag[(start + 1)...].firstIndex(of: tag[start])
      else { return }
      let name = String(decoding: tag[place..<equals].filter { $0 > 0x20 }, as: UTF8.self)
      attributes.append(
        Attribute(
          name: name, value: start + 1..<end,
          quoted: String(decoding: tag[start...end], as: UTF8.self)))
      place = end + 1
    }
  }
}
