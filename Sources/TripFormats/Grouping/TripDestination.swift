/// What a part does for the name of its trip.
enum NamingRole: UInt8 {
  case leg, stay, item
}

/// A part of a trip, as the name of the trip is found.
protocol NamingPart: DatedPart, TimedPart {
  var role: NamingRole { get }
  /// Whether a leg has an end, and a stay or an item a name.
  var isNamed: Bool { get }
}

/// Finds the part whose place is the name and the destination of a trip.
enum TripDestination {
  /// The seconds between two legs that make a place a destination.
  private static let leastPause: Int64 = 6 * 3600

  /// Returns the position of the leg to the place of the longest pause between two legs, or else of the last leg, or else of
  /// the first stay or item; nil if none has a name.
  static func position<Part: NamingPart>(in parts: some RandomAccessCollection<Part>) -> Int? {
    let parts = Array(parts)
    let legs = parts.indices.filter { parts[$0].role == .leg }
      .sorted { (parts[$0].instant, $0) < (parts[$1].instant, $1) }
    var best: (position: Int, pause: Int64)?
    for (leg, next) in zip(legs, legs.dropFirst()) where parts[leg].isNamed {
      let pause = parts[leg].pause(before: parts[next])
      if pause > best?.pause ?? -1 { best = (leg, pause) }
    }
    // A change of trains is no place where anyone travels to.
    if let best, best.pause >= leastPause { return best.position }
    if let first = legs.first, let last = legs.last, parts[last].isNamed,
      parts[last].destination != parts[first].origin
    {
      return last
    }
    if let best { return best.position }
    for role in [NamingRole.stay, .item] {
      if let position = parts.firstIndex(where: { $0.role == role && $0.isNamed }) {
        return position
      }
    }
    return nil
  }
}
