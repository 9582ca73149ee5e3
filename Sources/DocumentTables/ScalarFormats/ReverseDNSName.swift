/// The names by which other programs mark their data: reverse-DNS names such as
/// `com.example.color` (spec 3.9).
package enum ReverseDNSName {
  /// Returns whether a text is two or more labels of ASCII letters, digits, hyphens and
  /// underscores, with a point between any two, and has at most 255 bytes.
  package static func isValid(_ text: some StringProtocol) -> Bool {
    var labels = 1
    var isEmpty = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "."):
        if isEmpty { return false }
        labels += 1
        isEmpty = true
      case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): isEmpty = false
      default: return false
      }
    }
    return labels > 1 && !isEmpty && text.utf8.count <= 255
  }
}
