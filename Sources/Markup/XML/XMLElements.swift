extension XMLReader {
  /// Moves to the next child element and returns true, or to the end of the element and returns
  /// false; text other than white space is an error.
  ///
  /// Each child must be read to its end before the next call.
  @inlinable package func nextChild() throws(MarkupError) -> Bool {
    while true {
      switch try advance() {
      case .start: return true
      case .end, .endOfDocument: return false
      case .text: if !tape.pointee.current.isBlank { throw error(.xmlUnexpectedText) }
      }
    }
  }

  /// Reads the text of the element whose start is current, to its end; valid until the next
  /// `advance`, for a text is handed out only when the token after it is on the tape too.
  @inlinable package func elementText() throws(MarkupError) -> UnsafeBufferPointer<UInt8> {
    var kind = try advance()
    let text = textBytes
    if kind == .text { kind = try advance() }
    if kind == .start { throw error(.xmlUnexpectedElement) }
    return text
  }
}
