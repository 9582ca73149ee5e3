import Testing

@testable import Markup

@Suite("Texts written straight into memory")
struct StraightTextTests {
  /// Runs of all lengths, with what is escaped or looked at more closely between them.
  private func texts(_ scalars: [Unicode.Scalar]) -> [String] {
    var generator = SeededGenerator(seed: 17)
    return (0..<3000).map { _ in generator.string(of: scalars, maximumLength: 40) }
  }

  private func written(
    _ text: String, room: Int,
    _ write: (UnsafeBufferPointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Int?
  ) throws -> [UInt8]? {
    var text = text
    return try text.withUTF8 { source in
      // Bound: the room that the writers ask for, and a byte behind it that must stay as it is.
      let size = source.count * room + PlainTextCopy.slack
      return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size + 1) { target in
        target.initialize(repeating: 0xA5)
        let count = write(source, try #require(target.baseAddress))
        #expect(target[size] == 0xA5)
        return count.map { Array(target[..<$0]) }
      }
    }
  }

  @Test("JSON strings are those that are appended to arrays")
  func json() throws {
    let scalars =
      (0...0x22).compactMap { Unicode.Scalar($0 as UInt32) } + ["\\", "é", "\u{7F}", "😀"]
    for text in texts(scalars) {
      var expected: [UInt8] = []
      JSONText.append(text, to: &expected)
      let found = try written(text, room: JSONText.longestEscape) {
        JSONText.write(utf8: $0, to: $1)
      }
      #expect(found == Array(expected.dropFirst().dropLast()), "\(text.debugDescription)")
    }
  }

  @Test(
    "XML texts are those that are appended to arrays, in parts of any size", arguments: [1, 7, 40])
  func xml(part: Int) throws {
    let scalars: [Unicode.Scalar] = [
      "&", "<", ">", "\"", "\t", "\n", "\r", "=", "?", "\u{82}", "\u{85}", "\u{2028}", "\u{2029}",
      "é",
      "\u{FFFD}", "\u{E2}", "\u{C2}", "ﬁ", "😀",
    ]
    for text in texts(scalars) + texts(scalars + ["\u{FFFE}", "\u{FFFF}", "\u{1}", "\u{1F}"]) {
      let found = try written(text, room: XMLText.longestReference) { source, target in
        var position = 0
        var count = 0
        while position < source.count {
          guard
            let more = XMLText.write(
              source, from: &position, to: min(position + part, source.count), into: target + count)
          else { return nil }
          count += more
        }
        return count
      }
      var expected: [UInt8] = []
      XMLText.append(text: text, to: &expected)
      var copy = text
      if let found {
        #expect(found == expected, "\(text.debugDescription)")
      } else {
        let edges = [text.utf8.first, text.utf8.last]
        let isEdge = edges.contains(0x09) || edges.contains(0x0A)
        #expect(isEdge || !copy.withUTF8(XMLText.isRepresentable), "\(text.debugDescription)")
      }
      if !copy.withUTF8(XMLText.isRepresentable) { #expect(found == nil) }
    }
  }
}
