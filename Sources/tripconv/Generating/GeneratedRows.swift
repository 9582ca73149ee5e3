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
}

/// A generated trip with its keys, in the form of table rows.
struct GeneratedRows {
  enum Object {
    case trip
    case item(Int)
    case accommodation
    case stay(GeneratedItinerary.Stay)
    case leg(GeneratedItinerary.Leg)
    case participant(String)
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
    nextKey = firstStayKey + ObjectKey(others)
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
      case .item(let position): itemValue(of: field, position)
      case .accommodation: trip.accommodation.flatMap { accommodationValue(of: field, $0) }
      case .stay(let stay): stayValue(of: field, stay)
      case .leg(let leg): legValue(of: field, leg)
      case .participant(let name): field == .name ? .text(name) : nil
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
    case .location: trip.itinerary.flatMap { tree($0.location) }
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

  private func itemValue(of field: GeneratedField?, _ position: Int) -> Value? {
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
    case .location: tree(visit.location)
    case .startDate, .endDate: visit.date.map { .integer($0) }
    case .startTime: text(visit.startTime)
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

  private func stayValue(of field: GeneratedField?, _ stay: GeneratedItinerary.Stay) -> Value? {
    switch field {
    case .checkinDate: stay.checkinTime == nil ? .integer(stay.checkin) : nil
    case .checkinTime: text(stay.checkinTime)
    case .checkoutDate: .integer(stay.checkout)
    case .location: tree(stay.location)
    case .reservationNumber: text(stay.reservationNumber)
    default: accommodationValue(of: field, stay.accommodation)
    }
  }

  private func legValue(of field: GeneratedField?, _ leg: GeneratedItinerary.Leg) -> Value? {
    switch field {
    case .mode: .text(leg.mode)
    case .from: .text(leg.from)
    case .fromLocation: tree(leg.fromLocation)
    case .to: .text(leg.to)
    case .toLocation: tree(leg.toLocation)
    case .departureDate: leg.departureDate.map { .integer($0) }
    case .departureTime: text(leg.departureTime)
    case .arrivalTime: text(leg.arrivalTime)
    case .number: text(leg.number)
    case .reservationNumber: text(leg.reservationNumber)
    case .isConfirmed: .bool(leg.reservationNumber != nil)
    default: nil
    }
  }

  private func text(_ text: String?) -> Value? { text.map { .text($0) } }

  private func tree(_ tree: Tree) -> Value { tree.isNull ? .null : .tree(tree) }
}
