import CZlib

/// Raw deflate (RFC 1951) through zlib, for builds without libdeflate.
///
/// Slower than libdeflate, and its results are a little larger.
enum Deflater {
  /// zlib's slowest level.
  private static let slowest = 9

  /// Returns the deflated bytes, or nil if they would not be smaller than the contents.
  ///
  /// - Parameter level: A level of ``PartCodec/levels``; zlib has no levels above 9.
  static func deflate(
    _ contents: UnsafeRawBufferPointer, level: Int
  ) -> Result<[UInt8]?, ZipError> {
    guard let input = contents.bindMemory(to: Bytef.self).baseAddress, contents.count > 1 else {
      return .success(nil)
    }
    // zlib's state contains a pointer to the stream, so the stream must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    guard
      deflateInit2_(
        stream, Int32(min(level, slowest)), Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL,
        Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return .failure(ZipError(.compressionFailed, detail: .deflate(.outOfMemory))) }
    defer { deflateEnd(stream) }

    // A result that is not smaller has no use, so the room is one byte less.
    let room = contents.count - 1
    var isComplete = false
    let output = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      // Bounds: zlib gets at most the remainder of both buffers, in pieces that fit its 32-bit
      // counts. Lifetime: the input belongs to the caller, the output to this closure.
      var consumed = 0
      while count < room {
        let inputPiece = min(contents.count - consumed, Int(uInt.max))
        let outputPiece = min(room - count, Int(uInt.max))
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input + consumed)
        stream.pointee.avail_in = uInt(inputPiece)
        stream.pointee.next_out = buffer.baseAddress.map { $0 + count }
        stream.pointee.avail_out = uInt(outputPiece)
        let isLast = consumed + inputPiece == contents.count
        let status = CZlib.deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
        consumed += inputPiece - Int(stream.pointee.avail_in)
        let made = outputPiece - Int(stream.pointee.avail_out)
        count += made
        if status == Z_STREAM_END { isComplete = true }
        if status != Z_OK || made == 0 && inputPiece == Int(stream.pointee.avail_in) { break }
      }
    }
    return .success(isComplete ? output : nil)
  }
}
