import Markup
import Testing

@testable import DocumentFile

@Suite("The place behind some bytes of a text")
struct TextPlaceTests {
  @Test("has the line and column of a position, wherever the text is cut")
  func cuts() {
    let text = Array("a\nb\r\nc\rdé\u{1F600}\n\r\n\r\rx\u{2028}y".utf8)
    for end in text.indices {
      let position = text.withUnsafeBufferPointer { TextPosition(offset: end, in: $0) }
      for cut in 0...end {
        var place = TextPlace()
        place.move(over: Array(text[..<cut]))
        place.move(over: Array(text[cut..<end]))
        #expect(place.line == position.line, "\(cut), \(end)")
        #expect(place.column == position.column, "\(cut), \(end)")
      }
    }
  }
}
