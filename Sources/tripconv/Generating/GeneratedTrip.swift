import DocumentTables

/// A trip with its items and accommodation, before keys and columns are assigned.
struct GeneratedTrip {
  enum Kind {
    case plain, business, personal
  }

  struct Item {
    var title: String
    var details: String
    var hasReservation: Bool
    var isInPlan: Bool
  }

  struct Accommodation {
    var placeName: String
    var address: String
    var isConfirmed: Bool
  }

  var kind = Kind.plain
  var name: String
  var destination: String
  var startDate: Double
  var endDate: Double
  var perdiem: Double
  /// The index of the reason among those of the schema, modulo their number.
  var reason: Int
  var items: [Item] = []
  /// The positions of the items in their stored order; nil if that is the order of their keys.
  var order: [Int]?
  /// Whether the list of a trip without items is empty rather than nil.
  var listIsEmptyRatherThanNil: Bool
  var accommodation: Accommodation?
  /// What only a schema with legs can store.
  var itinerary: GeneratedItinerary?
  /// What only a schema with tickets can store.
  var bookings: GeneratedBookings?
}

/// Generates trips: the same trip for the same seed and position, independent of earlier trips.
struct TripInvention: Sendable {
  let names: TripNames
  let repetition: RepeatedNames
  let seed: UInt64
  /// Whether trips have what only a schema with legs can store.
  let hasItineraries: Bool
  /// Whether trips have what only a schema with tickets can store.
  let hasBookings: Bool

  func trip(_ index: Int) -> GeneratedTrip {
    var random = SeededRandom(seed: seed, series: UInt64(index))
    let source = repetition.source(of: index, &random)
    let name = names.name(source)
    let words = names.books[name.book]
    let start = date(in: name.year, &random)
    var trip = GeneratedTrip(
      name: name.text, destination: name.place, startDate: start,
      endDate: start + Double(86_400 * (1 + random.number(below: 28))) + fraction(&random),
      perdiem: Double(random.number(below: 500)) / 2, reason: random.number(below: 1 << 16),
      listIsEmptyRatherThanNil: random.chance(50))
    switch random.number(below: 4) {
    case 0: trip.kind = .business
    case 1: trip.kind = .personal
    default: break
    }
    let wishes = random.shuffled(words.wishes)
    for position in 0..<random.number(below: 6) where !wishes.isEmpty {
      let title = PhraseBook.fill(wishes[position % wishes.count], with: name.place)
      trip.items.append(item(title, words, &random))
    }
    if trip.items.count > 1, random.chance(20) {
      trip.order = random.shuffled(Array(trip.items.indices))
    }
    if random.chance(70) { trip.accommodation = accommodation(words, name.place, &random) }
    if source != index { makeRepetition(&trip, of: source, &random) }
    if hasItineraries {
      let itinerary = GeneratedItinerary(trip, words, seed: seed, index: index)
      trip.itinerary = itinerary
      if hasBookings { trip.bookings = GeneratedBookings(itinerary, seed: seed, index: index) }
    }
    return trip
  }

  private func makeRepetition(
    _ trip: inout GeneratedTrip, of source: Int, _ random: inout SeededRandom
  ) {
    switch repetition {
    case .anywhere:
      if random.chance(50) { trip.name = TripNames.otherSpelling(of: trip.name) }
    case .withOtherDates:
      // The source of a repetition is not a repetition, so the recursion is one level deep.
      if self.trip(source).startDate == trip.startDate { trip.startDate -= 86_400 }
    case .never: break
    }
  }

  /// Returns a moment in a year, in seconds since 2001; one in five has a fraction of a second.
  private func date(in year: Int, _ random: inout SeededRandom) -> Double {
    let newYear = CivilDay(year: UInt32(clamping: year), month: 1, day: 1).daysSince2001
    let day = newYear + Int64(random.number(below: 365))
    let second =
      300 * random.number(below: 288) + (random.chance(10) ? random.number(below: 60) : 0)
    return Double(day * 86_400 + Int64(second)) + fraction(&random)
  }

  private func fraction(_ random: inout SeededRandom) -> Double {
    random.chance(20) ? Double(random.number(below: 1000)) / 1000 : 0
  }

  private func item(
    _ title: String, _ words: PhraseBook, _ random: inout SeededRandom
  ) -> GeneratedTrip.Item {
    GeneratedTrip.Item(
      title: title,
      details: random.chance(60) ? random.element(of: words.details, or: "") : "",
      hasReservation: random.chance(30), isInPlan: random.chance(50))
  }

  private func accommodation(
    _ words: PhraseBook, _ place: String, _ random: inout SeededRandom
  ) -> GeneratedTrip.Accommodation {
    let street = random.element(of: words.streets, or: "")
    return GeneratedTrip.Accommodation(
      placeName: PhraseBook.fill(random.element(of: words.lodgings, or: ""), with: place),
      address: PhraseBook.fill(street, with: String(1 + random.number(below: 300))) + ", " + place,
      isConfirmed: random.chance(50))
  }
}
