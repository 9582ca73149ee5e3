/// Random access to the bytes of an archive.
package protocol ByteSource: Sendable {
  /// The number of bytes.
  var count: Int { get }

  /// Returns the bytes of a range; throws `.readFailed` if the source does not contain all of them.
  func read(at offset: Int, count: Int) throws(ZipError) -> [UInt8]

  /// Whether the bytes are known to have changed since the source was created.
  var hasChanged: Bool { get }
}

extension ByteSource {
  /// Always false: only a file can change.
  package var hasChanged: Bool { false }

  /// Throws if a range is not within the source; call this before allocating memory for the range.
  func checkRange(at offset: Int, count: Int) throws(ZipError) {
    let (end, overflow) = offset.addingReportingOverflow(count)
    if offset < 0 || count < 0 || overflow || end > self.count {
      throw ZipError(
        .readFailed, offset: offset,
        detail: .exceeds(limit: self.count, value: overflow ? .max : end))
    }
  }
}
