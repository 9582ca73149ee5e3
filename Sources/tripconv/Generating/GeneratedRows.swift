import DocumentTables

/// The properties that the generator fills, of all versions of the trip schema.
enum GeneratedField: String {
  case name, destination, perdiem, reason, bucketList, livingAccommodation
  case startDate, endDate
  case oldStartDate = "start_date"
  case oldEndDate = "end_date"
  case title, details, hasReservation, isInPlan, trip
  case address, placeName, isConfirmed
  case location, notes, color, links, status, reservationNumber, startTime
  case checkinDate, checkinTime, checkoutDate
  case mode, from, fromLocation, to, toLocation, number
  case departureDate, departureTime, arrivalTime
  case isCancelled, price, telephone, departureTerminal, departureGate, vehicle
  case seat, section, travelClass, leg, participant
}

/// A generated trip with its keys, in the form of table rows.
struct GeneratedRows {
  enum Object {
    case trip
    case item(Int)
    case accommodation
    /// At a position in the itinerary.
    case stay(Int)
    case leg(Int)
    case participant(String)
    case ticket(GeneratedBookings.Ticket)
  }

  let trip: GeneratedTrip
  let tripKey: ObjectKey
  let itemKeys: [ObjectKey]
  /// The first key behind those of the items, for an accommodation or for stays.
  let firstStayKey: ObjectKey
  /// The first key of the next trip.
  let nextKey: ObjectKey

  init(_ trip: GeneratedTrip, firstKey: ObjectKey) {
    self.trip = trip
    tripKey = firstKey
    itemKeys = trip.items.indices.map { firstKey + 1 + ObjectKey($0) }
    firstStayKey = firstKey + 1 + ObjectKey(trip.items.count)
    let others =
      trip.itinerary.map { $0.stays.count + $0.legs.count + $0.participants.count }
      ?? (trip.accommodation == nil ? 0 : 1)
    nextKey = firstStayKey + ObjectKey(others + (trip.bookings?.tickets.count ?? 0))
  }

  var entity: String {
    switch trip.kind {
    case .plain: "Trip"
    case .business: "BusinessTrip"
    case .personal: "PersonalTrip"
    }
  }

  /// Returns the value of one column in the row of one object.
  func value(of field: GeneratedField?, _ column: ColumnLayout, _ object: Object) -> Value {
    let value: Value? =
      switch object {
      case .trip: tripValue(of: field, column)
      case .item(let position): itemValue(of: field, column, position)
      case .accommodation: trip.accommodation.flatMap { accommodationValue(of: field, $0) }
      case .stay(let position): stayValue(of: field, column, position)
      case .leg(let position): legValue(of: field, column, position)
      case .participant(let name): field == .name ? .text(name) : nil
      case .ticket(let ticket): ticketValue(of: field, ticket)
      }
    if let value { return value }
    if field == .trip { return .reference(tripKey) }
    // A property of a later schema version, which this generator does not know, or of no interest.
    if case .value(let value)? = column.attribute?.defaultValue { return value }
    return .null
  }

  private func tripValue(of field: GeneratedField?, _ column: ColumnLayout) -> Value? {
    switch field {
    case .name: .text(trip.name)
    case .destination: .text(trip.destination)
    case .startDate, .oldStartDate: date(trip.startDate, column)
    case .endDate, .oldEndDate: date(trip.endDate, column)
    case .perdiem: .double(trip.perdiem)
    case .reason: reason(of: column)
    case .bucketList: bucketList
    case .livingAccommodation: trip.accommodation.map { _ in .reference(firstStayKey) } ?? .null
    case .location: trip.itinerary.flatMap { tree($0.location, column) }
    case .isCancelled: trip.bookings.map { .bool($0.isCancelled) }
    case .notes: trip.itinerary.map { .text($0.notes) }
    case .color: text(trip.itinerary?.color)
    case .links: trip.itinerary.map { .array($0.links) }
    default: nil
    }
  }

  /// Returns a moment as the column stores it: as a date, or as the day of the date.
  private func date(_ seconds: Double, _ column: ColumnLayout) -> Value {
    column.attribute?.type == .scalar(.day)
      ? .integer(Int64((seconds / 86_400).rounded(.down))) : .date(seconds)
  }

  private static let reasons = ["family", "reunion", "unknown", "wellness", "pilgrimage"]

  private func reason(of column: ColumnLayout) -> Value? {
    let cases = column.attribute?.cases ?? Self.reasons.map { .text($0) }
    return cases.isEmpty ? nil : cases[trip.reason % cases.count]
  }

  private var bucketList: Value {
    if itemKeys.isEmpty { return trip.listIsEmptyRatherThanNil ? .references([]) : .null }
    return trip.order.map { .references($0.map { itemKeys[$0] }) } ?? .null
  }

  private func itemValue(
    of field: GeneratedField?, _ column: ColumnLayout, _ position: Int
  ) -> Value? {
    let item = trip.items[position]
    switch field {
    case .title: return .text(item.title)
    case .details: return .text(item.details)
    case .hasReservation: return .bool(item.hasReservation)
    case .isInPlan: return .bool(item.isInPlan)
    default: break
    }
    guard let visit = trip.itinerary?.visits[position] else { return nil }
    return switch field {
    case .address: .text(visit.address)
    case .location: tree(visit.location, column)
    case .startDate, .endDate: visit.date.map { .integer($0) }
    case .startTime:
      text(
        trip.bookings?.items[position].isLocal ?? false
          ? visit.startTime.map(Self.withoutZone) : visit.startTime)
    case .price: trip.bookings.map { tree($0.items[position].price, column) }
    case .status: .text(visit.status)
    default: nil
    }
  }

  private func accommodationValue(
    of field: GeneratedField?, _ accommodation: GeneratedTrip.Accommodation
  ) -> Value? {
    switch field {
    case .address: .text(accommodation.address)
    case .placeName, .name: .text(accommodation.placeName)
    case .isConfirmed: .bool(accommodation.isConfirmed)
    default: nil
    }
  }

  /// Returns a time by a clock without the offset and the zone.
  private static func withoutZone(_ time: String) -> String { String(time.prefix(19)) }

  private func stayValue(
    of field: GeneratedField?, _ column: ColumnLayout, _ position: Int
  ) -> Value? {
    guard let stay = trip.itinerary?.stays[position] else { return nil }
    let booking = trip.bookings?.stays[position]
    return switch field {
    case .isCancelled: booking.map { .bool($0.isCancelled) }
    case .price: booking.map { tree($0.price, column) }
    case .telephone: text(booking?.telephone)
    case .checkinDate: stay.checkinTime == nil ? .integer(stay.checkin) : nil
    case .checkinTime: text(stay.checkinTime)
    case .checkoutDate: .integer(stay.checkout)
    case .location: tree(stay.location, column)
    case .reservationNumber: text(stay.reservationNumber)
    default: accommodationValue(of: field, stay.accommodation)
    }
  }

  private func legValue(
    of field: GeneratedField?, _ column: ColumnLayout, _ position: Int
  ) -> Value? {
    guard let leg = trip.itinerary?.legs[position] else { return nil }
    let booking = trip.bookings?.legs[position]
    return switch field {
    case .isCancelled: booking.map { .bool($0.isCancelled) }
    case .price: booking.map { tree($0.price, column) }
    case .departureTerminal: text(booking?.terminal)
    case .departureGate: text(booking?.gate)
    case .vehicle: text(booking?.vehicle)
    case .mode: .text(leg.mode)
    case .from: .text(leg.from)
    case .fromLocation: tree(leg.fromLocation, column)
    case .to: .text(leg.to)
    case .toLocation: tree(leg.toLocation, column)
    case .departureDate: leg.departureDate.map { .integer($0) }
    case .departureTime: text(leg.departureTime)
    case .arrivalTime: text(leg.arrivalTime)
    case .number: text(leg.number)
    case .reservationNumber: text(leg.reservationNumber)
    case .isConfirmed: .bool(leg.reservationNumber != nil)
    default: nil
    }
  }

  private func ticketValue(
    of field: GeneratedField?, _ ticket: GeneratedBookings.Ticket
  ) -> Value? {
    guard let itinerary = trip.itinerary else { return nil }
    let firstLegKey = firstStayKey + ObjectKey(itinerary.stays.count)
    let firstParticipantKey = firstLegKey + ObjectKey(itinerary.legs.count)
    return switch field {
    case .seat: text(ticket.seat)
    case .section: text(ticket.section)
    case .travelClass: text(ticket.travelClass)
    case .leg: .reference(firstLegKey + ObjectKey(ticket.leg))
    case .participant:
      ticket.participant.map { .reference(firstParticipantKey + ObjectKey($0)) }
    default: nil
    }
  }

  private func text(_ text: String?) -> Value? { text.map { .text($0) } }

  /// Returns a tree, as a value of the structure where the column has one.
  private func tree(_ tree: Tree, _ column: ColumnLayout) -> Value {
    guard !tree.isNull else { return .null }
    guard case .structure(let structure)? = column.attribute?.type else { return .tree(tree) }
    return (try? structure.value(of: tree)).map { .tree($0) } ?? .null
  }
}
