import DocumentTables

/// What schema 6.0.0 adds to a generated itinerary: prices, tickets, terminals, and what is cancelled.
///
/// It comes from numbers of its own, so the itinerary is the same in every version.
struct GeneratedBookings {
  struct Stay {
    var price: Tree
    var telephone: String?
    var isCancelled: Bool
  }

  struct Leg {
    var terminal: String?
    var gate: String?
    var vehicle: String?
    var price: Tree
    var isCancelled: Bool
  }

  struct Ticket {
    /// The positions of the leg and of the traveller in the itinerary.
    var leg: Int
    var participant: Int?
    var seat: String?
    var section: String?
    var travelClass: String?
  }

  var isCancelled: Bool
  var stays: [Stay]
  var legs: [Leg]
  /// For each item of the bucket list, the price, and whether the zone of its time is unknown.
  var items: [(price: Tree, isLocal: Bool)]
  var tickets: [Ticket] = []
}

extension GeneratedBookings {
  private static let currencies = ["EUR", "USD", "JPY", "NGN", "COP"]
  private static let classes = ["economy", "business", "first", "2"]
  private static let vehicles = ["Airbus A320neo", "ICE 4", "MS Aurora", "Yutong T12"]

  init(_ itinerary: GeneratedItinerary, seed: UInt64, index: Int) {
    var random = SeededRandom(seed: seed ^ 0x6000_0000, series: UInt64(index))
    isCancelled = random.chance(3)
    stays = itinerary.stays.map { _ in
      Stay(
        price: Self.price(&random),
        telephone: random.chance(30) ? "+44 1632 960\(100 + random.number(below: 900))" : nil,
        isCancelled: random.chance(3))
    }
    legs = itinerary.legs.map { leg in
      let isTimed = leg.departureTime != nil
      return Leg(
        terminal: isTimed && random.chance(40) ? String(1 + random.number(below: 5)) : nil,
        gate: isTimed && random.chance(40) ? "B\(1 + random.number(below: 60))" : nil,
        vehicle: random.chance(25) ? random.element(of: Self.vehicles, or: "") : nil,
        price: Self.price(&random), isCancelled: random.chance(3))
    }
    items = itinerary.visits.map { _ in (Self.price(&random), random.chance(10)) }
    for (leg, content) in itinerary.legs.enumerated() where content.reservationNumber != nil {
      // A reservation for one person may state no name.
      let people: [Int?] =
        itinerary.participants.isEmpty ? [nil] : itinerary.participants.indices.map { $0 }
      for participant in people where random.chance(70) {
        tickets.append(
          Ticket(
            leg: leg, participant: participant,
            seat: random.chance(80)
              ? "\(1 + random.number(below: 40))\(random.element(of: ["A", "C", "F"], or: "A"))"
              : nil,
            section: random.chance(20) ? "Coach \(1 + random.number(below: 14))" : nil,
            travelClass: random.chance(60) ? random.element(of: Self.classes, or: "") : nil))
      }
    }
  }

  private static func price(_ random: inout SeededRandom) -> Tree {
    guard random.chance(40) else { return .null }
    let cents = 500 + random.number(below: 200_000)
    let tens = cents / 10 % 10
    let fraction = cents % 100 == 0 ? "" : ".\(tens)" + (cents % 10 == 0 ? "" : "\(cents % 10)")
    return .object([
      TreeMember("amount", .spelled(.decimal, "\(cents / 100)\(fraction)")),
      TreeMember("currency", .text(random.element(of: currencies, or: "EUR"))),
    ])
  }
}
