import DocumentData

/// A trip as the benchmarks know it: one property of every common kind.
@Model class Trip {
  #Index<Trip>([\.startDate])

  @Attribute(.unique) var name: String
  var destination: String
  var startDate: Date
  var endDate: Date
  var budget: Double?
  var travellers: Int
  /// The same as the name, for looking it up without an index.
  var title: String
  @Relationship(deleteRule: .cascade, inverse: \BucketListItem.trip)
  var bucketList: [BucketListItem] = []

  init(number: Int) {
    name = Self.name(number)
    title = Self.name(number)
    destination = Self.destination(number)
    startDate = Date(timeIntervalSinceReferenceDate: Double(number) * 3_600)
    endDate = Date(timeIntervalSinceReferenceDate: Double(number + 100) * 3_600)
    budget = number % 3 == 0 ? nil : Double(number % 10_000) + 0.5
    travellers = number % 7 + 1
  }

  static func name(_ number: Int) -> String { "Trip number \(number) to \(destination(number))" }

  static func destination(_ number: Int) -> String {
    ["Lisboa", "Osaka", "Nairobi", "Cusco", "Tromsø", "Αθήνα", "Wien"][number % 7]
      + " \(number / 7 % 20)"
  }
}

/// A trip that belongs to somebody: a model of a second class in the lineage.
@Model class PersonalTrip: Trip {
  var companion: String

  init(number: Int, companion: String) {
    self.companion = companion
    super.init(number: number)
  }
}

@Model class BucketListItem {
  var title: String
  var trip: Trip?

  init(title: String) { self.title = title }
}

/// A model that counts how many of its objects are gone.
@Model class CountedTrip {
  /// Changed by the one thread that measures.
  nonisolated(unsafe) static var released = 0

  var name: String
  var number: Int

  init(number: Int) {
    name = Trip.name(number)
    self.number = number
  }

  deinit { Self.released += 1 }
}
