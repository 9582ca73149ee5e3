/// A part of a trip that states a day, as grouping sees it.
protocol DatedPart {
  /// What tells whether two legs touch one place.
  associatedtype Place: Hashable

  var firstDay: Int64 { get }
  var lastDay: Int64 { get }
  var isLeg: Bool { get }
  /// Where a leg begins; nil if it does not say.
  var origin: Place? { get }
  /// Where a leg ends; nil if it does not say.
  var destination: Place? { get }
}

/// Parts in the order of time, divided into trips by rules 1 and 2 of ``TripGrouping``.
///
/// Each trip is a range of the parts, and no two trips share a day.
struct TripSequence {
  struct Group {
    var range: Range<Int>
    var firstDay: Int64
    var lastDay: Int64
    /// The number of round trips, one behind the other.
    var roundTrips = 0
    var hasOnlyLegs = true

    /// Whether it leads away and back home on another day, so that it is no excursion.
    var isJourney: Bool { roundTrips > 0 && lastDay > firstDay }
  }

  private(set) var groups: [Group] = []

  /// - Parameter parts: The parts in the order of their first days and times.
  init<Part: DatedPart>(_ parts: [Part]) {
    let returns = Self.returns(parts)
    // A leg within a round trip begins none.
    var free = 0
    for (position, part) in parts.enumerated() {
      let last = max(part.lastDay, part.firstDay)
      if let current = groups.last,
        part.firstDay <= current.lastDay + (current.roundTrips > 0 ? 0 : 1)
      {
        // A stay that is booked beyond the way back is still of the trip.
        groups[groups.count - 1].lastDay = max(current.lastDay, last)
      } else {
        groups.append(
          Group(range: position..<position, firstDay: part.firstDay, lastDay: last))
      }
      let index = groups.count - 1
      groups[index].range = groups[index].range.lowerBound..<position + 1
      if !part.isLeg { groups[index].hasOnlyLegs = false }
      let back = Int(returns[position])
      guard position >= free, back > position else { continue }
      let backDay = max(parts[back].lastDay, part.firstDay)
      if backDay - part.firstDay <= TripGrouping.longestRoundTrip {
        groups[index].lastDay = max(groups[index].lastDay, backDay)
        groups[index].roundTrips += 1
        free = back + 1
      }
    }
  }

  /// Returns the position of the first later leg to the origin of each leg; 0 where there is none.
  private static func returns<Part: DatedPart>(_ parts: [Part]) -> [Int32] {
    var returns = [Int32](repeating: 0, count: parts.count)
    var arrivals: [Part.Place: Int32] = [:]
    for position in parts.indices.reversed() {
      let part = parts[position]
      if let origin = part.origin, origin != part.destination {
        returns[position] = arrivals[origin] ?? 0
      }
      if let destination = part.destination {
        arrivals[destination] = Int32(clamping: position)
      }
    }
    return returns
  }

  /// Joins the groups that are one table of a journey, such as rows with pauses of a few days.
  ///
  /// Groups with at most 15 days between them are one trip if they take 60 days at most, unless several lead away and
  /// back home on another day, or all are legs that do so several times.
  mutating func joinTables() {
    var joined: [Group] = []
    var start = 0
    while start < groups.count {
      var all = groups[start]
      var journeys = groups[start].isJourney ? 1 : 0
      var end = start + 1
      while end < groups.count, groups[end].firstDay - all.lastDay <= TripGrouping.longestPause {
        all.range = all.range.lowerBound..<groups[end].range.upperBound
        all.lastDay = groups[end].lastDay
        all.roundTrips += groups[end].roundTrips
        if groups[end].isJourney { journeys += 1 }
        all.hasOnlyLegs = all.hasOnlyLegs && groups[end].hasOnlyLegs
        end += 1
      }
      let isOne =
        all.lastDay - all.firstDay <= TripGrouping.longestRoundTrip
        && !(all.hasOnlyLegs && all.roundTrips > 1) && journeys < 2
      if isOne { joined.append(all) } else { joined += groups[start..<end] }
      start = end
    }
    groups = joined
  }
}
