import TripDocuments

/// Trips of 4.0.0 as texts.
struct TextsOfFourth {
  private var written: Set<String> = []

  /// Dates are cut to seconds, because `JSONDecoder` reads no others.
  ///
  /// Where that makes a trip the same as one before it, by what the model holds unique, its name gets
  /// another end: a database has the same rule.
  mutating func text(of trip: TripSchemaV4.Trip) -> String {
    let (start, end) = (trip.startDate.formatted(.iso8601), trip.endDate.formatted(.iso8601))
    var name = trip.name
    while !written.insert("\(name)\n\(start)\n\(end)").inserted { name += " again" }
    var object = JSONObjectText()
    switch trip {
    case let trip as TripSchemaV4.BusinessTrip:
      object.add("kind", "business")
      object.add("perdiem", trip.perdiem)
    case let trip as TripSchemaV4.PersonalTrip:
      object.add("kind", "personal")
      object.add("reason", trip.reason.rawValue)
    default: object.add("kind", "plain")
    }
    object.add("name", name)
    object.add("destination", trip.destination)
    object.add("startDate", start)
    object.add("endDate", end)
    object.add("bucketList", (trip.bucketList ?? []).map(Self.text))
    object.add("livingAccommodation", raw: trip.livingAccommodation.map(Self.text))
    return object.closed
  }

  private static func text(of item: TripSchemaV4.BucketListItem) -> String {
    var object = JSONObjectText()
    object.add("title", item.title)
    object.add("details", item.details)
    object.add("hasReservation", item.hasReservation)
    object.add("isInPlan", item.isInPlan)
    return object.closed
  }

  private static func text(of stay: TripSchemaV4.LivingAccommodation) -> String {
    var object = JSONObjectText()
    object.add("placeName", stay.placeName)
    object.add("address", stay.address)
    object.add("isConfirmed", stay.isConfirmed)
    return object.closed
  }
}
