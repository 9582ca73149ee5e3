import Foundation

/// The names of generated trips, all different.
///
/// Each combination of a title, a place and a year is a name. The step through the combinations has
/// no divisor in common with their number, so each name occurs once; then the names repeat with a
/// number appended.
struct TripNames: Sendable {
  struct Name {
    var text: String
    var place: String
    var year: Int
    var book: Int
  }

  private static let years = 1960..<2040

  let books: [PhraseBook]
  /// For each book, the number of pairs of title and place in the books before it.
  private let starts: [Int]
  private let pairs: Int
  private let step: Int
  private let offset: Int

  init(_ books: [PhraseBook], seed: UInt64) {
    self.books = books
    var starts: [Int] = []
    var pairs = 0
    for book in books {
      starts.append(pairs)
      pairs += book.titles.count * book.places.count
    }
    self.starts = starts
    self.pairs = pairs
    let total = pairs * Self.years.count
    var random = SeededRandom(seed: seed)
    offset = random.number(below: total)
    var step = total / 3 + random.number(below: total / 3)
    while Self.haveCommonDivisor(step, total) { step += 1 }
    self.step = step
  }

  private static func haveCommonDivisor(_ left: Int, _ right: Int) -> Bool {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left != 1
  }

  func name(_ index: Int) -> Name {
    let total = pairs * Self.years.count
    let (round, index) = index.quotientAndRemainder(dividingBy: total)
    let position = (offset + index * step) % total
    let year = Self.years.lowerBound + position / pairs
    let pair = position % pairs
    let book = (starts.firstIndex { $0 > pair } ?? starts.count) - 1
    let words = books[book]
    let (title, place) = (pair - starts[book]).quotientAndRemainder(
      dividingBy: words.places.count)
    var text = PhraseBook.fill(words.titles[title], with: words.places[place]) + " \(year)"
    if round > 0 { text += " (\(round + 1))" }
    return Name(text: text, place: words.places[place], year: year, book: book)
  }

  /// Returns a canonically equivalent spelling, which is a different one if the name can be
  /// decomposed.
  static func otherSpelling(of name: String) -> String { name.decomposedStringWithCanonicalMapping }
}
