/// Diagnoses an archive whose last bytes are not an end record without a comment.
struct MissingEndDiagnosis {
  /// The size of an end record with the longest possible comment.
  private static let tailSize = EndOfCentralDirectory.size + Int(UInt16.max)

  private let source: any ByteSource

  init(source: any ByteSource) {
    self.source = source
  }

  /// Returns the most precise error that the last bytes of the archive allow.
  func error() throws(ZipError) -> ZipError {
    let count = min(source.count, Self.tailSize)
    let tailOffset = source.count - count
    let tail = try source.read(at: tailOffset, count: count)
    var position = count - EndOfCentralDirectory.size
    while position >= 0 {
      if tail[position] == UInt8(ascii: "P"),
        let end = EndOfCentralDirectory(in: tail, at: position)
      {
        return error(
          end, offset: tailOffset + position,
          following: count - position - EndOfCentralDirectory.size)
      }
      position -= 1
    }
    let head = try source.read(at: 0, count: min(4, source.count))
    var reader = LittleEndianReader(head)
    return reader.next() == LocalHeader.signature
      ? ZipError(.truncated, offset: source.count) : ZipError(.endRecordMissing)
  }

  private func error(
    _ end: EndOfCentralDirectory, offset: Int, following: Int
  ) -> ZipError {
    let comment = Int(end.commentLength)
    if comment > following {
      return ZipError(
        .truncated, offset: source.count, field: "zip file comment length",
        detail: .exceeds(limit: following, value: comment))
    }
    if comment == following {
      return ZipError(
        .comment, offset: offset, field: "zip file comment length",
        detail: .mismatch(expected: 0, found: comment))
    }
    return ZipError(
      .trailingBytes, offset: offset + EndOfCentralDirectory.size + comment,
      detail: .surplus(bytes: UInt64(clamping: following - comment)))
  }
}
