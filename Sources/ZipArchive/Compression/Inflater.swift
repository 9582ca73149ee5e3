import CZlib

/// Raw inflate (RFC 1951) through zlib, piecewise, into a buffer of exactly the declared size.
///
/// Slower than ``PartCodec``, which calls it to find out what is wrong with a stream.
enum Inflater {
  /// The result of inflating a stream.
  enum Outcome {
    /// The stream filled the buffer and used every stored byte.
    case complete
    /// The stream ended after fewer bytes; the value is their count.
    case tooShort(Int)
    /// The stream continues after the buffer is full.
    case tooLong
    case damaged(ZipError.DeflateProblem)
  }

  /// Inflates a whole stream, never writing beyond `output`.
  static func inflate(
    _ stored: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Outcome {
    guard let input = stored.bindMemory(to: Bytef.self).baseAddress,
      let base = output.bindMemory(to: Bytef.self).baseAddress
    else { return .damaged(.cutShort) }

    // zlib's state contains a pointer to the stream, so the stream must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    guard
      inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return .damaged(.outOfMemory) }
    defer { inflateEnd(stream) }

    // Bounds: zlib gets at most the remainder of both buffers, in pieces that fit its 32-bit
    // counts. Lifetime: both buffers belong to the caller and stay valid during the call.
    var consumed = 0
    var produced = 0
    while true {
      let inputPiece = min(stored.count - consumed, Int(uInt.max))
      let outputPiece = min(output.count - produced, Int(uInt.max))
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input + consumed)
      stream.pointee.avail_in = uInt(inputPiece)
      stream.pointee.next_out = base + produced
      stream.pointee.avail_out = uInt(outputPiece)
      // If the whole remainder of both buffers is offered, zlib needs no window of its own.
      let isWhole =
        consumed + inputPiece == stored.count && produced + outputPiece == output.count
      let status = CZlib.inflate(stream, isWhole ? Z_FINISH : Z_NO_FLUSH)
      let used = inputPiece - Int(stream.pointee.avail_in)
      let made = outputPiece - Int(stream.pointee.avail_out)
      consumed += used
      produced += made

      switch status {
      case Z_STREAM_END:
        if consumed < stored.count {
          return .damaged(.bytesAfterEnd(stored.count - consumed))
        }
        return produced < output.count ? .tooShort(produced) : .complete
      case Z_OK, Z_BUF_ERROR:
        if used > 0 || made > 0, !isWhole { continue }
        return hasMore(stream) ? .tooLong : .damaged(.cutShort)
      case Z_MEM_ERROR:
        return .damaged(.outOfMemory)
      default:
        return .damaged(.notDeflate)
      }
    }
  }
  /// Whether a stream that filled its buffer has another byte.
  ///
  /// The amount of input consumed does not answer this, because zlib buffers bits.
  private static func hasMore(_ stream: UnsafeMutablePointer<z_stream>) -> Bool {
    guard stream.pointee.avail_out == 0 else { return false }
    var spare: Bytef = 0
    // Bound: the one byte of `spare`; the pointer is cleared before its lifetime ends.
    return withUnsafeMutablePointer(to: &spare) { pointer in
      stream.pointee.next_out = pointer
      stream.pointee.avail_out = 1
      _ = CZlib.inflate(stream, Z_NO_FLUSH)
      stream.pointee.next_out = nil
      return stream.pointee.avail_out == 0
    }
  }
}
