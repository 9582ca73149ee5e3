/// What the words of an event say about a leg: its ends, and what it is called.
///
///     Frankfurt → Lisboa (LH 1166)           as exporters write it
///     Flight UA 110 from SFO to JFK          words around the ends, in nine languages
///     UA 110 SFO-JFK                         two codes of airports
///     Train to the office                    no ends: the name of the leg
struct LegWords: Hashable {
  var from = ""
  var to = ""
  /// The number or the name of the flight, train, bus or ship.
  var number: String?
  /// Whether a mark between the ends states them, so that a reservation in the event says nothing better.
  var areStated = false

  init() {}

  /// Reads the summary and the place of an event.
  ///
  /// Ends are read only where one reading is possible that the place does not contradict. All other words are the name.
  ///
  /// - Parameter mode: The mode of the leg; nil if it is not known.
  init(_ summary: String, place: String?, mode: String?) {
    let place = place?.trimmingSpaces ?? ""
    if let found = Self.divided(summary, by: [" → ", " -> "]) {
      self = found
    } else if var found = Self.codes(summary, mode) ?? Self.dashed(summary)
      ?? Self.arrows(summary) ?? Self.phrase(summary, mode)
    {
      guard found.areStated || found.agrees(with: place) else {
        self.init(name: summary, place: place)
        return
      }
      if !found.areStated, Self.contains(place, found.from) {
        found.from = place
      } else if !found.areStated, Self.contains(place, found.to) {
        found.to = place
      }
      self = found
    } else {
      self.init(name: summary, place: place)
    }
  }

  private init(name: String, place: String) {
    from = place
    number = name.isEmpty ? nil : name
  }

  /// Reads the words as the first edition does: what is no pair of ends is the end.
  init(first summary: String, place: String?) {
    if let found = Self.divided(summary, by: [" → ", " -> "] + Self.dashes) {
      self = found
    } else {
      (from, to) = (place ?? "", summary)
    }
  }

  // MARK: Marks

  private static let dashes = [" – ", " — ", " - "]

  /// Returns the sides of the first mark that divides a summary in two, with a number in parentheses at its end.
  private static func divided(_ summary: String, by marks: [String]) -> LegWords? {
    for mark in marks {
      let parts = summary.parts(dividedBy: mark, omittingEmpty: false)
      guard parts.count == 2 else { continue }
      var found = LegWords()
      (found.from, found.to, found.areStated) = (String(parts[0]), String(parts[1]), true)
      found.takeNumber()
      return found
    }
    return nil
  }

  /// Returns the sides of a dash, without a number such as `LH 1166` or `ICE71` in front of them.
  private static func dashed(_ summary: String) -> LegWords? {
    guard var found = divided(summary, by: dashes) else { return nil }
    guard found.number == nil else { return found }
    let words = found.from.split(separator: " ")
    let lengths = [1, 2].filter { $0 < words.count && isNumber(words.prefix($0).joined()) }
    if let length = lengths.first {
      found.number = words.prefix(length).joined(separator: " ")
      found.from = words.dropFirst(length).joined(separator: " ")
    }
    return found
  }

  /// Whether a text is one to four capitals, the first of which may be a digit, and one to four digits.
  private static func isNumber(_ text: String) -> Bool {
    let digits = text.utf8.reversed().prefix { $0 &- UInt8(ascii: "0") < 10 }.count
    let letters = text.utf8.count - digits
    return (1...4).contains(digits) && (1...4).contains(letters)
      && text.utf8.prefix(letters).allSatisfy {
        $0 &- UInt8(ascii: "A") < 26 || $0 &- UInt8(ascii: "0") < 10
      }
  }

  /// Takes a number in parentheses from the end of the destination.
  private mutating func takeNumber() {
    let behind = to.parts(dividedBy: " (", omittingEmpty: false)
    guard behind.count > 1, let last = behind.last, last.ends(with: ")") else { return }
    number = String(decoding: last.utf8.dropLast(), as: UTF8.self)
    to = String(decoding: to.utf8.dropLast(last.utf8.count + 2), as: UTF8.self)
  }

  /// Returns the sides of one arrow without spaces around it.
  private static func arrows(_ summary: String) -> LegWords? {
    for mark in ["→", "⇒", "➔", "➜", "➝"] {
      let parts = summary.parts(dividedBy: mark, omittingEmpty: false)
      guard parts.count == 2 else { continue }
      var found = LegWords()
      (found.from, found.to) = (String(parts[0]).trimmingSpaces, String(parts[1]).trimmingSpaces)
      found.takeNumber()
      if !found.from.isEmpty, !found.to.isEmpty { return found }
    }
    return nil
  }

  // MARK: Codes

  /// Returns the only two codes of airports in a row; the words around them are the number.
  private static func codes(_ summary: String, _ mode: String?) -> LegWords? {
    guard mode ?? "unknown" == "unknown" || mode == "flight", summary.utf8.count <= longest else {
      return nil
    }
    var words: [String] = []
    for word in summary.split(separator: " ") {
      // `SFO-JFK` is three words.
      let sides = word.split(separator: "-", omittingEmptySubsequences: false)
        .flatMap { $0.split(separator: "–", omittingEmptySubsequences: false) }
        .flatMap { $0.split(separator: "/", omittingEmptySubsequences: false) }
        .flatMap { $0.split(separator: "→", omittingEmptySubsequences: false) }
      if sides.count == 2, sides.allSatisfy({ NodeThing.isCode($0) }) {
        words += [String(sides[0]), "-", String(sides[1])]
      } else {
        words.append(String(word))
      }
    }
    let marks: Set = ["-", "–", "—", "/", ">", "→", "to"]
    let places = words.indices.filter {
      $0 + 2 < words.count && NodeThing.isCode(words[$0]) && marks.contains(words[$0 + 1])
        && NodeThing.isCode(words[$0 + 2])
    }
    guard let first = places.first, places.count == 1, words[first] != words[first + 2] else {
      return nil
    }
    var found = LegWords()
    (found.from, found.to) = (words[first], words[first + 2])
    var before = words[..<first]
    if before.last == "from" { before.removeLast() }
    found.setNumber(Array(before), words[(first + 3)...].joined(separator: " "), mode)
    return found
  }

  // MARK: Words

  /// Longer summaries are no names of journeys, and would cost time.
  private static let longest = 200

  /// The words before the beginning and the end of a journey, folded.
  private static let prepositions: [(from: Set<String>, to: Set<String>)] = [
    (["from"], ["to"]), (["von"], ["nach"]), (["de", "depuis"], ["a", "vers"]),
    (["de", "desde"], ["a", "hasta"]), (["da"], ["a", "per"]), (["van"], ["naar"]),
    (["de"], ["para"]), (["z", "ze"], ["do"]),
  ]

  /// Returns the ends behind the words of one language, if all languages allow one reading only.
  private static func phrase(_ summary: String, _ mode: String?) -> LegWords? {
    guard summary.utf8.count <= longest else { return nil }
    if let found = japanese(summary, mode) { return found }
    let words = summary.split(separator: " ").map(String.init)
    let folded = words.map(DateLanguage.folded)
    var readings: Set<[Int]> = []
    for (from, to) in prepositions {
      let ends = folded.indices.filter { to.contains(folded[$0]) }
      var starts = folded.indices.filter { from.contains(folded[$0]) }
      if starts.count > 1, let first = starts.first,
        words[..<first].allSatisfy({ isVehicle($0) || $0.contains(where: \.isNumber) })
      {
        starts = [first]
      }
      guard starts.count == 1, ends.count == 1, starts[0] + 1 < ends[0], ends[0] + 1 < words.count
      else { continue }
      readings.insert([starts[0], ends[0]])
    }
    guard let reading = readings.first, readings.count == 1 else { return nil }
    let (start, end) = (reading[0], reading[1])
    guard isPlace(words[start + 1]), isPlace(words[end + 1]) else { return nil }
    var found = LegWords()
    found.from = words[(start + 1)..<end].joined(separator: " ")
    found.to = words[(end + 1)...].joined(separator: " ")
    found.takeNumber()
    found.setNumber(Array(words[..<start]), found.number ?? "", mode)
    return found
  }

  private static func japanese(_ summary: String, _ mode: String?) -> LegWords? {
    let parts = summary.parts(dividedBy: "から", omittingEmpty: false).map(String.init)
    guard parts.count == 2,
      let mark = ["まで", "行き", "へ"].first(where: { parts[1].ends(with: $0) })
    else { return nil }
    let before = parts[0].split { $0 == " " || $0 == "　" }.map(String.init)
    var found = LegWords()
    found.from = before.last ?? ""
    found.to =
      String(decoding: parts[1].utf8.dropLast(mark.utf8.count), as: UTF8.self)
      .trimmingSpaces
    guard !found.from.isEmpty, !found.to.isEmpty else { return nil }
    found.setNumber(before.dropLast(), "", mode)
    return found
  }

  /// Whether a word can begin the name of a place: it is no number, month or weekday.
  private static func isPlace(_ word: String) -> Bool {
    guard let first = word.first, !first.isNumber else { return false }
    let folded = DateLanguage.folded(word).filter { $0.isLetter }
    return DateLanguage.month(folded, in: .english) == nil
      && DateLanguage.weekday(folded, in: .english) == nil
      && !DateLanguage.allCases.contains { $0.knows(folded) && folded.count > 3 }
  }

  private static func isVehicle(_ word: String, of mode: String? = nil) -> Bool {
    let folded = DateLanguage.folded(word).filter { $0.isLetter }
    let known = CalendarCategories.mode(of: [folded.uppercased()]) ?? KindWords.mode(of: folded)
    return known != nil && (mode == nil || known == mode)
  }

  /// Sets the number to the words before and behind the ends.
  ///
  /// A first word for the vehicle is left out if the mode says it.
  private mutating func setNumber(_ before: [String], _ behind: String, _ mode: String?) {
    var words = before
    if let first = words.first, let mode, Self.isVehicle(first, of: mode) { words.removeFirst() }
    let name = (words + [behind]).filter { !$0.isEmpty }.joined(separator: " ")
    var text = Substring(name)
    while let last = text.last, [":", ",", "-", "–", "|"].contains(last) || last == " " {
      text.removeLast()
    }
    if text.first == "(", text.last == ")", text.count(where: { $0 == "(" }) == 1 {
      text = text.dropFirst().dropLast()
    }
    number = text.isEmpty ? nil : String(text)
  }

  // MARK: The place of the event

  /// Whether the place of the event is one of the ends, in more or fewer words; programs state either.
  private func agrees(with place: String) -> Bool {
    place.isEmpty
      || [from, to].contains { Self.contains(place, $0) || Self.contains($0, place) }
  }

  /// Whether a text contains all of another one as words.
  private static func contains(_ text: String, _ part: String) -> Bool {
    func words(_ text: String) -> [Substring] {
      DateLanguage.folded(String(text.prefix(longest))).split { !$0.isLetter && !$0.isNumber }
    }
    let (all, some) = (words(text), words(part))
    guard let first = some.first, some.count <= all.count else { return false }
    return all.indices.contains { start in
      all[start] == first && all[start...].starts(with: some)
    }
  }
}
