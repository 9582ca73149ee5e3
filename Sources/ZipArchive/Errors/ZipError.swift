/// One reason why an archive is refused, with its place in the archive.
package struct ZipError: Error, Sendable, Hashable {
  /// The rule that is broken.
  package var code: Code
  /// The name of the entry concerned, where there is one; invalid UTF-8 in it is replaced.
  package var entry: String?
  /// The byte offset from the beginning of the archive, where one is known.
  package var offset: Int?
  /// The header field concerned, in the words of APPNOTE.
  package var field: String?
  /// The values behind the refusal.
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

  /// The values behind a refusal, as data; `ZipError.message` makes words of them.
  package enum Detail: Sendable, Hashable {
    case mismatch(expected: UInt64, found: UInt64)
    case exceeds(limit: UInt64, value: UInt64)
    case surplus(bytes: UInt64)
    case name(NameProblem)
    case deflate(DeflateProblem)
    case system(errno: Int32)
    case fileBecameShorter
    case notARegularFile

    /// A mismatch of two sizes or offsets, which are never negative.
    static func mismatch(expected: Int, found: Int) -> Detail {
      .mismatch(expected: UInt64(clamping: expected), found: UInt64(clamping: found))
    }

    /// A value over its budget.
    static func exceeds(limit: Int, value: Int) -> Detail {
      .exceeds(limit: UInt64(clamping: limit), value: UInt64(clamping: value))
    }
  }

  /// Why a name is refused.
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

  /// What is wrong with a deflate stream (RFC 1951).
  package enum DeflateProblem: Sendable, Hashable {
    case notDeflate
    case cutShort
    case bytesAfterEnd(Int)
    case outOfMemory
  }
}
