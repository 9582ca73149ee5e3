extension JSONText {
  /// The most bytes that one byte of a text becomes.
  @inlinable package static var longestEscape: Int { 6 }

  /// So many bytes more may be written to behind a text.
  @inlinable package static var slack: Int { PlainTextCopy.slack }

  /// Writes well-formed UTF-8 without quotes in the shortest escapes, and says how many bytes it took.
  ///
  /// - Parameter target: Has room for ``longestEscape`` bytes for each of the text's, and ``slack``.
  @inlinable package static func write(
    utf8 bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let count = bytes.count
    // Bound: what is copied takes the room of its own bytes, an escape at most six for one.
    let plain = PlainTextCopy.copy(bytes, from: 0, to: count, into: target, JSONWordScan.stops)
    return plain == count ? count : writeEscaping(bytes, from: plain, to: target)
  }

  /// The same for a text whose first bytes stand there already.
  @usableFromInline static func writeEscaping(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var position = start
    var written = start
    // Bound: as above; `position` is an index wherever a byte is read.
    while position < bytes.count {
      for escaped in escape(of: bytes[position]) {
        target[written] = escaped
        written &+= 1
      }
      position &+= 1
      let plain = PlainTextCopy.copy(
        bytes, from: position, to: bytes.count, into: target + written, JSONWordScan.stops)
      position &+= plain
      written &+= plain
    }
    return written
  }
}
