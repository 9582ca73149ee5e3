/// The media types of documents and of attachments (RFC 6838, section 4.2).
enum MediaType {
  /// Returns whether a text is a type, `/` and a subtype, with any number of parameters (spec 3.10).
  static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let end = bytes.firstIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") } ?? bytes.count
    let names = bytes[..<end].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard names.count == 2, names.allSatisfy(isRestrictedName) else { return false }
    var rest = bytes[end...]
    while !rest.isEmpty {
      skipSpaces(&rest)
      guard rest.popFirst() == UInt8(ascii: ";") else { return false }
      skipSpaces(&rest)
      guard takesName(&rest), rest.popFirst() == UInt8(ascii: "="),
        rest.first == UInt8(ascii: "\"") ? takesQuoted(&rest) : takesToken(&rest)
      else { return false }
    }
    return true
  }

  /// The most characters of a type or subtype.
  static let longestName = 127

  /// Returns whether bytes are a restricted name in letters of either case.
  static func isRestrictedName(_ name: some Collection<UInt8>) -> Bool {
    guard (1...longestName).contains(name.count), let first = name.first else { return false }
    return isAlphanumeric(first)
      && name.allSatisfy { isAlphanumeric($0) || "!#$&-^_.+".utf8.contains($0) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: false
    }
  }

  private static func skipSpaces(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.drop { $0 == UInt8(ascii: " ") }
  }

  private static func takesName(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let name = rest.prefix { $0 != UInt8(ascii: "=") }
    rest = rest.dropFirst(name.count)
    return isRestrictedName(name)
  }

  /// Takes a token (RFC 2045, section 5.1), which has no spaces, quotation marks or separators.
  private static func takesToken(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let token = rest.prefix { isAlphanumeric($0) || "!#$%&'*+-.^_`{|}~".utf8.contains($0) }
    rest = rest.dropFirst(token.count)
    return !token.isEmpty
  }

  /// Takes a text in quotation marks, in which a backslash stands before these and itself.
  private static func takesQuoted(_ rest: inout ArraySlice<UInt8>) -> Bool {
    rest = rest.dropFirst()
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst(), (0x20...0x7E).contains(next) else { return false }
      case 0x20...0x7E: break
      default: return false
      }
    }
    return false
  }
}
