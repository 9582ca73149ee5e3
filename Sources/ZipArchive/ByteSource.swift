/// Random access to the bytes of an archive.
package protocol ByteSource: Sendable {
  /// The number of bytes.
  var count: Int { get }

  /// The bytes of a range; throws `.readFailed` where the source does not have all of them.
  func read(at offset: Int, count: Int) throws(ZipError) -> [UInt8]

  /// Whether the bytes show to be no longer those that the source was made for.
  var hasChanged: Bool { get }
}

extension ByteSource {
  /// Nobody else can write what is not a file.
  package var hasChanged: Bool { false }

  /// Throws where a range does not lie within the source; called before anything is allocated.
  func checkRange(at offset: Int, count: Int) throws(ZipError) {
    let (end, overflow) = offset.addingReportingOverflow(count)
    if offset < 0 || count < 0 || overflow || end > self.count {
      throw ZipError(
        .readFailed, offset: offset,
        detail: .exceeds(limit: self.count, value: overflow ? .max : end))
    }
  }
}
