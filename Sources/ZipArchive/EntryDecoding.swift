extension ZipReader {
  /// Returns the raw bytes of an entry, decoded from its stored bytes, followed by `padding` zeros
  /// that a scanner may read past the end.
  ///
  /// The caller supplies the stored bytes, so it can hash them first. Limits are checked before the
  /// single allocation. The size and CRC-32 must match the headers, and a deflate stream must end
  /// with the last stored byte.
  package static func inflate(
    stored: [UInt8], of entry: ZipEntry, padding: Int = 0, limits: ZipLimits = .standard
  ) throws(ZipError) -> [UInt8] {
    var contents: [UInt8] = []
    try inflate(stored: stored, of: entry, padding: padding, into: &contents, limits: limits)
    return contents
  }

  /// Decodes an entry into an existing array: its raw bytes come first, then `padding` zeros.
  ///
  /// If `contents` was longer, the bytes after the padding are unspecified. After an error, all of
  /// `contents` is unspecified.
  package static func inflate(
    stored: [UInt8], of entry: ZipEntry, padding: Int = 0, into contents: inout [UInt8],
    limits: ZipLimits = .standard
  ) throws(ZipError) {
    try limits.check(entry)
    guard stored.count == entry.storedSize else {
      throw sizeMismatch(entry, field: "compressed size", stored.count, stated: entry.storedSize)
    }
    switch entry.method {
    case .stored:
      guard stored.count == entry.rawSize else {
        throw sizeMismatch(entry, field: "uncompressed size", stored.count, stated: entry.rawSize)
      }
      contents = stored
      contents.append(contentsOf: repeatElement(0, count: max(padding, 0)))
    case .deflated:
      try inflateDeflated(stored, of: entry, padding: max(padding, 0), into: &contents)
    }
    let checksum = contents.withUnsafeBytes {
      // Bound: both methods leave at least `rawSize` bytes.
      CRC32.checksum(of: UnsafeRawBufferPointer(rebasing: $0.prefix(entry.rawSize)))
    }
    guard checksum == entry.crc32 else {
      throw ZipError(
        .crcMismatch, entry: entry.name, offset: entry.dataOffset, field: "crc-32",
        detail: .mismatch(expected: UInt64(entry.crc32), found: UInt64(checksum)))
    }
  }

  private static func inflateDeflated(
    _ stored: [UInt8], of entry: ZipEntry, padding: Int, into contents: inout [UInt8]
  ) throws(ZipError) {
    let (size, overflow) = entry.rawSize.addingReportingOverflow(padding)
    guard !overflow, size < .max else {
      throw ZipError(
        .budgetEntryBytes, entry: entry.name, offset: entry.dataOffset, field: "uncompressed size")
    }
    // Bounds: the codec gets the first `rawSize` bytes, the zeros are the `padding` bytes after
    // them. Lifetime: both buffers are used inside the closures.
    func inflate(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Inflater.Outcome {
      let outcome = stored.withUnsafeBytes { input in
        let output = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: entry.rawSize)
        return PartCodec.inflate(input, into: output)
      }
      guard case .complete = outcome else { return outcome }
      buffer[entry.rawSize..<size].initialize(repeating: 0)
      return outcome
    }
    var outcome = Inflater.Outcome.damaged(.outOfMemory)
    if contents.count >= max(size, 1) {
      contents.withUnsafeMutableBufferPointer { outcome = inflate(into: $0) }
    } else {
      // At least one byte, so that the buffer of an empty entry has an address.
      contents = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { buffer, count in
        outcome = inflate(into: buffer)
        // Only if every byte was written.
        if case .complete = outcome { count = size }
      }
    }
    switch outcome {
    case .complete:
      return
    case .tooShort(let count):
      throw sizeMismatch(entry, field: "uncompressed size", count, stated: entry.rawSize)
    case .tooLong:
      throw ZipError(
        .sizeMismatch, entry: entry.name, offset: entry.dataOffset, field: "uncompressed size",
        detail: .exceeds(limit: entry.rawSize, value: entry.rawSize + 1))
    case .damaged(let problem):
      throw ZipError(
        .deflateInvalid, entry: entry.name, offset: entry.dataOffset, detail: .deflate(problem))
    }
  }

  private static func sizeMismatch(
    _ entry: ZipEntry, field: String, _ found: Int, stated: Int
  ) -> ZipError {
    ZipError(
      .sizeMismatch, entry: entry.name, offset: entry.dataOffset, field: field,
      detail: .mismatch(expected: stated, found: found))
  }
}
