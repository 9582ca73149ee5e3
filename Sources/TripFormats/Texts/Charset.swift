#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Text of a file in any character set, as UTF-8.
///
/// Names mean what browsers take them for (Encoding Standard, 4.2): programs write bytes of Windows under the names of ISO.
enum Charset {
  /// The set of each name that browsers take for another one, or that the system does not know.
  private static let sets = [
    "ascii": "WINDOWS-1252", "us-ascii": "WINDOWS-1252", "iso-8859-1": "WINDOWS-1252",
    "iso_8859-1": "WINDOWS-1252", "iso8859-1": "WINDOWS-1252", "latin1": "WINDOWS-1252",
    "latin-1": "WINDOWS-1252", "windows1252": "WINDOWS-1252", "iso-8859-9": "WINDOWS-1254",
    "iso-8859-11": "WINDOWS-874", "tis-620": "WINDOWS-874", "iso-8859-8-i": "ISO-8859-8",
    "gb2312": "GB18030", "gbk": "GB18030", "x-gbk": "GB18030", "shift_jis": "CP932",
    "shift-jis": "CP932", "sjis": "CP932", "x-sjis": "CP932", "x-euc-jp": "EUC-JP",
    "euc-kr": "CP949", "ks_c_5601-1987": "CP949", "ks_c_5601-1989": "CP949",
    "big5": "BIG5-HKSCS", "koi": "KOI8-R", "x-cp1250": "WINDOWS-1250", "x-cp1251": "WINDOWS-1251",
    "x-cp1252": "WINDOWS-1252", "x-mac-roman": "MACINTOSH", "utf8": "UTF-8",
  ]

  /// Whether a set writes letters with bytes of ASCII or with zero bytes, so that its text may look like UTF-8.
  static func looksLikeUTF8(_ set: String) -> Bool {
    let name = set.lowercased()
    return ["iso-2022-", "utf-16", "utf-32", "utf-7", "ucs-"].contains(where: name.hasPrefix)
  }

  /// Returns bytes as UTF-8 without U+0000.
  ///
  /// Text with letters beyond ASCII that is UTF-8 is taken for that, also under another name (not one of ``looksLikeUTF8(_:)``): text of other
  /// sets is hardly ever UTF-8 by chance.
  ///
  /// - Parameter name: The name of the set; nil if it is not known.
  /// - Returns: The text, and whether all bytes of it are of the set: others become U+FFFD.
  static func utf8(_ bytes: [UInt8], _ name: String?) -> (text: [UInt8], isWhole: Bool) {
    let name = name.flatMap { $0.isEmpty ? nil : $0.lowercased() }
    let set = name.map { sets[$0] ?? $0 } ?? "WINDOWS-1252"
    if !isUTF8(bytes) || looksLikeUTF8(set) {
      let isOfUTF8 = set.lowercased() == "utf-8"
      if !isOfUTF8, let text = converted(bytes, set) ?? converted(bytes, "WINDOWS-1252") {
        return (withoutNulls(text.text), text.isWhole)
      }
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
    guard 1...40 ~= set.utf8.count,
      set.utf8.allSatisfy({ $0.isNameByte }), let converter = iconv_open("UTF-8", set),
      converter != iconv_t(bitPattern: -1)
    else { return nil }
    defer { iconv_close(converter) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var isWhole = true
    let name = set.lowercased()
    let unit = name.hasPrefix("utf-16") ? 2 : name.hasPrefix("utf-32") ? 4 : 1
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
          let step = min(unit, left)
          input = input.map { $0 + step }
          left -= step
        }
        // Some sets hold the last letter back, in case a mark follows.
        var output = piece.baseAddress?.assumingMemoryBound(to: CChar.self)
        var free = piece.count
        _ = iconv(converter, nil, nil, &output, &free)
        text.append(contentsOf: piece.prefix(piece.count - free))
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
