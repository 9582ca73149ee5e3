import DocumentTables

/// What schema 5.0.0 adds to a generated trip: stays, legs, participants, and where and when things
/// are.
///
/// It comes from numbers of its own, so a trip is the same in every version.
struct GeneratedItinerary {
  struct Stay {
    var accommodation: GeneratedTrip.Accommodation
    var checkin: Int64
    var checkout: Int64
    var checkinTime: String?
    var location: Tree
    var reservationNumber: String?
  }

  struct Leg {
    var mode: String
    var from: String
    var fromLocation: Tree
    var to: String
    var toLocation: Tree
    var departureTime: String?
    var departureDate: Int64?
    var arrivalTime: String?
    var number: String?
    var reservationNumber: String?
  }

  /// Where and when an item of the bucket list is, and what came of it.
  struct Visit {
    var address: String
    var location: Tree
    var date: Int64?
    var startTime: String?
    var status: String
  }

  var location: Tree
  var notes: String
  var color: String?
  var links: [Value]
  var stays: [Stay] = []
  var legs: [Leg] = []
  var participants: [String] = []
  var visits: [Visit] = []
}

extension GeneratedItinerary {
  /// Zones without daylight saving time, and the minutes by which they are ahead of UTC.
  private static let zones: [(name: String, offset: Int64)] = [
    ("America/Bogota", -300), ("Africa/Lagos", 60), ("Asia/Kolkata", 330), ("Asia/Tokyo", 540),
    ("Atlantic/Reykjavik", 0), ("Australia/Brisbane", 600), ("Pacific/Honolulu", -600),
  ]
  private static let modes = ["flight", "train", "bus", "boat", "car", "bicycle", "foot"]
  private static let asciiNames = ["Ada", "Ngozi Eze", "Tom", "Mary Kingsley", "Ibn"]
  private static let names = ["Ada", "Ōba Yoshio", "Ngozi Eze", "Léa Dupont", "Иван Петров"]
  private static let colors = ["teal", "#0b5fa5", "goldenrod", "#c62828"]

  /// - Parameters:
  ///   - trip: The trip in the form of older versions.
  ///   - words: The phrases of the trip's language.
  init(_ trip: GeneratedTrip, _ words: PhraseBook, seed: UInt64, index: Int) {
    var random = SeededRandom(seed: ~seed, series: UInt64(index))
    let first = Int64((trip.startDate / 86_400).rounded(.down))
    let last = max(first, Int64((trip.endDate / 86_400).rounded(.down)))
    let zone = random.element(of: Self.zones, or: ("Etc/UTC", 0))
    let here = Self.location(zone, code: nil, &random)
    location = random.chance(70) ? here : .null
    notes = random.chance(30) ? random.element(of: words.details, or: "") : ""
    color = random.chance(20) ? random.element(of: Self.colors, or: "teal") : nil
    links = (0..<random.number(below: 3)).map { .text("https://example.org/trips/\(index)/\($0)") }
    if let accommodation = trip.accommodation {
      let isSplit = last - first > 3 && random.chance(25)
      let middle = isSplit ? first + (last - first) / 2 : last
      stays.append(Self.stay(accommodation, first, middle, zone, here, &random))
      if isSplit {
        var second = accommodation
        second.placeName = PhraseBook.fill(
          random.element(of: words.lodgings, or: ""), with: trip.destination)
        stays.append(Self.stay(second, middle, last, zone, here, &random))
      }
    }
    if random.chance(60) {
      let home = random.element(of: words.places, or: trip.destination)
      let origin = Self.location(zone, code: Self.code(&random), &random)
      let there = Self.leg(home, origin, trip.destination, here, on: first, zone, &random)
      legs.append(there)
      if random.chance(80) {
        legs.append(Self.leg(trip.destination, here, home, origin, on: last, zone, &random))
      }
    }
    // With words of ASCII letters only, so are the names.
    let isASCII = words.places.allSatisfy { $0.utf8.allSatisfy { $0 < 128 } }
    let names = isASCII ? Self.asciiNames : Self.names
    participants = (0..<random.number(below: 3)).map {
      names[(random.number(below: names.count) + $0) % names.count]
    }
    visits = trip.items.map { _ in
      let date = first + Int64(random.number(below: Int(last - first) + 1))
      let isTimed = random.chance(30)
      return Visit(
        address: random.chance(40) ? trip.destination : "",
        location: random.chance(40) ? Self.location(zone, code: nil, &random) : .null,
        date: !isTimed && random.chance(40) ? date : nil,
        startTime: isTimed ? Self.time(date, hour: 8 + random.number(below: 12), zone) : nil,
        status: random.element(of: ["open", "open", "open", "done", "cancelled"], or: "open"))
    }
  }

  private static func stay(
    _ accommodation: GeneratedTrip.Accommodation, _ first: Int64, _ last: Int64,
    _ zone: (name: String, offset: Int64), _ location: Tree, _ random: inout SeededRandom
  ) -> Stay {
    Stay(
      accommodation: accommodation, checkin: first, checkout: last,
      checkinTime: random.chance(20) ? time(first, hour: 15, zone) : nil, location: location,
      reservationNumber: random.chance(50) ? code(&random) + code(&random) : nil)
  }

  private static func leg(
    _ from: String, _ fromLocation: Tree, _ to: String, _ toLocation: Tree, on day: Int64,
    _ zone: (name: String, offset: Int64), _ random: inout SeededRandom
  ) -> Leg {
    let isTimed = random.chance(80)
    let hour = 6 + random.number(below: 10)
    return Leg(
      mode: random.element(of: modes, or: "train"), from: from, fromLocation: fromLocation, to: to,
      toLocation: toLocation, departureTime: isTimed ? time(day, hour: hour, zone) : nil,
      departureDate: isTimed ? nil : day,
      arrivalTime: isTimed ? time(day, hour: hour + 1 + random.number(below: 6), zone) : nil,
      number: isTimed ? "\(code(&random).prefix(2)) \(1 + random.number(below: 999))" : nil,
      reservationNumber: random.chance(60) ? code(&random) + code(&random) : nil)
  }

  private static func time(
    _ day: Int64, hour: Int, _ zone: (name: String, offset: Int64)
  ) -> String? {
    ZonedTimeText(
      localSecond: day * 86_400 + Int64(hour) * 3600, nanosecond: 0, offset: zone.offset,
      zone: zone.name)?.text
  }

  private static func code(_ random: inout SeededRandom) -> String {
    String((0..<3).map { _ in random.element(of: Array("ABCDEFGHJKLMNPQRSTUVWXYZ"), or: "X") })
  }

  /// Returns a place at most 15 degrees from the longitude at which the clocks of a zone follow the sun.
  private static func location(
    _ zone: (name: String, offset: Int64), code: String?, _ random: inout SeededRandom
  ) -> Tree {
    let latitude = Double(random.number(below: 1_300_000) - 600_000) / 10_000
    let degrees = Int(zone.offset) / 4 * 10_000 + random.number(below: 300_000) - 150_000
    let longitude = Double(degrees) / 10_000
    let members = [
      TreeMember("latitude", .double(latitude)), TreeMember("longitude", .double(longitude)),
      TreeMember("timeZone", .text(zone.name)),
    ]
    return .object((code.map { [TreeMember("code", .text($0))] } ?? []) + members)
  }
}
