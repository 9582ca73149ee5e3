import DocumentTables

/// What happens on a trip day by day, by the clocks of the places.
struct Timeline {
  /// A beginning, an end, or both.
  struct Entry {
    let object: ObjectReader.Object
    /// What begins or ends, such as `Check-in`; empty if the title says enough.
    let turn: String
    let start: ObjectMoment
    /// The end, if it is on the same day or an earlier one, as for a flight across the date line.
    let end: ObjectMoment?

    fileprivate let day: Int64
    fileprivate let phase: Phase
    /// Nil for a day, and for a time of an unknown zone.
    fileprivate let instant: Int64?
    /// What the clock shows; nil for a day.
    fileprivate let localSecond: Int64?
    /// The order at the same time: one leaves a place, goes to another, does something, and stays.
    fileprivate let rank: Int
  }

  /// The order of what happens on one day, where it has no time.
  fileprivate enum Phase: Int {
    case ended, untimed, timed, begun
  }

  /// The days with their entries, in order.
  private(set) var days: [(day: Int64, entries: [Entry])] = []
  /// The objects that could have a day, and have none.
  private(set) var undated: [ObjectReader.Object] = []
  /// All objects: those with a day in the order of their first ones, then the others.
  private(set) var ordered: [ObjectReader.Object] = []

  /// - Parameter facts: The facts of an object.
  init(
    _ objects: [ObjectReader.Object], facts: (ObjectReader.Object) -> [ObjectFact],
    mayHaveMoments: (ObjectReader.Object) -> Bool
  ) {
    var entries: [Entry] = []
    var others: [ObjectReader.Object] = []
    for object in objects {
      let found = Self.entries(of: object, facts(object))
      if found.isEmpty, mayHaveMoments(object) { undated.append(object) }
      if found.isEmpty { others.append(object) }
      entries += found
    }
    // A time of an unknown zone is before or after others of its day by the clock alone.
    let daysByClock = Set(entries.filter { $0.phase == .timed && $0.instant == nil }.map(\.day))
    func time(_ entry: Entry) -> Int64 {
      (daysByClock.contains(entry.day) ? entry.localSecond : entry.instant) ?? 0
    }
    let sorted = entries.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      if first.day != second.day { return first.day < second.day }
      return (first.phase.rawValue, time(first), first.rank, left.offset)
        < (second.phase.rawValue, time(second), second.rank, right.offset)
    }.map(\.element)
    var seen: Set<ObjectKey> = []
    for entry in sorted {
      if days.last?.day != entry.day { days.append((entry.day, [])) }
      days[days.count - 1].entries.append(entry)
      if seen.insert(entry.object.key).inserted { ordered.append(entry.object) }
    }
    ordered += others
  }

  private static func entries(
    of object: ObjectReader.Object, _ facts: [ObjectFact]
  ) -> [Entry] {
    var entries: [Entry] = []
    for fact in facts {
      switch fact.content {
      case .value: break
      case .moment(let moment):
        guard let (period, isEnd) = ObjectPeriod.role(of: fact.name),
          let entry = entry(object, moment, nil, period, isEnd: isEnd)
        else { break }
        entries.append(entry)
      case .period(let start, let end, let period):
        let first = start.wallClock?.day
        let last = end.wallClock?.day
        if let first, let last, last <= first {
          entries += [entry(object, start, end, period, isEnd: false)].compactMap { $0 }
        } else {
          entries += [
            entry(object, start, nil, period, isEnd: false),
            entry(object, end, nil, period, isEnd: true),
          ].compactMap { $0 }
        }
      }
    }
    return entries
  }

  private static func entry(
    _ object: ObjectReader.Object, _ start: ObjectMoment, _ end: ObjectMoment?,
    _ period: ObjectPeriod, isEnd: Bool
  ) -> Entry? {
    guard let (day, clock, _) = start.wallClock else { return nil }
    let phase: Phase =
      switch (clock, period, isEnd) {
      case (.some, _, _): .timed
      case (nil, .nights, true): .ended
      case (nil, .nights, false): .begun
      default: .untimed
      }
    let rank =
      switch (period, isEnd) {
      case (.nights, true): 0
      case (.journey, _): 1
      case (.days, _): 2
      case (.nights, false): 3
      }
    // One that begins and ends at once has no need of a turn, but for a journey.
    let turn = isEnd ? period.turns.end : end == nil || period == .nights ? period.turns.start : ""
    return Entry(
      object: object, turn: turn, start: start, end: end, day: day, phase: phase,
      instant: start.instant, localSecond: start.localSecond, rank: rank)
  }
}
