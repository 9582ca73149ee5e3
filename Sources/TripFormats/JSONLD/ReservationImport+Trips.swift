import DocumentFile
import DocumentTables

// The trips of a file: stated trips, and trips that are made for parts without one.
extension ReservationImport {
  /// Returns the object of each trip: a stated one, or for a made one that of its known parts, or one of the document (spec 14.6), or a new one.
  mutating func trips(
    of plan: ReservationPlan, _ owners: [Int: ObjectKey], _ isNew: Set<Int>,
    _ content: ReservationContent
  ) throws(DocumentError) -> [PlannedTrip: ObjectKey] {
    var (trips, open) = items.trips(
      ofItems: plan.items.map(\.entity), made: plan.made.map(\.items), owners,
      isNew: isNew.contains)
    let ofDocument = tripsOfDocument(open, plan, isNew)
    for index in open {
      if let trip = ofDocument[index] {
        trips[.made(index)] = trip
      } else {
        trips[.made(index)] = try makeTrip(plan.made[index], content)
      }
    }
    return trips
  }

  /// A trip that a file would make, with its new items.
  private struct OpenTrip {
    let index: Int
    let items: [ReservationPlan.Item]
    let travellers: Set<TripParticipant>
  }

  /// How many groups of travellers are compared with the trips of the document, so that a hostile file costs no square of time.
  private static let mostCompared = 16

  /// Returns the trips of the document to which made trips of the file belong, by their places: a stated one in whose days they lie, or else one
  /// that was made for reservations with which they are one trip by the rules of a file that has them all.
  private mutating func tripsOfDocument(
    _ open: [Int], _ plan: ReservationPlan, _ isNew: Set<Int>
  ) -> [Int: ObjectKey] {
    if items.isFirst || open.isEmpty { return [:] }
    var trips: [Int: ObjectKey] = [:]
    var rest: [Set<TripParticipant>: [OpenTrip]] = [:]
    var order: [Set<TripParticipant>] = []
    let made = Set(recordOfObject.filter { $0.value.isMade }.keys)
    // The search makes its index in the other copy.
    let people = items
    for index in open {
      let own = plan.made[index].items.filter(isNew.contains).map { plan.items[$0] }
      let trip = OpenTrip(
        index: index, items: own, travellers: Set(own.flatMap(\.travellers)))
      let spans = own.map { PartSpan($0.content.object.values, $0.entity) }
      guard let first = spans.compactMap(\.first).min() else { continue }
      if let around = items.trip(
        around: first, spans.compactMap(\.last).max(),
        where: { !made.contains($0) && people.canTravel(trip.travellers, in: $0) })
      {
        trips[index] = around
      } else {
        if rest[trip.travellers] == nil { order.append(trip.travellers) }
        rest[trip.travellers, default: []].append(trip)
      }
    }
    for travellers in order.prefix(Self.mostCompared) {
      let known = items.objects.parts(ofTrips: { key in
        made.contains(key) && items.canTravel(travellers, in: key)
          && items.objects.objects[key].map { !$0.isCancelled } ?? false
      }).filter { PartSpan($0.values, $0.entity).first != nil }
      trips.merge(Self.nearest(rest[travellers] ?? [], among: known)) { first, _ in first }
    }
    return trips
  }

  /// Returns the trips of the nearest parts that the rules of grouping join with open trips, by the places of these.
  private static func nearest(
    _ open: [OpenTrip], among known: [TripObject]
  ) -> [Int: ObjectKey] {
    if known.isEmpty { return [:] }
    let free = open.flatMap { trip in trip.items.map { (made: trip.index, item: $0) } }
    let parts =
      known.enumerated().map { place, object in
        TripGrouping.Part(ObjectContent(values: object.values), object.entity, index: place)
      }
      + free.enumerated().map { place, part in
        TripGrouping.Part(
          part.item.content.object, part.item.entity, index: known.count + place)
      }
    var best: [Int: (gap: Int64, trip: ObjectKey)] = [:]
    for group in TripGrouping(parts).groups {
      for places in [group, group.reversed()] {
        var neighbour: Int?
        for place in places {
          guard place >= known.count else {
            neighbour = place
            continue
          }
          guard let neighbour, let trip = known[neighbour].trip else { continue }
          let made = free[place - known.count].made
          let gap = parts[neighbour].gap(to: parts[place])
          if best[made].map({ gap < $0.gap }) ?? true { best[made] = (gap, trip) }
        }
      }
    }
    return best.mapValues(\.trip)
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
