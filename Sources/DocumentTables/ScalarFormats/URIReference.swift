/// The grammar of a URI-reference (RFC 3986, appendix A).
///
///     scheme:            //userinfo@host:port   path  ?query  #fragment
///     absent: relative   absent: no authority         either may be absent
enum URIReference {
  /// Returns whether bytes are a URI-reference.
  static func isValid(_ bytes: [UInt8]) -> Bool {
    guard escapesAreWhole(bytes) else { return false }
    var rest = bytes[...]
    if let end = rest.firstIndex(where: { ":/?#".utf8.contains($0) }), rest[end] == colon {
      guard isScheme(rest[..<end]) else { return false }
      rest = rest[(end + 1)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let authority = rest.prefix { !"/?#".utf8.contains($0) }
      guard isAuthority(authority) else { return false }
      rest = rest[authority.endIndex...]
    }
    let path = rest.prefix { !"?#".utf8.contains($0) }
    guard path.allSatisfy({ isPathCharacter($0) || $0 == slash }) else { return false }
    // A fragment begins with the first `#`, and may not have another.
    return rest[path.endIndex...].dropFirst().split(
      separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false
    ).allSatisfy { $0.allSatisfy { isPathCharacter($0) || $0 == slash || $0 == question } }
  }

  private static let colon = UInt8(ascii: ":")
  private static let slash = UInt8(ascii: "/")
  private static let question = UInt8(ascii: "?")

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  private static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
    var host = bytes
    if let end = bytes.firstIndex(of: UInt8(ascii: "@")) {
      guard bytes[..<end].allSatisfy({ isNameCharacter($0) || $0 == colon }) else { return false }
      host = bytes[(end + 1)...]
    }
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")),
        isAddress(host[..<end].dropFirst())
      else { return false }
      host = host[(end + 1)...]
    } else {
      let name = host.prefix { $0 != colon }
      guard name.allSatisfy(isNameCharacter) else { return false }
      host = host[name.endIndex...]
    }
    return host.isEmpty || host.first == colon && host.dropFirst().allSatisfy(isDigit)
  }

  /// An address between brackets: one of IPv6, or of a later version.
  private static func isAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first | 0x20 == UInt8(ascii: "v") else { return isIPv6(bytes) }
    let parts = bytes.dropFirst().split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy(isHexadecimal)
      && !parts[1].isEmpty
      && parts[1].allSatisfy {
        $0 != UInt8(ascii: "%") && (isNameCharacter($0) || $0 == colon)
      }
  }

  /// Eight groups of 16 bits, the last two of which may be spelled as IPv4; `::` stands for one group
  /// or more.
  private static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
    var groups = bytes.split(separator: colon, omittingEmptySubsequences: false)
    guard groups.count >= 3 else { return false }
    // An empty group at either end is half of `::`.
    if groups[0].isEmpty {
      guard groups[1].isEmpty else { return false }
      groups.removeFirst()
    }
    if let last = groups.last, last.isEmpty {
      guard groups[groups.count - 2].isEmpty else { return false }
      groups.removeLast()
    }
    var count = 0
    var gaps = 0
    for (place, group) in groups.enumerated() {
      if group.isEmpty {
        gaps += 1
      } else if group.contains(UInt8(ascii: ".")) {
        guard place == groups.count - 1, isIPv4(group) else { return false }
        count += 2
      } else {
        guard group.count <= 4, group.allSatisfy(isHexadecimal) else { return false }
        count += 1
      }
    }
    return gaps == 0 ? count == 8 : gaps == 1 && count <= 7
  }

  private static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
    let numbers = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return numbers.count == 4
      && numbers.allSatisfy { digits in
        (1...3).contains(digits.count) && digits.allSatisfy(isDigit)
          && (digits.count == 1 || digits.first != UInt8(ascii: "0"))
          && digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
      }
  }

  /// Whether each `%` precedes two hexadecimal digits.
  private static func escapesAreWhole(_ bytes: [UInt8]) -> Bool {
    bytes.indices.allSatisfy { place in
      bytes[place] != UInt8(ascii: "%")
        || place + 2 < bytes.count && isHexadecimal(bytes[place + 1])
          && isHexadecimal(bytes[place + 2])
    }
  }

  private static func isPathCharacter(_ byte: UInt8) -> Bool {
    isNameCharacter(byte) || byte == colon || byte == UInt8(ascii: "@")
  }

  /// Whether a byte is unreserved, a sub-delimiter or `%`.
  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "-._~!$&'()*+,;=%".utf8.contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
