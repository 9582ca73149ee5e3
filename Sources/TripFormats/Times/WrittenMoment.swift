import DocumentTables

/// A day, or a time, as a person writes it at a keyboard: as files state it, without its year, or counted from today.
///
///     2027-05-03   3 May   May 3 14:30   tomorrow   in 3 days   friday 9:00   3 May 14:30 Europe/Lisbon
package struct WrittenMoment: Hashable, Sendable {
  /// Days since 2001-01-01.
  package let day: Int64
  /// The time on that day; nil for a day alone.
  package let time: ClockTimeText?

  /// The most words of a moment.
  private static let mostWords = 16

  /// Reads a text; nil if it is no moment, or can be several.
  ///
  /// - Parameters:
  ///   - today: The day from which words count, in days since 2001-01-01.
  ///   - first: A day without a year is the first such day from this one on.
  package init?(_ text: String, today: Int64, from first: Int64) {
    let words = text.split(separator: " ", maxSplits: Self.mostWords).map(String.init)
    guard words.count <= Self.mostWords else { return nil }
    for (count, day) in Self.relativeDays(words, today: today) {
      let rest = words.dropFirst(count).joined(separator: " ")
      let whole = rest.isEmpty ? DayText.text(day) : DayText.text(day) + " " + rest
      if let moment = StatedMoment(whole, .alone), moment.day != nil {
        self.init(moment)
        return
      }
    }
    if let moment = StatedMoment(text, .alone), moment.day != nil {
      self.init(moment)
      return
    }
    guard let found = Self.withoutYear(words, from: first) else { return nil }
    self.init(found)
  }

  private init?(_ moment: StatedMoment) {
    guard let day = moment.day, DayText.range.contains(day) else { return nil }
    self.day = day
    guard let clock = moment.second else {
      guard moment.zone == nil, moment.offset == nil else { return nil }
      time = nil
      return
    }
    let second = day * 86_400 + clock
    var zone: KnownZone?
    if let name = moment.zone {
      guard let known = KnownZone(name) else { return nil }
      zone = known
    }
    if let offset = moment.offset {
      guard
        let stated = ClockTimeText(
          second: second, nanosecond: moment.nanosecond, offset: offset,
          zone: zone?.identifier ?? KnownZone.identifier(ofOffset: offset))
      else { return nil }
      time = stated
    } else if let zone {
      var isSkipped = false
      guard
        let stated = zone.time(
          local: second, nanosecond: moment.nanosecond, isSkipped: &isSkipped), !isSkipped
      else { return nil }
      time = stated
    } else {
      guard let local = LocalTimeText(second: second, nanosecond: moment.nanosecond) else {
        return nil
      }
      time = .local(local)
    }
  }

  // MARK: Days that are counted

  /// Returns the days that the first words can count from today, and how many words they are.
  private static func relativeDays(
    _ words: [String], today: Int64
  ) -> [(count: Int, day: Int64)] {
    guard let first = words.first?.lowercased() else { return [] }
    let names: [String: Int64] = ["today": 0, "tomorrow": 1, "yesterday": -1]
    if let shift = names[first] { return [(1, today + shift)] }
    if first == "in", words.count >= 3, let number = Int64(words[1]), (0...36_600).contains(number),
      let unit = ["day": 1, "days": 1, "week": 7, "weeks": 7][words[2].lowercased()] as Int64?
    {
      return [(3, today + number * unit)]
    }
    guard let weekday = DateLanguage.weekday(DateLanguage.folded(first), in: nil) else { return [] }
    // 2001-01-01 was a Monday.
    let current = (today % 7 + 7) % 7
    let shift = (Int64(weekday) - current + 7) % 7
    return [(1, today + (shift == 0 ? 7 : shift))]
  }

  // MARK: Days without a year

  private static func withoutYear(_ words: [String], from first: Int64) -> StatedMoment? {
    guard let year = year(of: first) else { return nil }
    // 29 February comes in eight years at the latest.
    for year in year...min(year + 8, 9999) {
      for count in stride(from: words.count, to: 0, by: -1) {
        var head = words.prefix(count).joined(separator: " ")
        if head.hasSuffix(",") { head.removeLast() }
        let text = ([head, String(year)] + words.dropFirst(count)).joined(separator: " ")
        // A text with a year of its own, or a clock that looks like one, is not one of these.
        guard let moment = StatedMoment(text, .alone), let day = moment.day,
          Self.year(of: day) == year
        else { continue }
        if day >= first { return moment }
        break
      }
    }
    return nil
  }

  private static func year(of day: Int64) -> Int? {
    DayText.range.contains(day) ? Int(DayText.text(day).prefix(4)) : nil
  }
}
