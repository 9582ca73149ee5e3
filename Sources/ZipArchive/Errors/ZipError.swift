/// The reason for rejecting an archive, with the position in the archive.
package struct ZipError: Error, Sendable, Hashable {
  /// The broken rule.
  package var code: Code
  /// The name of the affected entry, if known, with invalid UTF-8 replaced.
  package var entry: String?
  /// The byte offset from the beginning of the archive, if known.
  package var offset: Int?
  /// The affected header field, as APPNOTE names it.
  package var field: String?
  /// The values that led to the error.
  package var detail: Detail?

  package init(
    _ code: Code, entry: String? = nil, offset: Int? = nil, field: String? = nil,
    detail: Detail? = nil
  ) {
    self.code = code
    self.entry = entry
    self.offset = offset
    self.field = field
    self.detail = detail
  }

  /// The values that led to an error; `ZipError.message` formats them.
  package enum Detail: Sendable, Hashable {
    case mismatch(expected: UInt64, found: UInt64)
    case exceeds(limit: UInt64, value: UInt64)
    case surplus(bytes: UInt64)
    case name(NameProblem)
    case deflate(DeflateProblem)
    case system(errno: Int32)
    case fileBecameShorter
    case notARegularFile

    /// Returns a mismatch of two sizes or offsets, which are never negative.
    static func mismatch(expected: Int, found: Int) -> Detail {
      .mismatch(expected: UInt64(clamping: expected), found: UInt64(clamping: found))
    }

    /// Returns a detail for a value that exceeds its limit.
    static func exceeds(limit: Int, value: Int) -> Detail {
      .exceeds(limit: UInt64(clamping: limit), value: UInt64(clamping: value))
    }
  }

  /// The reason for rejecting a name.
  package enum NameProblem: Sendable, Hashable {
    case empty
    case notUTF8
    case notMarkedUTF8
    case controlCharacter
    case backslash
    case absolute
    case driveLetter
    case directory
    case emptySegment
    case dotSegment
  }

  /// The defect of a deflate stream (RFC 1951).
  package enum DeflateProblem: Sendable, Hashable {
    case notDeflate
    case cutShort
    case bytesAfterEnd(Int)
    case outOfMemory
  }
}
