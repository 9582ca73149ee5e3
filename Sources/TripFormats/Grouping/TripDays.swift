/// The days of trips so far, to find out whether one contains others; trips are added in the order of
/// their first days, but for those at the beginning.
struct DayReach {
  private var first: [(first: Int64, last: Int64)]
  private var furthest = Int64.min

  init(_ days: [(Int64, Int64)]) {
    // The furthest last day up to each first day.
    var sorted: [(first: Int64, last: Int64)] = []
    for (first, last) in days.sorted(by: { $0 < $1 }) {
      sorted.append((first, max(last, sorted.last?.last ?? .min)))
    }
    first = sorted
  }

  func contains(_ first: Int64, _ last: Int64) -> Bool {
    if last <= furthest { return true }
    let count = self.first.prefixCount(while: { $0.first <= first })
    return count > 0 && last <= self.first[count - 1].last
  }

  mutating func insert(_ first: Int64, _ last: Int64) { furthest = max(furthest, last) }
}

/// Finds the shortest trip that contains some days.
struct TripContainment {
  /// A trip of a component.
  typealias Trip = (index: Int, first: Int64, last: Int64)

  /// The trips in the order of their first days.
  private let trips: [Trip]
  /// The greatest last day of each trip and those before it.
  private let reach: [Int64]
  /// How many trips before the last that could contain the days are looked at, so that a hostile calendar
  /// of overlapping trips costs no square of time.
  private static let mostLooked = 1000

  init(_ days: [Trip]) {
    trips = days.sorted { ($0.first, $0.index) < ($1.first, $1.index) }
    var furthest = Int64.min
    reach = trips.map { trip in
      furthest = max(furthest, trip.last)
      return furthest
    }
  }

  func trip(of first: Int64, _ last: Int64) -> Int? { shortest(of: first, last)?.index }

  /// Returns the shortest trip that contains some days, with its own days.
  ///
  /// - Parameter isWanted: Whether a trip may be the one.
  func shortest(
    of first: Int64, _ last: Int64, where isWanted: (Int) -> Bool = { _ in true }
  ) -> Trip? {
    var low = trips.prefixCount(while: { $0.first <= first })
    var found: Trip?
    var looked = 0
    while low > 0, reach[low - 1] >= last, looked < Self.mostLooked {
      low -= 1
      looked += 1
      let trip = trips[low]
      guard trip.last >= last, isWanted(trip.index) else { continue }
      if let found, found.last - found.first < trip.last - trip.first { continue }
      found = trip
    }
    return found
  }
}
