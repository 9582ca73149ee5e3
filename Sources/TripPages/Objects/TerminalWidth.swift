/// The number of cells that a text takes on a terminal.
package enum TerminalWidth {
  /// Blocks of wide characters (UAX #11), coarse: only alignment depends on them.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
    0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]

  package static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { width, character in
      let first = character.unicodeScalars.first?.value ?? 0
      return width + (wide.contains { $0.contains(first) } ? 2 : 1)
    }
  }
}
