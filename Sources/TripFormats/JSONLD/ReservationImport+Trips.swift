import DocumentFile
import DocumentTables

// The trips of a file: stated trips, and trips that are made for parts without one.
extension ReservationImport {
  /// Returns the object of each trip: a stated one, or for a made one that of its known parts, or one of the document (spec 14.6), or a new one.
  mutating func trips(
    of plan: ReservationPlan, _ owners: [Int: ObjectKey], _ isNew: Set<Int>,
    _ content: ReservationContent
  ) throws(DocumentError) -> [ReservationPlan.Trip: ObjectKey] {
    var trips: [ReservationPlan.Trip: ObjectKey] = [:]
    for (index, item) in plan.items.enumerated() where schema.isTrip(item.entity) {
      trips[.item(index)] = owners[index].flatMap { items.objects.trip(meantBy: $0) }
    }
    for (index, trip) in plan.made.enumerated() {
      let known = trip.items.filter { !isNew.contains($0) }.compactMap { place in
        owners[place].flatMap { items.objects.objects[$0]?.trip }
      }.first
      if let known {
        trips[.made(index)] = known
      } else if trip.items.contains(where: isNew.contains) {
        let own = trip.items.filter(isNew.contains).map { plan.items[$0] }
        if let around = tripOfDocument(own) {
          trips[.made(index)] = around
        } else {
          trips[.made(index)] = try makeTrip(trip, content)
        }
      }
    }
    return trips
  }

  /// Returns the trip of the document to which new parts belong: one in whose days they lie, or else one that was made for reservations which are one
  /// trip with them by the rules of a file that has them all; nil for none.
  private mutating func tripOfDocument(_ new: [ReservationPlan.Item]) -> ObjectKey? {
    if items.isFirst { return nil }
    let spans = new.map { PartSpan($0.content.object.values, $0.entity) }
    let days = (spans.compactMap(\.first).min(), spans.compactMap(\.last).max())
    guard days.0 != nil else { return nil }
    if let around = items.trip(around: days.0, days.1) { return around }
    let known = items.objects.parts(ofTrips: { recordOfObject[$0]?.isMade ?? false })
      .filter { PartSpan($0.values, $0.entity).first != nil }
    let parts =
      known.map { (ObjectContent(values: $0.values), $0.entity) }
      + new.map { ($0.content.object, $0.entity) }
    let grouping = TripGrouping(
      parts.enumerated().map { ReservationPlan.part(of: $1.0, $1.1, $0) })
    for group in grouping.groups where group.contains(where: { $0 >= known.count }) {
      if let first = group.first(where: { $0 < known.count }) { return known[first].trip }
    }
    return nil
  }

  private mutating func makeTrip(
    _ trip: MadeTrip, _ content: ReservationContent
  ) throws(DocumentError) -> ObjectKey {
    let key = try items.keys.take()
    let name = ReservationReader.name(of: trip.content, reader.options)
    reader.noteMade(trip)
    var values = trip.content.values
    values["name"] = .text(name)
    try items.objects.insert(
      TripObject(entity: "Trip", key: key, values: values), trip.content.participants, &items.keys)
    updated[key] = ReservationRecords.Object(
      key: try items.keys.take(), anchor: key, file: content.identity, nodes: [],
      identities: [takeMadeIdentity(content)], trip: nil,
      made: MadeFields(
        ObjectContent(values: values, participants: trip.content.participants), of: "Trip", schema))
    return key
  }

  /// Returns an identity for a made trip, which no node states: a number in its file that no other trip has.
  private mutating func takeMadeIdentity(_ content: ReservationContent) -> String {
    // Bound: each round has a greater number, and the identities of records are finite.
    while true {
      lastMade += 1
      let identity = "made:\(content.identity):\(lastMade)"
      if !madeIdentities.contains(ComparisonText(identity)) { return identity }
    }
  }

  /// The identity by which the records of parts name a trip.
  func identity(ofTrip key: ObjectKey) -> String? {
    (updated[key] ?? recordOfObject[key])?.identities.first
  }

  /// Brings changes of parts into the trips that were made for them.
  mutating func updateMadeTrips() throws(DocumentError) {
    guard recordOfObject.values.contains(where: \.isMade) else { return }
    let old = Dictionary(grouping: recordOfObject.values, by: Self.trip(of:))
    let new = Dictionary(
      grouping: recordOfObject.merging(updated) { $1 }.values, by: Self.trip(of:))
    let concerned = Set(updated.values.compactMap(Self.trip(of:)))
    for (key, record) in recordOfObject.sorted(by: { $0.key < $1.key }) where record.isMade {
      guard let identity = record.identities.first.map({ ComparisonText($0) }),
        concerned.contains(identity),
        let made = items.objects.objects[key].flatMap({ stored.made(of: record, $0) })
      else { continue }
      var before = stored.partsContent(of: old[identity] ?? [])
      var after = stored.partsContent(of: new[identity] ?? [])
      // A trip without a name has the name of its file, which is no change.
      if before.text("name").isEmpty || after.text("name").isEmpty {
        before.values["name"] = nil
        after.values["name"] = nil
      }
      let effect = try items.objects.update(
        key, from: ImportedState(made: made, source: before), to: after, &items.keys)
      updated[key] = record
      updated[key]?.made = effect.made
      if effect.isAny { items.hasChanged = true }
    }
  }

  /// The identity of the trip of an object as a key.
  static func trip(of record: ReservationRecords.Object) -> ComparisonText? {
    record.trip.map { ComparisonText($0) }
  }
}
