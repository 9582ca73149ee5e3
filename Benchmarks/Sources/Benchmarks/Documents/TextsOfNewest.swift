import TripDocuments

/// Trips of the newest schema as texts, with every member that has a value.
enum TextsOfNewest {
  static func text(of trip: TripSchema.Trip) -> String {
    var object = JSONObjectText()
    switch trip {
    case let trip as TripSchema.BusinessTrip:
      object.add("kind", "business")
      object.add("perdiem", trip.perdiem)
    case let trip as TripSchema.PersonalTrip:
      object.add("kind", "personal")
      object.add("reason", trip.reason.rawValue)
    default: object.add("kind", "plain")
    }
    object.add("name", trip.name)
    object.add("destination", trip.destination)
    object.add("location", raw: trip.location.map(text))
    object.add("startDate", trip.startDate?.description)
    object.add("endDate", trip.endDate?.description)
    object.add("isCancelled", trip.isCancelled)
    object.add("notes", trip.notes)
    object.add("color", trip.color)
    add(trip.links, to: &object)
    object.add("bucketList", (trip.bucketList ?? []).map(text))
    object.add("stays", trip.stays.map(text))
    object.add("legs", trip.legs.map(text))
    object.add("participants", trip.participants.map(text))
    return object.closed
  }

  private static func text(of item: TripSchema.BucketListItem) -> String {
    var object = JSONObjectText()
    object.add("title", item.title)
    object.add("details", item.details)
    object.add("address", item.address)
    object.add("location", raw: item.location.map(text))
    object.add("startDate", item.startDate?.description)
    object.add("startTime", item.startTime?.description)
    object.add("endDate", item.endDate?.description)
    object.add("endTime", item.endTime?.description)
    object.add("hasReservation", item.hasReservation)
    object.add("isInPlan", item.isInPlan)
    object.add("status", item.status.rawValue)
    object.add("reservationNumber", item.reservationNumber)
    object.add("price", raw: item.price.map(text))
    object.add("telephone", item.telephone)
    add(item.links, to: &object)
    return object.closed
  }

  private static func text(of stay: TripSchema.Stay) -> String {
    var object = JSONObjectText()
    object.add("name", stay.name)
    object.add("address", stay.address)
    object.add("location", raw: stay.location.map(text))
    object.add("checkinDate", stay.checkinDate?.description)
    object.add("checkinTime", stay.checkinTime?.description)
    object.add("checkoutDate", stay.checkoutDate?.description)
    object.add("checkoutTime", stay.checkoutTime?.description)
    object.add("isConfirmed", stay.isConfirmed)
    object.add("isCancelled", stay.isCancelled)
    object.add("reservationNumber", stay.reservationNumber)
    object.add("price", raw: stay.price.map(text))
    object.add("telephone", stay.telephone)
    object.add("notes", stay.notes)
    add(stay.links, to: &object)
    return object.closed
  }

  private static func text(of leg: TripSchema.Leg) -> String {
    var object = JSONObjectText()
    object.add("mode", leg.mode.rawValue)
    object.add("from", leg.from)
    object.add("fromLocation", raw: leg.fromLocation.map(text))
    object.add("to", leg.to)
    object.add("toLocation", raw: leg.toLocation.map(text))
    object.add("departureDate", leg.departureDate?.description)
    object.add("departureTime", leg.departureTime?.description)
    object.add("departureTerminal", leg.departureTerminal)
    object.add("departureGate", leg.departureGate)
    object.add("arrivalDate", leg.arrivalDate?.description)
    object.add("arrivalTime", leg.arrivalTime?.description)
    object.add("arrivalTerminal", leg.arrivalTerminal)
    object.add("arrivalGate", leg.arrivalGate)
    object.add("vehicle", leg.vehicle)
    object.add("provider", leg.provider)
    object.add("number", leg.number)
    object.add("reservationNumber", leg.reservationNumber)
    object.add("isConfirmed", leg.isConfirmed)
    object.add("isCancelled", leg.isCancelled)
    object.add("price", raw: leg.price.map(text))
    object.add("notes", leg.notes)
    add(leg.links, to: &object)
    object.add("tickets", leg.tickets.map(text))
    return object.closed
  }

  private static func text(of ticket: TripSchema.Ticket) -> String {
    var object = JSONObjectText()
    object.add("seat", ticket.seat)
    object.add("section", ticket.section)
    object.add("travelClass", ticket.travelClass)
    object.add("participant", ticket.participant?.name)
    return object.closed
  }

  private static func text(of price: TripSchema.Price) -> String {
    var object = JSONObjectText()
    object.add("amount", raw: price.amount?.description)
    object.add("currency", price.currency)
    return object.closed
  }

  private static func text(of participant: TripSchema.Participant) -> String {
    var object = JSONObjectText()
    object.add("name", participant.name)
    object.add("email", participant.email)
    return object.closed
  }

  private static func text(of location: TripSchema.Place) -> String {
    var object = JSONObjectText()
    object.add("code", location.code)
    object.add("latitude", location.latitude)
    object.add("longitude", location.longitude)
    object.add("timeZone", location.timeZone)
    return object.closed
  }

  private static func add(_ links: [URL], to object: inout JSONObjectText) {
    object.add("links", links.map { JSONObjectText.quoted($0.absoluteString) })
  }
}
