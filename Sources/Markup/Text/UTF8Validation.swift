/// A check for well-formed UTF-8 (Unicode 16, table 3-7).
package enum UTF8Validation {
  /// Returns the offset of the first ill-formed sequence, or nil if all bytes are well-formed.
  package static func firstInvalidOffset(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    isWellFormed(bytes) ? nil : locateFault(in: bytes)
  }

  /// Runs a shift-based automaton: the row of a byte, shifted by the state, begins with the next
  /// state.
  ///
  /// In mixed scripts a branch per lead byte would be mispredicted; the only branch here skips
  /// sixteen ASCII bytes.
  private static func isWellFormed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    UTF8Automaton.rows.withUnsafeBufferPointer { rows in
      let raw = UnsafeRawBufferPointer(bytes)
      let end = bytes.count
      var state = UTF8Automaton.accept
      var position = 0
      // Bound: loads of 16 bytes begin at most at `end - 16`; every row index is a byte, and `rows`
      // has 256 elements.
      while end - position >= 16 {
        let low = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        let high = raw.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self)
        if (low | high) & 0x8080_8080_8080_8080 != 0 || state & 63 != UTF8Automaton.accept {
          for index in position..<position + 16 { state = rows[Int(bytes[index])] &>> state }
          if state & 63 == UTF8Automaton.reject { return false }
        }
        position += 16
      }
      while position < end {
        state = rows[Int(bytes[position])] &>> state
        position += 1
      }
      return state & 63 == UTF8Automaton.accept
    }
  }

  /// Returns the offset of the first ill-formed sequence; slow, and used only for ill-formed text.
  private static func locateFault(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    UTF8Automaton.rows.withUnsafeBufferPointer { rows in
      var state = UTF8Automaton.accept
      var start = 0
      for position in 0..<bytes.count {
        if state & 63 == UTF8Automaton.accept { start = position }
        state = rows[Int(bytes[position])] &>> state
        if state & 63 == UTF8Automaton.reject { return start }
      }
      return state & 63 == UTF8Automaton.accept ? nil : start
    }
  }
}

/// The automaton of table 3-7; a state is the number of bits by which a row is shifted.
private enum UTF8Automaton {
  static let reject: UInt64 = 0
  static let accept: UInt64 = 6
  private static let oneMore: UInt64 = 12
  private static let twoMore: UInt64 = 18
  private static let threeMore: UInt64 = 24
  private static let afterE0: UInt64 = 30
  private static let afterED: UInt64 = 36
  private static let afterF0: UInt64 = 42
  private static let afterF4: UInt64 = 48

  static let rows: [UInt64] = (0...255).map { (byte: UInt64) in
    var row: UInt64 = 0
    func add(_ state: UInt64, _ next: UInt64) { row |= next << state }
    switch byte {
    case 0x00...0x7F: add(accept, accept)
    case 0x80...0xBF:
      add(oneMore, accept)
      add(twoMore, oneMore)
      add(threeMore, twoMore)
      add(byte >= 0xA0 ? afterE0 : afterED, oneMore)
      add(byte >= 0x90 ? afterF0 : afterF4, twoMore)
    case 0xC2...0xDF: add(accept, oneMore)
    case 0xE0: add(accept, afterE0)
    case 0xED: add(accept, afterED)
    case 0xE1...0xEF: add(accept, twoMore)
    case 0xF0: add(accept, afterF0)
    case 0xF1...0xF3: add(accept, threeMore)
    case 0xF4: add(accept, afterF4)
    default: break
    }
    return row
  }
}
