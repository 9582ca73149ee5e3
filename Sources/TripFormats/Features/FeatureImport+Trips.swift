import DocumentFile
import DocumentTables

// The trips of a file: those that it states, those of the document, and new ones.
extension FeatureImport {
  /// The days between two parts of one trip.
  private static let mostGap: Int64 = 1

  /// Returns the object of each trip.
  ///
  /// A group of features has the trip of those that are known, or else that of the document in whose days it lies, or else one that
  /// was made for features of the days beside it, or else a new one.
  mutating func trips(
    of plan: FeaturePlan, _ owners: [Int: ObjectKey], _ isNew: Set<Int>, _ identity: String,
    _ reading: FeatureReading
  ) throws(DocumentError) -> [FeaturePlan.Trip: ObjectKey] {
    var trips: [FeaturePlan.Trip: ObjectKey] = [:]
    for (index, item) in plan.items.enumerated() where schema.isTrip(item.entity) {
      trips[.item(index)] = owners[index].flatMap { items.objects.trip(meantBy: $0) }
    }
    for (number, made) in plan.made.enumerated() {
      let known = made.items.filter { !isNew.contains($0) }.compactMap { index in
        owners[index].flatMap { items.objects.objects[$0]?.trip }
      }.first
      if let known {
        trips[.made(number)] = known
      } else if made.items.contains(where: isNew.contains) {
        let parts = made.items.filter(isNew.contains).map { plan.items[$0] }
        if let trip = tripOfDocument(parts) {
          trips[.made(number)] = trip
        } else {
          trips[.made(number)] = try makeTrip(parts, made.whole, identity, reading)
        }
      }
    }
    return trips
  }

  private mutating func tripOfDocument(_ parts: [FeaturePlan.Item]) -> ObjectKey? {
    let spans = parts.map {
      PartSpan(FeaturePlan.local($0.content, $0.stated.feature).values, $0.entity)
    }
    guard !items.isFirst, let first = spans.compactMap(\.first).min(),
      let last = spans.compactMap(\.last).max()
    else { return nil }
    if let trip = items.trip(around: first, last) { return trip }
    var best: (gap: Int64, key: ObjectKey)?
    for (key, _) in madeTrips {
      guard let trip = items.objects.objects[key], !trip.isCancelled,
        let start = trip.day("startDate"), let end = trip.day("endDate")
      else { continue }
      let gap = max(0, first - end, start - last)
      if gap <= Self.mostGap, best.map({ (gap, key) < $0 }) ?? true { best = (gap, key) }
    }
    return best?.key
  }

  private mutating func makeTrip(
    _ parts: [FeaturePlan.Item], _ whole: Feature?, _ identity: String,
    _ reading: FeatureReading
  ) throws(DocumentError) -> ObjectKey {
    let key = try items.keys.take()
    let content = FeaturePlan.content(
      of: parts.map(\.part), whole: whole, fallbackName: reading.fallbackName, schema)
    let trip = takeTripIdentity(identity)
    try items.objects.insert(
      TripObject(entity: "Trip", key: key, values: content.values), [], &items.keys)
    report.note(.init(.featureTrip, subject: content.text("name")))
    items.hasChanged = true
    updated[key] = FeatureRecords.Object(
      key: try items.keys.take(), anchor: key, file: identity, feature: whole, trip: trip,
      isMade: true, name: FeatureName(digest: "", number: 0),
      made: MadeFields(content, of: "Trip", schema))
    return key
  }

  /// Returns an identity for a made trip: a number in its file that no other trip has.
  private mutating func takeTripIdentity(_ identity: String) -> String {
    // Bound: each round has a greater number, and the records are finite.
    repeat { lastTrip += 1 } while takenTrips.contains("\(identity)\t\(lastTrip)")
    return "\(identity)\t\(lastTrip)"
  }

  /// Brings changes of features into the trips that were made for them.
  ///
  /// - Parameters:
  ///   - identity: The identity of the file.
  ///   - whole: What it says of all its features.
  mutating func updateMadeTrips(
    _ identity: String, _ whole: Feature, _ reading: FeatureReading
  ) throws(DocumentError) {
    guard !items.isFirst else { return }
    func parts(_ records: some Sequence<FeatureRecords.Object>) -> [String: [FeatureRecords.Object]]
    {
      Dictionary(grouping: records.filter { !$0.isMade && $0.trip != nil }) { $0.trip ?? "" }
    }
    let old = parts(recordOfObject.values)
    let new = parts(recordOfObject.merging(updated) { $1 }.values)
    let concerned = Set(updated.values.filter { !$0.isMade }.compactMap(\.trip))
    for (key, record) in madeTrips {
      guard let trip = record.trip, concerned.contains(trip), let made = record.made else {
        continue
      }
      var changed = record
      if record.feature != nil, record.file.isSpelled(identity) { changed.feature = whole }
      var before = content(of: old[trip] ?? [], record, reading: storedReading)
      var after = content(of: new[trip] ?? [], changed) { part in
        part.file.isSpelled(identity) ? reading : storedReading(part)
      }
      // A trip keeps the name that its first features gave it.
      if changed.feature?.name ?? "" == "" {
        before.values["name"] = nil
        after.values["name"] = nil
      }
      let effect = try items.objects.update(
        key, from: ImportedState(made: made, source: before), to: after, &items.keys)
      updated[key] = changed
      updated[key]?.made = effect.made
      if effect.isAny { items.hasChanged = true }
    }
  }

  private func content(
    of parts: [FeatureRecords.Object], _ trip: FeatureRecords.Object,
    reading: (FeatureRecords.Object) -> FeatureReading
  ) -> ObjectContent {
    let sorted = parts.sorted { $0.key < $1.key }.compactMap { record -> FeaturePlan.Part? in
      guard let feature = record.feature else { return nil }
      let reading = reading(record)
      let entity =
        record.anchor.flatMap { items.objects.objects[$0]?.entity } ?? reading.entity(of: feature)
      return FeaturePlan.Part(
        feature: feature, entity: entity, content: reading.content(of: feature, as: entity))
    }
    return FeaturePlan.content(
      of: sorted, whole: trip.feature, fallbackName: FeatureFiles.name(of: trip.file), schema)
  }
}
