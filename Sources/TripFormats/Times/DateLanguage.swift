import Foundation

/// A language in which days, times and answers are written.
enum DateLanguage: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case italian = "it"
  case dutch = "nl"
  case portuguese = "pt"
  case polish = "pl"
  case japanese = "ja"

  /// The words of a language, in lower case without accents and dots.
  struct Words: Sendable {
    /// The words for each month, the whole ones first.
    let months: [[String]]
    /// The words for each day of the week, from Monday.
    let weekdays: [[String]]
    /// The pairs of words for yes and no.
    let truths: [(yes: String, no: String)]
  }

  /// The pairs of words for yes and no, with their accents.
  var truths: [(yes: String, no: String)] { Self.table[self]?.truths ?? [] }

  /// Returns a word as the tables have it.
  static func folded(_ word: String) -> String {
    if word.utf8.allSatisfy({ $0 < 0x80 }) { return word.lowercased() }
    // Marks of their own are dropped; letters such as ł have none.
    let plain = word.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars.filter {
      $0.properties.generalCategory != .nonspacingMark || !(0x300...0x36F ~= $0.value)
    }
    return String(String.UnicodeScalarView(plain)).precomposedStringWithCanonicalMapping
  }

  /// Returns the month, from 1, that a folded word names in a language.
  ///
  /// - Parameter language: Nil for any; nil is returned if two languages disagree.
  static func month(_ word: String, in language: DateLanguage?) -> Int? {
    number(word, in: language, monthWords).map { $0 + 1 }
  }

  /// Returns the weekday, 0 for Monday, that a folded word names in a language.
  ///
  /// - Parameter language: Nil for any; of languages that disagree the first counts.
  static func weekday(_ word: String, in language: DateLanguage?) -> Int? {
    guard let language else {
      return allCases.lazy.compactMap { weekdayWords.number(word, in: $0) }.first
    }
    return weekdayWords.number(word, in: language)
  }

  private static func number(
    _ word: String, in language: DateLanguage?, _ words: NumberedWords
  ) -> Int? {
    if let language { return words.number(word, in: language) }
    let found = Set(allCases.compactMap { words.number(word, in: $0) })
    return found.count == 1 ? found.first : nil
  }

  private static let monthWords = NumberedWords(table.mapValues(\.months))
  private static let weekdayWords = NumberedWords(table.mapValues(\.weekdays))

  /// Whether a folded word is a month, a weekday or an answer of the language, and no letter alone.
  func knows(_ word: String) -> Bool {
    if Self.monthWords.number(word, in: self) != nil { return true }
    if Self.weekdayWords.number(word, in: self) != nil { return true }
    return word.count > 1
      && truths.contains { Self.folded($0.yes) == word || Self.folded($0.no) == word }
  }

  /// Returns what a folded word answers in a language, or else in all languages that have the word.
  static func truth(_ word: String, in language: DateLanguage?) -> Bool? {
    func answers(_ languages: [DateLanguage]) -> Set<Bool> {
      var found: Set<Bool> = []
      for pair in languages.flatMap(\.truths) {
        if folded(pair.yes) == word { found.insert(true) }
        if folded(pair.no) == word { found.insert(false) }
      }
      return found
    }
    if let language, let only = answers([language]).first { return only }
    let found = answers(allCases)
    return found.count == 1 ? found.first : nil
  }

  /// Words between a day and a time, or before either, that say nothing more: "le 3 mai à 14h30".
  static let fillers: Set<String> = [
    "at", "on", "the", "of", "am", "um", "den", "dem", "der", "vom", "le", "a", "de", "del", "el",
    "las",
    "la", "il", "alle", "ore", "di", "om", "op", "em", "as", "o", "godz", "r", "dnia", "w",
  ]

  /// Words that mark hours: "14.30 Uhr", "14h30".
  static let hours: Set<String> = [
    "uhr", "h", "hs", "hr", "hrs", "hours", "heures", "uur", "u", "horas", "hora", "時",
  ]
}

/// Words of languages that stand for numbers.
private struct NumberedWords: Sendable {
  private let whole: [DateLanguage: [String: Int]]
  /// The whole words, of which three letters or more also mean the number.
  private let beginnings: [DateLanguage: [(word: String, number: Int)]]

  init(_ table: [DateLanguage: [[String]]]) {
    whole = table.mapValues { lists in
      var numbers: [String: Int] = [:]
      for (number, words) in lists.enumerated() {
        for word in words where numbers[word] == nil { numbers[word] = number }
      }
      return numbers
    }
    beginnings = table.mapValues { lists in
      lists.enumerated().flatMap { number, words in words.map { ($0, number) } }
    }
  }

  func number(_ word: String, in language: DateLanguage) -> Int? {
    if let found = whole[language]?[word] { return found }
    guard word.utf8.count >= 3 else { return nil }
    let found = Set(
      beginnings[language]?.filter { $0.word.hasPrefix(word) }.map(\.number) ?? [])
    return found.count == 1 ? found.first : nil
  }
}
