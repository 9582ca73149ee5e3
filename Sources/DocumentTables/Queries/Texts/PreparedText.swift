/// A text that rows are compared with, and what can be known of it once.
struct PreparedText: Sendable {
  let text: String
  let bytes: [UInt8]
  let scalarClass: ScalarClass
  /// Whether every text that has it among its characters has its bytes too: ASCII other than what
  /// three scalars are canonically equivalent to.
  let isFoundByBytes: Bool

  init(_ text: String) {
    var native = text
    native.makeContiguousUTF8()
    self.text = native
    bytes = Array(native.utf8)
    scalarClass = TextTraits.scalarClass(of: bytes)
    isFoundByBytes = bytes.allSatisfy { byte in
      byte < 0x80 && byte != UInt8(ascii: "K") && byte != UInt8(ascii: ";")
        && byte != UInt8(ascii: "`")
    }
  }

  var isNormalized: Bool { scalarClass != .unknown }
}

/// `contains` as a predicate over collections means it: that of the standard library's strings
/// compares otherwise, and finds the "\n" of "\r\n".
func containsCharacters(_ text: String, _ part: String) -> Bool {
  func contains<Base: Collection, Part: Collection>(_ base: Base, _ part: Part) -> Bool
  where Base.Element: Equatable, Base.Element == Part.Element {
    base.contains(part)
  }
  return contains(text, part)
}
