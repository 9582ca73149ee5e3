#if Libdeflate
  import CLibdeflate
#endif

/// Raw deflate (RFC 1951) of whole parts; only this type depends on the choice of library.
///
/// libdeflate does the work, unless the package is built without its trait `Libdeflate`. It has no
/// streaming mode and does not report what is wrong with a stream, so a damaged stream is inflated
/// again by zlib to find the defect. The second pass costs time only if reading fails anyway.
enum PartCodec {
  /// The levels that ``deflate(_:level:)`` accepts, from fastest to smallest.
  static let levels = 1...12

  /// Inflates a whole stream, which must fill `output` and use every stored byte.
  ///
  /// Never writes beyond `output`.
  static func inflate(
    _ stored: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Inflater.Outcome {
    #if Libdeflate
      guard let input = stored.baseAddress, let base = output.baseAddress else {
        return .damaged(.cutShort)
      }
      guard let decompressor = libdeflate_alloc_decompressor() else {
        return .damaged(.outOfMemory)
      }
      defer { libdeflate_free_decompressor(decompressor) }
      var used = 0
      var made = 0
      // Bounds: libdeflate reads and writes at most the given counts. Lifetime: both buffers belong
      // to the caller and stay valid during the call.
      let result = libdeflate_deflate_decompress_ex(
        decompressor, input, stored.count, base, output.count, &used, &made)
      if result == LIBDEFLATE_SUCCESS, used == stored.count, made == output.count {
        return .complete
      }
    #endif
    return Inflater.inflate(stored, into: output)
  }

  /// Returns the deflated bytes, or nil if they would not be smaller than the contents.
  ///
  /// The result depends only on the contents, the level, the library and its version.
  static func deflate(
    _ contents: UnsafeRawBufferPointer, level: Int
  ) -> Result<[UInt8]?, ZipError> {
    guard levels.contains(level) else { return .failure(ZipError(.compressionFailed)) }
    #if Libdeflate
      guard let input = contents.baseAddress, contents.count > 1 else { return .success(nil) }
      guard let compressor = libdeflate_alloc_compressor(CInt(level)) else {
        return .failure(ZipError(.compressionFailed, detail: .deflate(.outOfMemory)))
      }
      defer { libdeflate_free_compressor(compressor) }
      // More room than a useful result needs, because libdeflate uses some spare bytes to run faster.
      // Pages that it does not write to cost nothing.
      let room = libdeflate_deflate_compress_bound(compressor, contents.count)
      let output = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        // Bounds: libdeflate reads `contents.count` bytes, writes at most `room` bytes and returns
        // their number, or 0 if `room` is too small. Lifetime: the caller's buffer stays valid during
        // the call.
        count = libdeflate_deflate_compress(
          compressor, input, contents.count, buffer.baseAddress, room)
      }
      return .success(!output.isEmpty && output.count < contents.count ? output : nil)
    #else
      return Deflater.deflate(contents, level: level)
    #endif
  }
}
