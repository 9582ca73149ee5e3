#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Text of a mail or a page in any character set, as UTF-8.
///
/// Names mean what browsers take them for (Encoding Standard, 4.2): programs write bytes of Windows under the names of ISO.
enum CharacterSet {
  /// The set of each name that browsers take for another one.
  private static let sets = [
    "ascii": "WINDOWS-1252", "us-ascii": "WINDOWS-1252", "iso-8859-1": "WINDOWS-1252",
    "latin1": "WINDOWS-1252", "iso8859-1": "WINDOWS-1252", "iso-8859-9": "WINDOWS-1254",
    "iso-8859-11": "WINDOWS-874", "tis-620": "WINDOWS-874", "gb2312": "GB18030", "gbk": "GB18030",
    "shift_jis": "CP932", "shift-jis": "CP932", "sjis": "CP932", "euc-kr": "CP949",
    "ks_c_5601-1987": "CP949", "big5": "BIG5-HKSCS", "utf8": "UTF-8",
  ]

  /// Returns bytes as UTF-8 without U+0000.
  ///
  /// Text that is UTF-8 is taken for that, unless its set has two bytes for a letter: other text is hardly ever UTF-8 by chance.
  ///
  /// - Parameter name: The name of the set; nil if it is not known.
  /// - Returns: The text, and whether all bytes of it are of the set: others become U+FFFD.
  static func utf8(_ bytes: [UInt8], _ name: String?) -> (text: [UInt8], isWhole: Bool) {
    let name = name?.lowercased()
    let set = name.map { sets[$0] ?? $0 } ?? "WINDOWS-1252"
    let isOneByte =
      set.uppercased().hasPrefix("WINDOWS-") || set.lowercased().hasPrefix("iso-8859-")
    if set.lowercased() != "utf-8", !isOneByte || !isUTF8(bytes), let text = converted(bytes, set) {
      return (withoutNulls(text.text), text.isWhole)
    }
    let isWhole = isUTF8(bytes)
    let text = isWhole ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
    return (withoutNulls(text), isWhole)
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }

  private static let replacement = Array("\u{FFFD}".utf8)

  private static func withoutNulls(_ text: [UInt8]) -> [UInt8] {
    text.contains(0) ? text.flatMap { $0 == 0 ? replacement : [$0] } : text
  }

  /// Returns bytes of a set as UTF-8; nil if the system has no set of the name.
  private static func converted(
    _ bytes: [UInt8], _ set: String
  ) -> (text: [UInt8], isWhole: Bool)? {
    // Names of sets are letters, digits and few marks; others are instructions for the converter.
    guard set.utf8.count <= 40,
      set.utf8.allSatisfy({ $0.isNameByte }), let converter = iconv_open("UTF-8", set),
      converter != iconv_t(bitPattern: -1)
    else { return nil }
    defer { iconv_close(converter) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var isWhole = true
    var source = bytes
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    // Bound: the converter moves both pointers within the lengths that it is given, and each iteration reads a byte or more.
    source.withUnsafeMutableBytes { source in
      piece.withUnsafeMutableBytes { piece in
        var input = source.baseAddress?.assumingMemoryBound(to: CChar.self)
        var left = source.count
        while left > 0 {
          var output = piece.baseAddress?.assumingMemoryBound(to: CChar.self)
          var free = piece.count
          let before = left
          let status = iconv(converter, &input, &left, &output, &free)
          let code = errno
          text.append(contentsOf: piece.prefix(piece.count - free))
          if status != -1 || code == E2BIG && left < before { continue }
          isWhole = false
          text += replacement
          input = input.map { $0 + 1 }
          left -= 1
        }
      }
    }
    return (text, isWhole)
  }
}

extension UInt8 {
  fileprivate var isNameByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: ":"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
