import CZlib

/// Raw deflate (RFC 1951) through zlib.
enum Deflater {
  /// The deflated bytes, or nil where they would not be smaller than the contents.
  ///
  /// The result depends on contents, level and zlib's version only.
  static func deflate(
    _ contents: UnsafeRawBufferPointer, level: Int
  ) -> Result<[UInt8]?, ZipError> {
    guard (0...9).contains(level) else { return .failure(ZipError(.compressionFailed)) }
    // One byte less than the contents is all the room that a useful result may take.
    let room = contents.count - 1
    guard room > 0, let input = contents.bindMemory(to: Bytef.self).baseAddress else {
      return .success(nil)
    }

    // zlib's state points back at the stream, so the stream must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    guard
      deflateInit2_(
        stream, Int32(level), Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return .failure(ZipError(.compressionFailed, detail: .deflate(.outOfMemory))) }
    defer { deflateEnd(stream) }

    var isSmaller = false
    let output = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      // Bounds: `consumed` and `count` never pass `contents.count` and `room`, because zlib is
      // given at most what is left of both; both buffers live until this closure returns.
      guard let base = buffer.baseAddress else { return }
      var consumed = 0
      while true {
        let inputPiece = min(contents.count - consumed, Int(uInt.max))
        let outputPiece = min(room - count, Int(uInt.max))
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input + consumed)
        stream.pointee.avail_in = uInt(inputPiece)
        stream.pointee.next_out = base + count
        stream.pointee.avail_out = uInt(outputPiece)
        let isLast = consumed + inputPiece == contents.count
        let status = CZlib.deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
        consumed += inputPiece - Int(stream.pointee.avail_in)
        count += outputPiece - Int(stream.pointee.avail_out)
        if status == Z_STREAM_END {
          isSmaller = true
          return
        }
        if status != Z_OK || count == room { return }
      }
    }
    return .success(isSmaller ? output : nil)
  }
}
