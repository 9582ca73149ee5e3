/// Texts of files, compared byte by byte.
///
/// The standard library compares texts by characters, and sorts their combining marks for that: a text with a long
/// run of marks takes time in the square of its length. What formats look for in texts is ASCII, whose bytes are part
/// of no other character.
extension StringProtocol {
  /// Whether the text has the same scalars as another one.
  package func isSpelled(_ other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

  package func begins(with beginning: String) -> Bool { utf8.starts(with: beginning.utf8) }

  package func ends(with end: String) -> Bool {
    utf8.count >= end.utf8.count && utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
  }

  /// Returns the parts between the places where a mark is.
  ///
  /// - Parameter most: The number of marks after which the rest is one part.
  package func parts(
    dividedBy mark: String, most: Int = .max, omittingEmpty: Bool = true
  ) -> [Substring] {
    let text = Substring(self)
    let bytes = text.utf8
    var parts: [Substring] = []
    var (start, at) = (bytes.startIndex, bytes.startIndex)
    func add(_ end: String.Index) {
      if !omittingEmpty || start < end { parts.append(text[start..<end]) }
    }
    while parts.count < most, let first = mark.utf8.first,
      let found = bytes[at...].firstIndex(of: first)
    {
      guard bytes[found...].starts(with: mark.utf8) else {
        at = bytes.index(after: found)
        continue
      }
      add(found)
      at = bytes.index(found, offsetBy: mark.utf8.count)
      start = at
    }
    add(bytes.endIndex)
    return parts
  }

  /// The text in upper case, for comparison with the words of a list; empty if it is longer than any of them.
  package var listedWord: String { utf8.count <= 64 ? uppercased() : "" }
}
