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
    var line = 1
    var column = 1
    var previous: UInt8 = 0
    // Reads stay below `end`, which is at most `bytes.count`.
    for byte in bytes[..<end] {
      switch byte {
      case 0x0A where previous == 0x0D:
        break  // The CR before it has ended the line.
      case 0x0A, 0x0D:
        line += 1
        column = 1
      case 0x80...0xBF:
        break  // A continuation byte belongs to the scalar before it.
      default:
        column += 1
      }
      previous = byte
    }
    self.offset = end
    self.line = line
    self.column = column
  }
}
