/// A text to compare with rows, and its properties, computed once.
struct PreparedText: Sendable {
  let text: String
  let bytes: [UInt8]
  let scalarClass: ScalarClass
  /// Bytes that every text contains that contains this one's characters, in any spelling.
  let anchor: [UInt8]
  /// Whether it begins and ends with simple scalars; between two of them a character always ends.
  let hasSimpleEdges: Bool

  init(_ text: String) {
    var native = CanonicalOrder.ordered(text)
    native.makeContiguousUTF8()
    self.text = native
    bytes = Array(native.utf8)
    scalarClass = ScalarClass.least(in: bytes)
    anchor = FixedScalars.longestRun(in: native)
    hasSimpleEdges = [native.unicodeScalars.first, native.unicodeScalars.last].allSatisfy {
      $0.map { ScalarClass.of($0.value) == .simple } ?? false
    }
  }

  /// Whether every such text contains all of its bytes.
  var isFoundByBytes: Bool { anchor.count == bytes.count }

  var isNormalized: Bool { scalarClass != .unknown }
}

/// Returns whether a text contains a part, as `contains` of collections of characters; the method
/// of `StringProtocol` differs, for example finds the "\n" of "\r\n".
func containsCharacters(_ text: String, _ part: String) -> Bool {
  func contains<Base: Collection, Part: Collection>(_ base: Base, _ part: Part) -> Bool
  where Base.Element: Equatable, Base.Element == Part.Element {
    base.contains(part)
  }
  return contains(text, part)
}
