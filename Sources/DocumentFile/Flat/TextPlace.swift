/// A line and a column, counted byte by byte in the same way as `TextPosition`.
struct TextPlace {
  private(set) var line = 1
  private(set) var column = 1
  private var endsInReturn = false

  mutating func move(over bytes: [UInt8]) {
    for byte in bytes {
      switch byte {
      case 0x0A where endsInReturn:
        break  // The CR before it has ended the line.
      case 0x0A, 0x0D:
        line += 1
        column = 1
      case 0x80...0xBF:
        break  // A continuation byte belongs to the scalar before it.
      default:
        column += 1
      }
      endsInReturn = byte == 0x0D
    }
  }
}
