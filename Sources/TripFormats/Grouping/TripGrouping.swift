import DocumentTables

/// Which reservations are one trip, where no trip is stated.
///
/// The rules:
///
/// 1. A leg from a place and the next leg to the same place, at most 60 days later, are a round trip, and
///    what lies between them belongs to it.
/// 2. What else lies at most one day apart is one trip.
/// 3. What has no day belongs to the only trip, or else to one of its own.
struct TripGrouping {
  /// What grouping needs to know of an object.
  struct Part: Sendable {
    /// The place in the list of objects.
    var index: Int
    var first: Int64?
    var last: Int64?
    /// The first instant, which decides the order within a day.
    var instant: Int64
    /// The ends of a leg.
    var ends: (from: ComparisonText, to: ComparisonText)?
  }

  static let longestRoundTrip: Int64 = 60

  /// The groups, each with its parts in the order of time.
  private(set) var groups: [[Int]] = []

  init(_ parts: [Part]) {
    let dated = parts.filter { $0.first != nil }.sorted {
      ($0.first ?? 0, $0.instant, $0.index) < ($1.first ?? 0, $1.instant, $1.index)
    }
    let returns = Self.returns(dated)
    var open: (last: Int64, isRound: Bool)?
    for (position, part) in dated.enumerated() {
      let first = part.first ?? 0
      let last = max(part.last ?? first, first)
      if let current = open, first <= current.last || !current.isRound && first <= current.last + 1
      {
        groups[groups.count - 1].append(part.index)
        // A stay that is booked beyond the way back is still of the trip.
        open?.last = max(current.last, last)
      } else {
        groups.append([part.index])
        open = (last, false)
      }
      if let back = returns[position] {
        open = (max(open?.last ?? back, back), true)
      }
    }
    let undated = parts.filter { $0.first == nil }.map(\.index)
    guard !undated.isEmpty else { return }
    if groups.count == 1 { groups[0] += undated } else { groups.append(undated) }
  }

  /// Returns the last day of the round trip that begins with each leg, by its position.
  ///
  /// A leg within a round trip begins none.
  private static func returns(_ parts: [Part]) -> [Int: Int64] {
    // The positions of legs to each place, ascending.
    var arrivals: [ComparisonText: [Int]] = [:]
    for (position, part) in parts.enumerated() {
      if let to = part.ends?.to, !to.text.isEmpty { arrivals[to, default: []].append(position) }
    }
    var returns: [Int: Int64] = [:]
    var free = 0
    for (position, part) in parts.enumerated() where position >= free {
      guard let ends = part.ends, !ends.from.text.isEmpty, ends.from != ends.to,
        let back = Self.first(in: arrivals[ends.from] ?? [], after: position),
        let first = part.first, let last = parts[back].last ?? parts[back].first,
        last - first <= longestRoundTrip
      else { continue }
      returns[position] = max(last, first)
      free = back + 1
    }
    return returns
  }

  private static func first(in positions: [Int], after position: Int) -> Int? {
    var (low, high) = (0, positions.count)
    while low < high {
      let middle = low + (high - low) / 2
      if positions[middle] <= position { low = middle + 1 } else { high = middle }
    }
    return low < positions.count ? positions[low] : nil
  }
}
