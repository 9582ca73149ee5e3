/// A Hangul syllable and the two or three letters that it is composed of (Unicode, section 3.12).
struct HangulSyllable {
  private static let initials: ClosedRange<UInt32> = 0x1100...0x1112
  private static let vowels: ClosedRange<UInt32> = 0x1161...0x1175
  private static let finals: ClosedRange<UInt32> = 0x11A8...0x11C2
  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  private static let vowelCount: UInt32 = 21
  private static let finalCount: UInt32 = 28

  /// The number of the syllable.
  private let index: UInt32

  /// Returns nil for every other scalar.
  init?(_ scalar: Unicode.Scalar) {
    guard Self.syllables.contains(scalar.value) else { return nil }
    index = scalar.value - Self.syllables.lowerBound
  }

  var hasFinalConsonant: Bool { index % Self.finalCount > 0 }

  var letters: [Unicode.Scalar] {
    let pair = index / Self.finalCount
    var values = [
      Self.initials.lowerBound + pair / Self.vowelCount,
      Self.vowels.lowerBound + pair % Self.vowelCount,
    ]
    if hasFinalConsonant { values.append(Self.finals.lowerBound - 1 + index % Self.finalCount) }
    return values.compactMap { Unicode.Scalar($0) }
  }

  /// Returns the syllable that the first letters of a text form, and their number; nil if they form
  /// none.
  static func decomposed(
    _ text: ArraySlice<Unicode.Scalar>
  ) -> (syllable: Unicode.Scalar, count: Int)? {
    let values = text.prefix(3).map(\.value)
    guard values.count > 1, initials.contains(values[0]), vowels.contains(values[1]) else {
      return nil
    }
    let pair =
      (values[0] - initials.lowerBound) * vowelCount + values[1] - vowels.lowerBound
    let final =
      values.count > 2 && finals.contains(values[2]) ? values[2] - finals.lowerBound + 1 : 0
    return Unicode.Scalar(syllables.lowerBound + pair * finalCount + final).map {
      ($0, final > 0 ? 3 : 2)
    }
  }
}
