import DocumentTables
import Foundation

/// Replaces the letters of texts, one to one; everything else in a text stays.
struct TextScrambler {
  private let key: KeyedHash.Key
  private let permutation: LetterPermutation
  private var alphabets = Alphabets()

  init(_ key: KeyedHash.Key) {
    self.key = key
    permutation = LetterPermutation(key: key)
  }

  /// Returns a text with as many letters of the same scripts.
  mutating func scrambled(_ text: String) -> String {
    scrambled(Array(text.unicodeScalars)) { _ in true }
  }

  /// Returns a URL, or a URL and its base behind a space, with the same schemes.
  mutating func scrambled(url text: String) -> String {
    var references: [String] = []
    for reference in text.split(separator: " ", omittingEmptySubsequences: false) {
      references.append(scrambled(urlReference: Array(reference.unicodeScalars)))
    }
    return references.joined(separator: " ")
  }

  /// Returns a URI-reference (RFC 3986) with other letters, digits and escaped bytes.
  ///
  /// An address in brackets that has a dot stays, because few numbers are valid between dots.
  private mutating func scrambled(urlReference original: [Unicode.Scalar]) -> String {
    var scalars = original
    var isFixed = [Bool](repeating: false, count: scalars.count)
    // A scheme ends at a colon that comes before every other delimiter.
    if let end = scalars.firstIndex(where: { ":/?#".unicodeScalars.contains($0) }),
      scalars[end] == ":"
    {
      for index in 0..<end { isFixed[index] = true }
    }
    var hexadecimal: [Int] = []
    if let start = scalars.firstIndex(of: "["), let end = scalars[start...].firstIndex(of: "]") {
      for index in start..<end { isFixed[index] = true }
      if !scalars[start..<end].contains(".") {
        hexadecimal += (start..<end).filter { scalars[$0].properties.isASCIIHexDigit }
      }
    }
    for index in scalars.indices where scalars[index] == "%" && index + 2 < scalars.count {
      isFixed[index + 1] = true
      isFixed[index + 2] = true
      hexadecimal += [index + 1, index + 2]
    }
    var digits = hexadecimal.map { Int(String(scalars[$0]), radix: 16) ?? 0 }
    permutation.apply(
      to: &digits, bases: digits.map { _ in 16 }, shape: UInt64(scalars.count))
    for (place, digit) in zip(hexadecimal, digits) {
      scalars[place] = String(digit, radix: 16, uppercase: true).unicodeScalars.first ?? "0"
    }
    return scrambled(scalars) { !isFixed[$0] }
  }

  /// A scalar with the combining marks behind it, or the letters of a Hangul syllable.
  private struct Cluster {
    /// The scalars of the text.
    let spelled: Range<Int>
    /// The place of the letter without its marks; nil if it stays as it is.
    let place: Alphabets.Place?
    /// The letter and the marks that the first scalar contains.
    let first: [Unicode.Scalar]
    /// All marks in canonical order, so that spellings that are equal as keys have the same.
    let marks: [Unicode.Scalar]
    /// Whether the scalars are those of a decomposed syllable.
    var isDecomposed = false
  }

  private mutating func scrambled(
    _ scalars: [Unicode.Scalar], where isReplaced: (Int) -> Bool
  ) -> String {
    var shape = KeyedHash(key, purpose: 4)
    var digits: [Int] = []
    var bases: [Int] = []
    var letters: [Cluster] = []
    var index = 0
    while index < scalars.count {
      guard isReplaced(index) else {
        shape.absorb(UInt64(scalars[index].value) << 1)
        index += 1
        continue
      }
      let cluster = cluster(scalars[index...])
      if let place = cluster.place {
        let alphabet = alphabets.all[place.alphabet]
        shape.absorb(alphabet.identifier << 1 | 1)
        digits.append(place.position)
        bases.append(alphabet.letters.count)
        letters.append(cluster)
      } else {
        shape.absorb(UInt64(cluster.first[0].value) << 1)
      }
      for mark in cluster.marks { shape.absorb(UInt64(mark.value) << 1) }
      index = cluster.spelled.upperBound
    }
    permutation.apply(to: &digits, bases: bases, shape: shape.value)
    var replaced = String.UnicodeScalarView()
    var end = 0
    for (digit, letter) in zip(digits, letters) {
      replaced.append(contentsOf: scalars[end..<letter.spelled.lowerBound])
      end = letter.spelled.upperBound
      guard let place = letter.place else { continue }
      let scalar = alphabets.all[place.alphabet].letters[digit]
      if letter.isDecomposed {
        replaced.append(contentsOf: HangulSyllable(scalar)?.letters ?? [scalar])
        continue
      }
      let own = String(String.UnicodeScalarView([scalar] + letter.first.dropFirst()))
      replaced.append(contentsOf: NormalizedText.form(of: own).unicodeScalars)
      replaced.append(contentsOf: scalars[letter.spelled].dropFirst())
    }
    replaced.append(contentsOf: scalars[end...])
    return String(replaced)
  }

  /// Returns the cluster at the beginning of a text, which is not empty.
  private mutating func cluster(_ text: ArraySlice<Unicode.Scalar>) -> Cluster {
    let start = text.startIndex
    if let (syllable, count) = HangulSyllable.decomposed(text) {
      return Cluster(
        spelled: start..<(start + count), place: alphabets.place(of: syllable), first: [syllable],
        marks: [], isDecomposed: true)
    }
    let first = text[start].isASCII ? [text[start]] : alphabets.decomposition(of: text[start])
    let spelledMarks = text.dropFirst().prefix {
      $0.value >= 0x300 && $0.properties.canonicalCombiningClass != .notReordered
    }
    let spelled = start..<(start + 1 + spelledMarks.count)
    guard first.count > 1 || !spelledMarks.isEmpty else {
      return Cluster(
        spelled: spelled, place: alphabets.place(of: first[0]), first: first, marks: [])
    }
    let spelling = String(String.UnicodeScalarView(first.dropFirst() + spelledMarks))
    let marks = Array(
      ComparisonText(spelling).text.decomposedStringWithCanonicalMapping.unicodeScalars)
    return Cluster(
      spelled: spelled, place: alphabets.place(of: first[0], with: Self.composing(marks)),
      first: first, marks: marks)
  }

  /// Returns those of a letter's marks that may be part of one scalar with it.
  ///
  /// A mark is blocked by one of its combining class in front of it, unless that has become part of the letter; no letter
  /// has more than three marks.
  private static func composing(_ marks: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var counts: [UInt8: Int] = [:]
    return marks.filter { mark in
      counts[CanonicalOrder.combiningClass(of: mark), default: 0] += 1
      return counts[CanonicalOrder.combiningClass(of: mark), default: 0] <= 3
    }
  }
}
