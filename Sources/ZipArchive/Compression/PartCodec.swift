import CLibdeflate

/// Raw deflate (RFC 1951) of whole parts: the one place that knows which library does it.
///
/// libdeflate does, which has no streams and does not say what is wrong with one. So damage is
/// looked at a second time by zlib, which names it; that costs only where reading ends anyway.
enum PartCodec {
  /// The levels that ``deflate(_:level:)`` takes, from fast to small.
  static let levels = 1...12

  /// Inflates a whole stream, which must fill `output` and use every stored byte; never writes
  /// beyond `output`.
  static func inflate(
    _ stored: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Inflater.Outcome {
    guard let input = stored.baseAddress, let base = output.baseAddress else {
      return .damaged(.cutShort)
    }
    guard let decompressor = libdeflate_alloc_decompressor() else {
      return .damaged(.outOfMemory)
    }
    defer { libdeflate_free_decompressor(decompressor) }
    var used = 0
    var made = 0
    // Bounds: it reads and writes at most the counts it is given; both buffers belong to the caller
    // and live during the call.
    let result = libdeflate_deflate_decompress_ex(
      decompressor, input, stored.count, base, output.count, &used, &made)
    if result == LIBDEFLATE_SUCCESS, used == stored.count, made == output.count {
      return .complete
    }
    return Inflater.inflate(stored, into: output)
  }

  /// The deflated bytes, or nil where they would not be smaller than the contents.
  ///
  /// The result depends on contents, level and libdeflate's version only.
  static func deflate(
    _ contents: UnsafeRawBufferPointer, level: Int
  ) -> Result<[UInt8]?, ZipError> {
    guard levels.contains(level) else { return .failure(ZipError(.compressionFailed)) }
    guard let input = contents.baseAddress, contents.count > 1 else { return .success(nil) }
    guard let compressor = libdeflate_alloc_compressor(CInt(level)) else {
      return .failure(ZipError(.compressionFailed, detail: .deflate(.outOfMemory)))
    }
    defer { libdeflate_free_compressor(compressor) }
    // More room than a useful result takes, since it uses a few spare bytes to work fast. Pages that
    // it does not write to cost nothing.
    let room = libdeflate_deflate_compress_bound(compressor, contents.count)
    let output = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      // Bounds: it reads `contents.count` and writes at most `room` bytes, and says how many; 0
      // where they do not suffice. The caller's buffer lives during the call.
      count = libdeflate_deflate_compress(
        compressor, input, contents.count, buffer.baseAddress, room)
    }
    return .success(!output.isEmpty && output.count < contents.count ? output : nil)
  }
}
