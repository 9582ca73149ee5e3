extension JSONText {
  /// The maximum number of bytes written for one byte of a text.
  @inlinable package static var longestEscape: Int { 6 }

  /// The number of bytes after the written text that may be overwritten.
  @inlinable package static var slack: Int { PlainTextCopy.slack }

  /// Writes well-formed UTF-8 with the shortest escapes, without quotation marks, and returns the
  /// number of bytes written.
  ///
  /// - Parameter target: A buffer with room for ``longestEscape`` bytes for each byte of the text,
  ///   and ``slack``.
  @inlinable package static func write(
    utf8 bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let count = bytes.count
    // Bound: copied bytes need as much room as in the source, an escape at most six bytes for one.
    let plain = PlainTextCopy.copy(bytes, from: 0, to: count, into: target, JSONWordScan.stops)
    return plain == count ? count : writeEscaping(bytes, from: plain, to: target)
  }

  /// Continues ``write(utf8:to:)`` after the first `start` bytes, which are already written.
  @usableFromInline static func writeEscaping(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var position = start
    var written = start
    // Bound: as above; `position` is a valid index whenever a byte is read.
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
