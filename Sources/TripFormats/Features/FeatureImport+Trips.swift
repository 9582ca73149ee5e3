import DocumentFile
import DocumentTables

/// The trips of a document that were made for features, of any file.
struct MadeFeatureTrips {
  /// The trips with their records, in the order of their keys.
  let trips: [(key: ObjectKey, record: FeatureRecords.Object)]
  /// The identities that trips have.
  let identities: Set<String>
  /// The trips by their first and last days.
  private var ofEdge: [Int64: ObjectKey] = [:]

  init(
    _ recordOfObject: [ObjectKey: FeatureRecords.Object], _ records: StoredFiles<FeatureRecords>,
    _ objects: ObjectUpdate
  ) {
    trips = recordOfObject.filter(\.value.isMade).map { ($0.key, $0.value) }
      .sorted { $0.key < $1.key }
    identities = Set(records.objects.filter(\.isMade).compactMap(\.trip))
    for (key, _) in trips.reversed() {
      guard let trip = objects.objects[key], !trip.isCancelled else { continue }
      for day in ["startDate", "endDate"].compactMap(trip.day) { ofEdge[day] = key }
    }
  }

  /// Returns the trip that begins or ends on some days, or on those beside them.
  ///
  /// - Parameter days: At most ``TripGrouping/longestRoundTrip`` days count.
  func trip(beside days: ClosedRange<Int64>) -> ObjectKey? {
    let first = max(days.lowerBound, days.upperBound - TripGrouping.longestRoundTrip)
    return (first - 1...days.upperBound + 1).lazy.compactMap { ofEdge[$0] }.first
  }
}

// The trips of a file: those that it states, those of the document, and new ones.
extension FeatureImport {
  /// Returns the object of each trip.
  ///
  /// The first of these is the trip of a group: the trip of its known features, the trip of the document in whose days it lies, a trip
  /// that was made for features of the days beside it, a new trip.
  mutating func trips() throws(DocumentError) -> [PlannedTrip: ObjectKey] {
    var (trips, open) = items.trips(
      ofItems: plan.items.map(\.entity), made: plan.made.map(\.items), owners,
      isNew: newItems.contains)
    for number in open {
      let parts = plan.made[number].items.filter(newItems.contains).map { plan.items[$0] }
      if let trip = tripOfDocument(parts) {
        trips[.made(number)] = trip
      } else {
        trips[.made(number)] = try makeTrip(parts, plan.made[number].whole)
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
    let isWhole = parts.allSatisfy {
      $0.stated.feature.exact?[ExactFeature.isWhole]?.boolValue ?? false
    }
    return items.trip(around: first, last)
      ?? (isWhole ? nil : madeTrips.trip(beside: first...last))
  }

  private mutating func makeTrip(
    _ parts: [FeaturePlan.Item], _ whole: Feature?
  ) throws(DocumentError) -> ObjectKey {
    let key = try items.keys.take()
    let content = FeaturePlan.content(of: parts.map(\.part), whole: whole, reading)
    try items.objects.insert(
      TripObject(entity: "Trip", key: key, values: content.values), [], &items.keys)
    report.note(.init(.featureTrip, subject: content.text("name")))
    items.hasChanged = true
    updated[key] = FeatureRecords.Object(
      key: try items.keys.take(), anchor: key, file: record.identity, feature: whole,
      trip: takeTripIdentity(), isMade: true, name: FeatureName(digest: "", number: 0),
      made: MadeFields(content, of: "Trip", schema))
    return key
  }

  /// Returns an identity for a made trip: a number in its file that no other trip has.
  private mutating func takeTripIdentity() -> String {
    // Bound: each round has a greater number, and the records are finite.
    repeat { lastTrip += 1 } while madeTrips.identities.contains("\(record.identity)\t\(lastTrip)")
    return "\(record.identity)\t\(lastTrip)"
  }

  /// Brings changes of features into the trips that were made for them.
  mutating func updateMadeTrips() throws(DocumentError) {
    guard !items.isFirst else { return }
    func parts(
      _ records: some Sequence<FeatureRecords.Object>
    ) -> [String: [FeatureRecords.Object]] {
      Dictionary(grouping: records.filter { !$0.isMade && $0.trip != nil }) { $0.trip ?? "" }
    }
    // What a person changed in the document and exported is no change of the file.
    let before = recordOfObject.merging(updated.filter { settled.contains($0.key) }) { $1 }
    let old = parts(before.values)
    let new = parts(recordOfObject.merging(updated) { $1 }.values)
    let concerned = Set(updated.values.filter { !$0.isMade }.compactMap(\.trip))
    for (key, trip) in madeTrips.trips {
      guard let name = trip.trip, concerned.contains(name), let made = trip.made else { continue }
      var changed = trip
      if trip.feature != nil, trip.file.isSpelled(record.identity) {
        changed.feature = file.whole.feature
      }
      var before = content(of: old[name] ?? [], trip)
      var after = content(of: new[name] ?? [], changed)
      // A trip keeps the name that its first features gave it, and what no change of the file concerns.
      let hasName = changed.feature?.name ?? "" != ""
      for field in after.values.keys
      where field == "name" && !hasName || after.values[field] == before.values[field] {
        before.values[field] = nil
        after.values[field] = nil
      }
      if after.values.isEmpty, before.participants == after.participants { continue }
      let effect = try items.objects.update(
        key, from: ImportedState(made: made, source: before), to: after, &items.keys)
      updated[key] = changed
      updated[key]?.made = effect.made
      if effect.isAny { items.hasChanged = true }
    }
  }

  private func content(
    of parts: [FeatureRecords.Object], _ trip: FeatureRecords.Object
  ) -> ObjectContent {
    let sorted = parts.sorted { $0.key < $1.key }.compactMap { part -> FeaturePlan.Part? in
      guard let feature = part.feature else { return nil }
      let isNew = part.file.isSpelled(record.identity) && updated[part.anchor ?? 0] == part
      let reading = isNew ? self.reading : storedReading(part)
      let entity =
        part.anchor.flatMap { items.objects.objects[$0]?.entity } ?? reading.entity(of: feature)
      return FeaturePlan.Part(
        feature: feature, entity: entity, content: reading.content(of: feature, as: entity))
    }
    return FeaturePlan.content(of: sorted, whole: trip.feature, storedReading(trip))
  }
}
