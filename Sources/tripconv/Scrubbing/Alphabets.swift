import DocumentTables
import Foundation

/// The letters that can replace a letter: those of the same script and case that take as many bytes
/// in UTF-8 and behave alike.
///
/// Digits are letters of their own alphabet, and so are emoji. Punctuation, white space, combining
/// marks and control characters belong to no alphabet. A letter with combining marks is replaced
/// only by letters that compose with them in the same way, so texts that are equal as keys, such as
/// `é` and `e` with an accent behind it, stay equal.
struct Alphabets {
  struct Alphabet {
    let letters: [Unicode.Scalar]

    /// A number that does not depend on what was looked up before.
    var identifier: UInt64 { letters.first.map { UInt64($0.value) } ?? 0 }
  }

  /// A letter's alphabet, and its position there.
  struct Place {
    let alphabet: Int
    let position: Int
  }

  private(set) var all: [Alphabet] = []
  /// The letters of the ranges that were looked up, by scalar.
  private var places: [UInt32: Place] = [:]
  private var markedPlaces: [MarkedLetter: Place?] = [:]
  private var decompositions: [UInt32: [Unicode.Scalar]] = [:]
  private var known: Set<UInt32> = []

  /// Returns the place of a scalar; nil if nothing can replace it.
  mutating func place(of scalar: Unicode.Scalar) -> Place? {
    learn(scalar)
    return places[scalar.value]
  }

  /// Returns the letter and the combining marks that a scalar is equal to as a key; the scalar
  /// itself if it is equal to no other ones.
  mutating func decomposition(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    learn(scalar)
    return decompositions[scalar.value] ?? [scalar]
  }

  /// Returns the place of a letter among those that compose with some marks as it does.
  mutating func place(of letter: Unicode.Scalar, with marks: [Unicode.Scalar]) -> Place? {
    let marked = MarkedLetter(letter: letter, marks: marks)
    if let known = markedPlaces[marked] { return known }
    guard let place = place(of: letter) else { return nil }
    let form = marked.composed
    let alike = all[place.alphabet].letters.map { MarkedLetter(letter: $0, marks: marks) }.filter {
      let other = $0.composed
      return other.unicodeScalars.count == form.unicodeScalars.count
        && other.utf8.count == form.utf8.count
    }
    for (position, other) in alike.enumerated() {
      markedPlaces[other] = .some(
        alike.count > 1 ? Place(alphabet: all.count, position: position) : nil)
    }
    if alike.count > 1 { all.append(Alphabet(letters: alike.map(\.letter))) }
    return markedPlaces[marked] ?? nil
  }

  private struct MarkedLetter: Hashable {
    let letter: Unicode.Scalar
    let marks: [Unicode.Scalar]

    var composed: String {
      NormalizedText.form(of: String(String.UnicodeScalarView([letter] + marks)))
    }
  }

  // MARK: Ranges

  /// The ranges whose letters belong together: ideographs, Hangul syllables, the letters of flags.
  ///
  /// Elsewhere letters belong together in blocks of 128, as in the tables of Unicode.
  private static let ranges: [ClosedRange<UInt32>] = [
    0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x1F1E6...0x1F1FF,
  ]

  private static func range(of value: UInt32) -> ClosedRange<UInt32> {
    if let range = ranges.first(where: { $0.contains(value) }) { return range }
    let start = value & ~0x7F
    return start...(start + 0x7F)
  }

  /// Adds the alphabets of the range of a scalar, at the first time.
  private mutating func learn(_ scalar: Unicode.Scalar) {
    let range = Self.range(of: scalar.value)
    guard known.insert(range.lowerBound).inserted else { return }
    let isWhole = Self.ranges.contains(range)
    var groups: [Kind: [Unicode.Scalar]] = [:]
    for value in range {
      guard let scalar = Unicode.Scalar(value),
        isWhole || !Self.ranges.contains(where: { $0.contains(value) }),
        let kind = Kind(scalar)
      else { continue }
      if kind.isComposed {
        let text = String(Character(scalar)).decomposedStringWithCanonicalMapping
        let parts = Array(text.unicodeScalars)
        if parts.dropFirst().allSatisfy({
          $0.properties.canonicalCombiningClass != .notReordered
        }) {
          decompositions[value] = parts
        }
      }
      groups[kind, default: []].append(scalar)
    }
    for (_, letters) in groups where letters.count > 1 {
      for (position, letter) in letters.enumerated() {
        places[letter.value] = Place(alphabet: all.count, position: position)
      }
      all.append(Alphabet(letters: letters))
    }
  }

  /// What letters of one alphabet have in common.
  private struct Kind: Hashable {
    let category: Unicode.GeneralCategory
    /// Whether the letter has a canonical decomposition.
    let isComposed: Bool
    /// Whether an emoji is shown in color by itself.
    let hasColor: Bool
    /// Whether a Hangul syllable ends in a consonant, so that it consists of three letters.
    let hasFinalConsonant: Bool

    /// Returns nil for scalars that stay as they are.
    init?(_ scalar: Unicode.Scalar) {
      let properties = scalar.properties
      category = properties.generalCategory
      switch category {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber:
        break
      case .otherSymbol where properties.isEmoji: break
      default: return nil
      }
      guard !properties.isDefaultIgnorableCodePoint else { return nil }
      let text = String(Character(scalar))
      isComposed = !text.decomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual([scalar])
      hasColor = properties.isEmojiPresentation
      hasFinalConsonant = HangulSyllable(scalar)?.hasFinalConsonant ?? false
    }
  }
}
