extension XMLReader {
  /// Moves to the next child element and returns true, or to the end of the element and returns
  /// false.
  ///
  /// Each child must be read to its end before the next call. Text other than white space is an
  /// error.
  @inlinable package func nextChild() throws(MarkupError) -> Bool {
    while true {
      switch try advance() {
      case .start: return true
      case .end, .endOfDocument: return false
      case .text: if !tape.pointee.current.isBlank { throw error(.xmlUnexpectedText) }
      }
    }
  }

  /// Reads the text of the current element up to its end.
  ///
  /// The text is valid until the next `advance`, because a text is returned only after the
  /// following token is on the tape.
  @inlinable package func elementText() throws(MarkupError) -> UnsafeBufferPointer<UInt8> {
    var kind = try advance()
    let text = textBytes
    if kind == .text { kind = try advance() }
    if kind == .start { throw error(.xmlUnexpectedElement) }
    return text
  }
}
