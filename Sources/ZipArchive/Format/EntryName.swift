/// Rules for entry names.
///
/// APPNOTE 4.4.17 requires relative paths with forward slashes. The other rules reject names that
/// could refer to another location, or to none, when the archive is unpacked.
package enum EntryName {
  /// Returns the first problem of a name, or nil if the name is allowed.
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

  /// Decodes the name in a header; throws if it is not allowed.
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

  /// Whether the name is ASCII, so that the header need not mark it as UTF-8.
  static func isASCII(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 < 0x80 }
  }

  /// Whether a scalar is a control character: C0, DEL or C1.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
