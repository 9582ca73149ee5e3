/// A URL of a document that may become a link.
///
/// Only web pages, mail addresses and telephone numbers do: a scheme such as `javascript` would run in
/// the page.
struct LinkTarget {
  /// The URL, in printable ASCII.
  let text: String

  /// Returns nil for any other URL, a relative one, and one with characters that no URL has.
  init?(_ url: String) {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")),
      url.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.unsafe.contains($0) })
    else { return nil }
    let rest = url.utf8[url.utf8.index(after: colon)...]
    switch url[..<colon].lowercased() {
    case "http", "https":
      guard rest.starts(with: "//".utf8), rest.count > 2 else { return nil }
    case "mailto", "tel":
      guard !rest.isEmpty else { return nil }
    default: return nil
    }
    text = url
  }

  /// The address to write to; nil if the text is anything but a plain address.
  init?(mail address: String) {
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isPlain) })
    else { return nil }
    text = "mailto:" + address
  }

  private static let unsafe = Set("\"<>\\^`{|}".utf8)

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "._+-".utf8.contains(byte)
    }
  }
}
