import DocumentTables

/// The properties that the generator fills, of all versions of the trip schema.
enum GeneratedField: String {
  case name, destination, perdiem, reason, bucketList, livingAccommodation
  case startDate, endDate
  case oldStartDate = "start_date"
  case oldEndDate = "end_date"
  case title, details, hasReservation, isInPlan, trip
  case address, placeName, isConfirmed
}

/// A generated trip with its keys, in the form of table rows.
struct GeneratedRows {
  enum Object {
    case trip, accommodation
    case item(Int)
  }

  let trip: GeneratedTrip
  let tripKey: ObjectKey
  let itemKeys: [ObjectKey]
  let accommodationKey: ObjectKey?
  /// The first key of the next trip.
  let nextKey: ObjectKey

  init(_ trip: GeneratedTrip, firstKey: ObjectKey) {
    self.trip = trip
    tripKey = firstKey
    itemKeys = trip.items.indices.map { firstKey + 1 + ObjectKey($0) }
    let key = firstKey + 1 + ObjectKey(trip.items.count)
    accommodationKey = trip.accommodation == nil ? nil : key
    nextKey = trip.accommodation == nil ? key : key + 1
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
    let value =
      switch object {
      case .trip: tripValue(of: field, column)
      case .item(let position): itemValue(of: field, trip.items[position])
      case .accommodation: accommodationValue(of: field)
      }
    if let value { return value }
    // A property of a later schema version, which this generator does not know.
    if case .value(let value)? = column.attribute?.defaultValue { return value }
    return .null
  }

  private func tripValue(of field: GeneratedField?, _ column: ColumnLayout) -> Value? {
    switch field {
    case .name: .text(trip.name)
    case .destination: .text(trip.destination)
    case .startDate, .oldStartDate: .date(trip.startDate)
    case .endDate, .oldEndDate: .date(trip.endDate)
    case .perdiem: .double(trip.perdiem)
    case .reason: reason(of: column)
    case .bucketList: bucketList
    case .livingAccommodation: accommodationKey.map(Value.reference) ?? .null
    default: nil
    }
  }

  private func reason(of column: ColumnLayout) -> Value? {
    guard let cases = column.attribute?.cases, !cases.isEmpty else { return nil }
    return cases[trip.reason % cases.count]
  }

  private var bucketList: Value {
    if itemKeys.isEmpty { return trip.listIsEmptyRatherThanNil ? .references([]) : .null }
    return trip.order.map { .references($0.map { itemKeys[$0] }) } ?? .null
  }

  private func itemValue(of field: GeneratedField?, _ item: GeneratedTrip.Item) -> Value? {
    switch field {
    case .title: .text(item.title)
    case .details: .text(item.details)
    case .hasReservation: .bool(item.hasReservation)
    case .isInPlan: .bool(item.isInPlan)
    case .trip: .reference(tripKey)
    default: nil
    }
  }

  private func accommodationValue(of field: GeneratedField?) -> Value? {
    switch field {
    case .address: trip.accommodation.map { .text($0.address) }
    case .placeName: trip.accommodation.map { .text($0.placeName) }
    case .isConfirmed: trip.accommodation.map { .bool($0.isConfirmed) }
    case .trip: .reference(tripKey)
    default: nil
    }
  }
}
