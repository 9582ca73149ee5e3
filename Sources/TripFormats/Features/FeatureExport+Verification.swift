import DocumentTables

// What a written file says when it is read again.
extension FeatureExport {
  /// States what the written file does not say of the objects by its elements alone.
  ///
  /// What a feature says depends on the others: three names are stops, and two are a leg.
  ///
  /// - Returns: Whether the file is to be written again.
  mutating func correct(_ output: Output, _ file: FeatureFile) -> Bool {
    let pairs = FeatureMatching.equal(
      output.planned.map(\.feature), file.features.map(\.feature))
    let read = Set(pairs.values)
    var ofIdentity: [String: Feature] = [:]
    for (place, stated) in file.features.enumerated() where !read.contains(place) {
      if let name = stated.feature.exact?[ExactFeature.identity]?.textValue {
        ofIdentity[name] = stated.feature
      }
    }
    var isCorrected = false
    for planned in output.planned
    where planned.takesPointTimes != file.takesPointTimes && planned.feature.exact == nil
      && !planned.feature.isRecorded && planned.feature.points.contains(where: { $0.time != nil })
    {
      if identified.insert(planned.key).inserted { isCorrected = true }
    }
    for (index, planned) in output.planned.enumerated() where pairs[index] == nil {
      guard let object = objects.ofKey[planned.key] else { continue }
      if var feature = ofIdentity[writing.identity(planned.key)] {
        let trip = trip(of: object)
        let before = feature
        feature.exact = nil
        let new = FeatureWriting.grouped(
          writing.exact(
            of: object, objects.participants[planned.key] ?? [], trip, beside: feature),
          as: before, trip)
        if exact.updateValue(new, forKey: planned.key) != new { isCorrected = true }
      } else if identified.insert(planned.key).inserted {
        isCorrected = true
      }
    }
    if file.whole.feature != output.whole, let trip = wholeTrip.flatMap({ objects.ofKey[$0] }) {
      var whole = file.whole.feature
      whole.exact = nil
      let new = writing.exact(
        of: trip, objects.participants[trip.key] ?? [], .open, beside: whole
      ).replacing(ExactFeature.file, with: .bool(true))
      stated.insert(trip.key)
      if exact.updateValue(new, forKey: trip.key) != new { isCorrected = true }
    }
    return isCorrected
  }

  // MARK: Trips

  /// States the trips that reading a file would not make of its features, and the objects without a trip that would get one.
  ///
  /// - Returns: Whether the file is to be written again.
  mutating func stateTrips(_ file: FeatureFile) -> Bool {
    let missing = missing(in: file).subtracting(stated).subtracting(loose)
    for key in missing {
      if objects.ofKey[key].map({ schema.isTrip($0.entity) }) ?? false {
        stated.insert(key)
      } else {
        loose.insert(key)
      }
    }
    // What is written beside features names their trips.
    if !missing.isEmpty { exact = [:] }
    return !missing.isEmpty
  }

  private func missing(in file: FeatureFile) -> Set<ObjectKey> {
    let source = sources.first
    var record =
      source?.record
      ?? FeatureRecords.File(key: 0, format: form.name, identity: "", known: [])
    // Who reads the file knows its name, and not that of the one that was imported.
    if FeatureFiles.name(of: record.identity).isEmpty { record.identity = "\u{0}" }
    record.takesPointTimes = file.takesPointTimes
    let reading = FeatureReading(schema, record)
    let plan = FeaturePlan(file, reading)
    let owners = owners(of: plan, source)
    var missing = Set(objects.trips.map(\.key)).subtracting(stated)
    for (index, item) in plan.items.enumerated() where item.trip != nil {
      if let object = owners[index].flatMap({ objects.ofKey[$0] }), object.trip == nil,
        !schema.isTrip(object.entity)
      {
        missing.insert(object.key)
      }
    }
    for made in plan.made {
      let parts = made.items.compactMap { owners[$0] }.compactMap { objects.ofKey[$0] }
      let trips = Set(parts.map(\.trip))
      guard parts.count == made.items.count, trips.count == 1,
        let trip = trips.first.flatMap({ $0 }), let object = objects.ofKey[trip],
        object.entity == "Trip",
        parts.count == objects.parts[trip]?.count
      else { continue }
      let content = FeaturePlan.content(
        of: made.items.map { plan.items[$0].part }, whole: made.whole, reading)
      let same = objects.content(of: object)
      if MadeFields(content, of: "Trip", schema) == MadeFields(same, of: "Trip", schema) {
        missing.remove(trip)
      }
    }
    return missing
  }

  /// Returns the objects of the items of a plan of the written file.
  private func owners(of plan: FeaturePlan, _ source: Source?) -> [Int: ObjectKey] {
    var owners: [Int: ObjectKey] = [:]
    let features = (source.map { records.objects(of: $0.record.identity) } ?? []).filter { record in
      !record.isMade && record.anchor.map { objects.ofKey[$0] != nil } ?? false
    }
    let pairs = FeatureMatching.pairs(
      plan.items.map { .init(feature: $0.stated.feature, name: $0.stated.name) },
      features.compactMap { record in
        record.feature.map { .init(feature: $0, name: record.name) }
      })
    for (index, place) in pairs { owners[index] = features[place].anchor }
    for (index, item) in plan.items.enumerated() {
      let name = item.stated.feature.exact?[ExactFeature.identity]?.textValue
      if let own = name.flatMap({ ObjectIdentity($0) }), own.document == tables.documentID {
        owners[index] = own.key
      }
    }
    return owners
  }
}
