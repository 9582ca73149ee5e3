extension ZipError: CustomStringConvertible {
  /// A one-line description of the error, with the entry and the offset.
  package var message: String {
    var text = summary
    // Checksums and wrong sizes explain nothing.
    if code != .crcMismatch, code != .sizeMismatch {
      if let field { text += ": " + field }
      if let detail { text += (field == nil ? ": " : " ") + detail.words }
    }
    // The name comes from the archive: its control characters must not reach a terminal.
    if let entry { text += ", entry \(entry.debugDescription)" }
    if let offset { text += ", at byte \(offset)" }
    return text
  }

  package var description: String { "\(code.rawValue): \(message)" }

  private var summary: String {
    switch code {
    case .endRecordMissing: "this is not a zip archive: it has no end record"
    case .truncated: "the archive is cut off"
    case .trailingBytes: "bytes follow the end of the archive"
    case .leadingBytes: "bytes precede the first entry"
    case .comment: "the archive has a comment"
    case .multidisk: "the archive is one part of a split archive"
    case .entryCount: "the number of entries does not match the stated number"
    case .directoryBounds: "the central directory is not at the stated offset"
    case .directoryRecord: "the central directory has a broken record"
    case .zip64Invalid: "the zip64 values are missing, not needed or contradict the others"
    case .encrypted: "an entry is encrypted"
    case .dataDescriptor: "an entry has a data descriptor"
    case .flags: "an entry has a flag that the format does not allow"
    case .method: "an entry is neither stored nor deflated"
    case .extraField: "an entry has an extra field"
    case .fieldValue: "a header field has a value that the format does not allow"
    case .nameInvalid: "an entry's name is not allowed"
    case .duplicateName: "two entries have the same name"
    case .localHeaderMismatch: "a local header differs from its central directory record"
    case .entryOverlap: "an entry overlaps its neighbour"
    case .gap: "bytes between entries belong to no entry"
    case .sizeMismatch: "an entry is damaged (its size does not match)"
    case .deflateInvalid: "an entry is damaged"
    case .crcMismatch: "an entry is damaged (checksum mismatch)"
    case .budgetEntries: "the archive has too many entries"
    case .budgetDirectoryBytes: "the central directory is too large"
    case .budgetNameBytes: "an entry's name is too long"
    case .budgetEntryBytes: "an entry is too large"
    case .budgetTotalBytes: "the entries are too large together"
    case .budgetRatio: "an entry states a higher ratio than deflate can reach"
    case .readFailed: "the file cannot be read"
    case .compressionFailed: "an entry cannot be compressed"
    case .writerClosed: "the archive was already finished, or writing it failed"
    }
  }
}

extension ZipError.Detail {
  fileprivate var words: String {
    switch self {
    case .mismatch(let expected, let found): "should be \(expected), is \(found)"
    case .exceeds(let limit, let value): "is \(value), at most \(limit) is allowed"
    case .surplus(let bytes): "\(bytes) of them"
    case .name(let problem): problem.words
    case .deflate(.notDeflate): "its bytes are not a deflate stream"
    case .deflate(.cutShort): "its bytes end before the deflate stream does"
    case .deflate(.bytesAfterEnd(let count)): "\(count) bytes follow the deflate stream"
    case .deflate(.outOfMemory): "memory is exhausted"
    case .system(let errno): "system error \(errno)"
    case .fileBecameShorter: "the file became shorter while it was read"
    case .notARegularFile: "it is not a regular file"
    }
  }
}

extension ZipError.NameProblem {
  fileprivate var words: String {
    switch self {
    case .empty: "it is empty"
    case .notUTF8: "it is not UTF-8"
    case .notMarkedUTF8: "it is not ASCII and not marked as UTF-8"
    case .controlCharacter: "it has a control character"
    case .backslash: "it has a backslash"
    case .absolute: "it begins with a slash"
    case .driveLetter: "it begins with a drive letter"
    case .directory: "it ends with a slash"
    case .emptySegment: "it has an empty segment"
    case .dotSegment: "it has a segment of dots"
    }
  }
}
