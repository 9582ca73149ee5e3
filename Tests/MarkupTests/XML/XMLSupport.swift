@testable import Markup

/// A token as a test compares it.
enum XMLEvent: Equatable {
  case start(String, [String])
  case text(String)
  case end
}

/// Runs `body` with a reader of `bytes`.
func reading<Result>(
  xml bytes: [UInt8], limits: MarkupLimits = .standard,
  pieceLength: Int = XMLReader.standardPieceLength,
  _ body: (XMLReader) throws(MarkupError) -> Result
) throws(MarkupError) -> Result {
  try bytes.withUnsafeBufferPointer { (buffer) throws(MarkupError) -> Result in
    try body(try XMLReader(buffer, limits: limits, pieceLength: pieceLength))
  }
}

/// All tokens of a document up to its end or its first error.
func events(
  xml bytes: [UInt8], limits: MarkupLimits = .standard,
  pieceLength: Int = XMLReader.standardPieceLength
) -> (events: [XMLEvent], error: MarkupError?) {
  var events: [XMLEvent] = []
  let error = fault { () throws(MarkupError) in
    try reading(xml: bytes, limits: limits, pieceLength: pieceLength) {
      (reader) throws(MarkupError) in
      while true {
        switch try reader.advance() {
        case .start:
          let attributes = (0..<reader.attributeCount).map { index in
            let attribute = reader.attribute(at: index)
            let name = reader.name(attribute.nameID)?.description ?? "?"
            return "\(name)=\(String(decoding: attribute.value, as: UTF8.self))"
          }
          events.append(.start(reader.name(reader.nameID)?.description ?? "?", attributes))
        case .text: events.append(.text(String(decoding: reader.textBytes, as: UTF8.self)))
        case .end: events.append(.end)
        case .endOfDocument: return
        }
      }
    }
  }
  return (events, error)
}

func events(xml text: String) -> (events: [XMLEvent], error: MarkupError?) {
  events(xml: Array(text.utf8))
}
