/// A text as a key: equal under canonical equivalence, ordered by the UTF-8 bytes of its NFC form.
///
/// The standard library's `==` and hash of a string are those of its NFC form.
@usableFromInline
package struct ComparisonText: Hashable, Sendable {
  /// A text canonically equivalent to the given one, in any normalisation form.
  @usableFromInline package let text: String

  /// Creates the key of a text.
  package init(_ text: String) {
    self.text = CanonicalOrder.ordered(text)
  }
}

extension ComparisonText: Comparable {
  /// Whether the NFC form of one text comes before that of another in the order of UTF-8 bytes.
  ///
  /// `String.<` compares NFC forms as well, but if one text is a prefix of the other, the result
  /// depends on the lengths of the given texts: "ẻ" precedes "ẻ" and a cedilla, whose NFC form
  /// begins with the smaller "ȩ", and "é" of two scalars does not precede "éa". So `String.<` is
  /// used only for texts that end with U+0000 and contain no other U+0000, none of which is a
  /// prefix of another. U+0000 composes with nothing and precedes every other scalar, so appending
  /// it changes no order.
  @usableFromInline
  package static func < (left: ComparisonText, right: ComparisonText) -> Bool {
    if let isBefore = isBeforeByBytes(left.text, right.text) { return isBefore }
    guard left.text.utf8.contains(0) || right.text.utf8.contains(0) else {
      return left.text != right.text && left.text + "\0" < right.text + "\0"
    }
    let leftParts = left.text.unicodeScalars.split(
      separator: "\0", omittingEmptySubsequences: false)
    let rightParts = right.text.unicodeScalars.split(
      separator: "\0", omittingEmptySubsequences: false)
    for (left, right) in zip(leftParts, rightParts) {
      let left = String(left)
      let right = String(right)
      if left != right { return left + "\0" < right + "\0" }
    }
    return leftParts.count < rightParts.count
  }

  /// Returns whether the left text precedes the right one, if the first differing byte decides; nil
  /// otherwise.
  ///
  /// The byte decides if both texts have an ASCII scalar or their end there, and no scalar follows
  /// that could compose with it. ASCII never composes with preceding scalars, so everything before
  /// the byte is the same in both NFC forms.
  private static func isBeforeByBytes(_ left: String, _ right: String) -> Bool? {
    let order = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right -> Bool? in
        // Bound: `shared` is at most both counts, and `loneASCII` checks its own.
        let count = min(left.count, right.count)
        var shared = 0
        while shared < count, left[shared] == right[shared] { shared += 1 }
        if shared == left.count, shared == right.count { return false }
        guard let leftScalar = loneASCII(in: left, at: shared),
          let rightScalar = loneASCII(in: right, at: shared)
        else { return nil }
        return leftScalar < rightScalar
      }
    }
    return order.flatMap { $0 }.flatMap { $0 }
  }

  /// Returns the ASCII byte at an offset, or −1 at the end of the text; nil if this byte or the
  /// next one is not ASCII.
  private static func loneASCII(in text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
    // Bound: each read follows a comparison with the count.
    guard offset < text.count else { return -1 }
    guard text[offset] < 0x80 else { return nil }
    guard offset + 1 >= text.count || text[offset + 1] < 0x80 else { return nil }
    return Int(text[offset])
  }
}
