import DocumentFile
import DocumentTables

// The trips of a file of another program.
extension CSVReader {
  /// Makes the trips without a row: one for each name that parts state, and those of rows that state none.
  mutating func makeTrips() throws(DocumentError) {
    var groups = CSVRowGroups()
    if trips.hasUnnamedParts {
      if trips.hasRows { try setTripDays() }
      var stream = head.stream
      while try stream.next() {
        guard stream.number >= head.rows, isRejected(stream) == nil,
          reading.trip(stream).isEmpty
        else { continue }
        for entity in reading.entities(stream) {
          guard let plan = reading.plan(entity, of: stream), plan.tripColumn != nil,
            let row = reading.read(stream, as: entity),
            trip(around: stream, row, plan) == nil
          else { continue }
          groups.note(row, plan, key: key(stream, plan))
        }
      }
    }
    trips.finish(groups.finish(), &keys.next)
    if trips.hasMade, let trip = schema.tables.hierarchyIndex(of: "Trip") {
      occurring.insert(trip)
    }
  }

  /// Returns the trip with a row in whose days an object of a row lies.
  private mutating func trip(
    around stream: CSVRecordStream, _ row: CSVRow, _ plan: CSVEntityPlan
  ) -> ObjectKey? {
    trips.hasRows ? trips.trip(around: plan.days(row.values) ?? reading.days(stream, row)) : nil
  }

  /// Finds out which days the rows of trips state.
  private mutating func setTripDays() throws(DocumentError) {
    var days: [(key: ObjectKey, days: ClosedRange<Int64>)] = []
    var stream = head.stream
    while try stream.next() {
      guard stream.number >= head.rows, isRejected(stream) == nil else { continue }
      let entity = reading.entity(stream).entity
      guard let plan = reading.plan(entity), plan.isTrip,
        let own = reading.read(stream, as: entity).flatMap({ plan.tripDays($0.values) })
      else { continue }
      days.append((key(stream, plan), own))
    }
    trips.setDays(days)
  }

  /// Sets the trip that an object belongs to.
  mutating func relate(
    _ plan: CSVEntityPlan, _ key: ObjectKey, _ stream: CSVRecordStream, _ row: inout CSVRow
  ) {
    guard let column = plan.tripColumn else { return }
    let stated = reading.trip(stream)
    guard head.columns.isOwn else {
      if stated.isEmpty, let trip = trip(around: stream, row, plan) {
        row.values[column] = .reference(trip)
        return
      }
      let days = reading.days(stream, row)
      let trip = trips.take(
        part: stated, days,
        isUnread: days == nil && row.findings.contains { $0.code == .unreadMoment }, key: key
      ) { plan.tripName(row.values) }
      if let trip { row.values[column] = .reference(trip) } else { noteUndated(plan, stream, row) }
      return
    }
    if stated.isEmpty { return }
    let trips = schema.tables.hierarchyIndex(of: "Trip") ?? 0
    if let trip = ObjectKey(stated), keys.contains(trip, of: trips) {
      row.values[column] = .reference(trip)
    } else {
      row.findings.append((reading.tripCell ?? 0, .unreadCell, stated))
    }
  }

  /// Gives a trip without days those of its parts, and returns them.
  mutating func finishTrip(
    _ plan: CSVEntityPlan, _ key: ObjectKey, _ stream: CSVRecordStream, _ row: inout CSVRow
  ) -> ClosedRange<Int64>? {
    guard !head.columns.isOwn, plan.isTrip, row.firstDay == nil else { return nil }
    let span = trips.span(of: key)
    plan.setDays(span, &row.values)
    return span
  }

  func made(_ trip: CSVTrips.Made) -> InsertedRow? {
    guard let plan = reading.plan("Trip") else { return nil }
    let values = plan.madeTrip(name(of: trip), destination: trip.name, trip.span)
    var stored = CSVStoredRow(
      file: identity, place: 0, row: nil, trip: trip.label, days: trip.span)
    stored.name = trip.name
    return InsertedRow(
      hierarchy: plan.hierarchy, key: trip.key, discriminator: plan.entity.discriminator,
      values: values, foreign: stored.foreign)
  }

  func name(of trip: CSVTrips.Made) -> String {
    trip.name ?? (CSVTripLabel.isGroup(trip.label) ? options.fallbackName : trip.label)
  }

  private mutating func noteUndated(
    _ plan: CSVEntityPlan, _ stream: CSVRecordStream, _ row: CSVRow
  ) {
    let title = CSVRowNames(plan, row).title
    report.note(
      .init(.undatedRow, line: stream.line, subject: title.isEmpty ? plan.entity.name : title))
  }
}
