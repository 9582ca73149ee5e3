import DocumentTables

/// Replaces the significant digits of numbers, one to one; sign and magnitude stay.
///
/// A number of one digit stays: it is rather a count or a choice than content.
struct NumberScrambler {
  private let permutation: LetterPermutation

  init(_ key: KeyedHash.Key) {
    permutation = LetterPermutation(key: key)
  }

  func scrambled(_ number: Int64, in range: ClosedRange<Int64>) -> Int64 {
    scrambled(String(number), isInteger: true) { text in
      Int64(text).flatMap { range.contains($0) ? $0 : nil }
    } ?? number
  }

  func scrambled(_ number: UInt64) -> UInt64 {
    scrambled(String(number), isInteger: true) { UInt64($0) } ?? number
  }

  func scrambled<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ number: Number
  ) -> Number {
    guard number.isFinite else { return number }
    return scrambled(number.description, isInteger: false) { text in
      Number(text).flatMap { $0.isFinite ? $0 : nil }
    } ?? number
  }

  func scrambled(decimal text: String) -> String {
    scrambled(text, isInteger: false) { text in
      (try? DecimalText.parse(text)) == nil ? nil : text
    } ?? text
  }

  /// How often digits are replaced until the type has the number.
  ///
  /// A cycle of the mapping has at most 90 numbers, one of which is the number itself.
  private static let mostAttempts = 90

  /// - Parameters:
  ///   - isInteger: Whether zeros at the end are significant.
  ///   - read: Returns nil if the type has no such number.
  /// - Returns: nil for a number of one digit.
  private func scrambled<Number>(
    _ text: String, isInteger: Bool, _ read: (String) -> Number?
  ) -> Number? {
    let zero = UInt8(ascii: "0")
    var bytes = Array(text.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: "e")) ?? bytes.count
    var places = Array(
      (0..<end).filter { bytes[$0] &- zero <= 9 }.drop { bytes[$0] == zero })
    if !isInteger { while let last = places.last, bytes[last] == zero { places.removeLast() } }
    guard places.count > 1 else { return nil }
    // The first digit stays significant, and so does the last one of a fraction.
    let lowest = places.indices.map {
      $0 == 0 || !isInteger && $0 == places.count - 1 ? zero + 1 : zero
    }
    let bases = lowest.map { $0 == zero ? 10 : 9 }
    for _ in 0..<Self.mostAttempts {
      var digits = zip(places, lowest).map { Int(bytes[$0] &- $1) }
      permutation.apply(to: &digits, bases: bases, shape: UInt64(bytes.count))
      for (index, place) in places.enumerated() {
        bytes[place] = lowest[index] &+ UInt8(truncatingIfNeeded: digits[index])
      }
      if let number = read(String(decoding: bytes, as: UTF8.self)) { return number }
    }
    return nil
  }
}
