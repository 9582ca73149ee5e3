/// A position in a text, as editors count it.
package struct TextPosition: Hashable, Sendable {
  /// The number of bytes before the position.
  package var offset: Int
  /// The line, from 1; LF, CR and CR LF end a line.
  package var line: Int
  /// The column, from 1, in Unicode scalars.
  package var column: Int

  /// Counts lines and columns up to `offset`, which is clamped to the length of `bytes`.
  package init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let end = max(0, min(offset, bytes.count))
    var counter = TextPositionCounter()
    counter.advance(over: UnsafeBufferPointer(rebasing: bytes[..<end]))
    self = counter.position
  }

  fileprivate init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }
}

/// Counts the position behind a text that arrives in pieces, which may be cut at any byte.
package struct TextPositionCounter {
  package private(set) var position = TextPosition(offset: 0, line: 1, column: 1)
  private var endsInReturn = false

  package init() {}

  package mutating func advance(over bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes {
      switch byte {
      case 0x0A where endsInReturn:
        break  // The CR before it has ended the line.
      case 0x0A, 0x0D:
        position.line += 1
        position.column = 1
      case 0x80...0xBF:
        break  // A continuation byte belongs to the scalar before it.
      default:
        position.column += 1
      }
      endsInReturn = byte == 0x0D
    }
    position.offset += bytes.count
  }
}
