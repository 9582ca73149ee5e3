/// The rules for the names of entries.
///
/// APPNOTE 4.4.17 asks for relative paths with forward slashes; the rest keeps a name from meaning
/// another place, or nothing at all, where somebody unpacks the archive.
package enum EntryName {
  /// The first problem of a name, or nil where it is allowed.
  package static func problem(in name: String) -> ZipError.NameProblem? {
    let bytes = Array(name.utf8)
    guard let first = bytes.first else { return .empty }
    if name.unicodeScalars.contains(where: isControl) { return .controlCharacter }
    if bytes.contains(UInt8(ascii: "\\")) { return .backslash }
    if first == UInt8(ascii: "/") { return .absolute }
    if bytes.count > 1, bytes[1] == UInt8(ascii: ":"), isASCIILetter(first) { return .driveLetter }
    if bytes.last == UInt8(ascii: "/") { return .directory }
    for segment in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if segment.isEmpty { return .emptySegment }
      if segment.count <= 2, segment.allSatisfy({ $0 == UInt8(ascii: ".") }) { return .dotSegment }
    }
    return nil
  }

  /// The name that stands in a header, or why it is refused.
  static func decode(
    _ bytes: ArraySlice<UInt8>, flags: GeneralPurposeFlags, limits: ZipLimits, offset: Int
  ) throws(ZipError) -> String {
    if bytes.count > limits.maximumNameBytes {
      throw ZipError(
        .budgetNameBytes, offset: offset, field: "file name length",
        detail: .exceeds(limit: limits.maximumNameBytes, value: bytes.count))
    }
    guard let name = String(validating: bytes, as: UTF8.self) else {
      throw ZipError(
        .nameInvalid, entry: String(decoding: bytes, as: UTF8.self), offset: offset,
        detail: .name(.notUTF8))
    }
    if let problem = problem(in: name) {
      throw ZipError(.nameInvalid, entry: name, offset: offset, detail: .name(problem))
    }
    if !flags.contains(.utf8Name), !isASCII(name) {
      throw ZipError(.nameInvalid, entry: name, offset: offset, detail: .name(.notMarkedUTF8))
    }
    return name
  }

  /// Whether a header need not mark the name as UTF-8.
  static func isASCII(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 < 0x80 }
  }

  /// C0, DEL and C1.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
