import Testing

@testable import Markup

@Suite("A position in a text")
struct TextPositionTests {
  private static let text = "a\nb\r\nc\rdé\u{1F600}\n\r\n\r\rx\u{2028}y"

  /// The line and the column behind some scalars, counted by looking back from each of them.
  private static func place(behind scalars: Substring.UnicodeScalarView) -> (line: Int, column: Int)
  {
    var line = 1
    var column = 1
    var previous: Unicode.Scalar?
    for scalar in scalars {
      let endsPair = scalar == "\n" && previous == "\r"
      if !endsPair { column += 1 }
      if !endsPair, scalar == "\n" || scalar == "\r" { (line, column) = (line + 1, 1) }
      previous = scalar
    }
    return (line, column)
  }

  @Test("counts a line for each LF, CR and CR LF, and a column for each scalar")
  func places() {
    let scalars = Self.text.unicodeScalars
    let bytes = Array(Self.text.utf8)
    for end in scalars.indices {
      let expected = Self.place(behind: scalars[..<end])
      let offset = Self.text.utf8.distance(from: Self.text.startIndex, to: end)
      let position = bytes.withUnsafeBufferPointer { TextPosition(offset: offset, in: $0) }
      #expect(position.offset == offset)
      #expect(position.line == expected.line, "\(offset)")
      #expect(position.column == expected.column, "\(offset)")
    }
  }

  @Test("is clamped to the text")
  func clamped() {
    let bytes = Array(Self.text.utf8)
    bytes.withUnsafeBufferPointer {
      #expect(TextPosition(offset: -1, in: $0) == TextPosition(offset: 0, in: $0))
      #expect(TextPosition(offset: .max, in: $0) == TextPosition(offset: $0.count, in: $0))
    }
  }

  @Test("is the same wherever a text that arrives in pieces is cut")
  func cuts() {
    let bytes = Array(Self.text.utf8)
    bytes.withUnsafeBufferPointer { bytes in
      for end in bytes.indices {
        let position = TextPosition(offset: end, in: bytes)
        for cut in 0...end {
          var counter = TextPositionCounter()
          counter.advance(over: UnsafeBufferPointer(rebasing: bytes[..<cut]))
          counter.advance(over: UnsafeBufferPointer(rebasing: bytes[cut..<end]))
          #expect(counter.position == position, "\(cut), \(end)")
        }
      }
    }
  }
}
