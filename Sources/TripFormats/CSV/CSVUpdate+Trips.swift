import DocumentFile
import DocumentTables

// The trips that are made for rows.
extension CSVUpdate {
  /// Matches the trips that were made for rows: by the name that these state, or by the rows that the document knows.
  ///
  /// - Parameters:
  ///   - parts: The rows that state no trip.
  ///   - staying: The days of objects whose rows are gone.
  ///   - adopted: The trips that rows of the file are now.
  mutating func matchTrips(
    _ parts: [CSVTripMatching.Part], _ staying: [CSVTripMatching.Staying],
    besides adopted: Set<ObjectKey>
  ) throws(DocumentError) {
    var named: [ComparisonText: ObjectKey] = [:]
    var made: [CSVTripMatching.Made] = []
    for (key, row) in stored.sorted(by: { $0.key < $1.key }) {
      guard let label = row.trip, isCandidate(row), items.objects.objects[key] != nil,
        !adopted.contains(key)
      else { continue }
      if CSVTripLabel.isGroup(label) {
        made.append((key, row))
      } else if named[ComparisonText(label)] == nil {
        named[ComparisonText(label)] = key
      }
    }
    let ofSheets = tripsOfSheets
    var groups: [CSVTripMatching.Made] = []
    for object in fresh.objects {
      guard let row = fresh.rows[object.key], let label = row.trip else { continue }
      if CSVTripLabel.isGroup(label) {
        groups.append((object.key, row))
      } else if let key = named[ComparisonText(label)] {
        places[object.key] = key
        try update(key, to: row)
      } else if let key = ofSheets[ComparisonText(label)] {
        places[object.key] = key
      }
    }
    let matching = CSVTripMatching(parts, groups, made, staying)
    places.merge(matching.trips) { _, new in new }
    var names: [ObjectKey: [String?]] = [:]
    for group in groups {
      if let trip = matching.trips[group.key] { names[trip, default: []].append(group.row.name) }
    }
    for (key, old) in made {
      guard let days = matching.days[key] else { continue }
      var row = CSVStoredRow(
        file: fresh.file.identity, place: 0, row: nil, trip: old.trip, days: days)
      row.name = old.name
      // The name follows the file while one group of the file is the trip.
      if old.name != nil, let found = names[key], found.count == 1, let name = found[0] {
        row.name = name
      }
      try update(key, to: row)
    }
  }

  /// The trips of other sheets of the same file by their names.
  private var tripsOfSheets: [ComparisonText: ObjectKey] {
    guard !sheets.isEmpty else { return [:] }
    var trips: [ComparisonText: ObjectKey] = [:]
    for (key, row) in stored.sorted(by: { $0.key < $1.key }) {
      guard sheets.contains(ComparisonText(row.file)), let object = items.objects.objects[key],
        schema.isTrip(object.entity)
      else { continue }
      let name = row.trip.map { CSVTripLabel.isGroup($0) ? "" : $0 } ?? object.text("name")
      if !name.isEmpty, trips[ComparisonText(name)] == nil { trips[ComparisonText(name)] = key }
    }
    return trips
  }

  /// Gives a trip what its rows say now.
  private mutating func update(_ key: ObjectKey, to row: CSVStoredRow) throws(DocumentError) {
    guard let old = stored[key] else { return }
    let (before, after) = (Self.content(of: old), Self.content(of: row))
    try items.objects.update(
      key, from: ImportedState(made: MadeFields(before, of: "Trip", schema), source: before),
      to: after, &items.keys)
    keepRow(row, of: key)
  }

  private static func content(of trip: CSVStoredRow) -> ObjectContent {
    var values: [String: Value] = [
      "startDate": trip.days.map { .integer($0.lowerBound) } ?? .null,
      "endDate": trip.days.map { .integer($0.upperBound) } ?? .null,
    ]
    if let name = trip.name {
      values["name"] = .text(name)
      values["destination"] = .text(name)
    }
    return ObjectContent(values: values)
  }

  /// Whether the document has several trips of rows that state none.
  var hasSeveralGroups: Bool {
    stored.count { key, row in
      row.trip.map(CSVTripLabel.isGroup) ?? false && isCandidate(row)
        && items.objects.objects[key] != nil
    } > 1
  }

  /// Returns the trip of the document for a new object of the file.
  mutating func trip(of object: TripObject) throws(DocumentError) -> ObjectKey? {
    guard let trip = object.trip else { return nil }
    if let known = places[trip] { return items.objects.trip(meantBy: known) }
    let made = try makeTrip(trip)
    return made == 0 ? nil : made
  }

  /// Makes a trip of the file when the first new object needs it.
  private mutating func makeTrip(_ trip: ObjectKey) throws(DocumentError) -> ObjectKey {
    guard let object = fresh.places[trip].map({ fresh.objects[$0] }) else {
      // A trip of our own file that the document has.
      return items.objects.objects[trip].map { schema.isTrip($0.entity) ? trip : 0 } ?? 0
    }
    try insert(object, fresh.rows[trip])
    return places[trip] ?? 0
  }

  /// Whether a row that stated no day belonged to none of several trips and states a day now.
  func joinsTrip(
    _ row: CSVRowContent, _ own: ObjectKey, _ base: Base, _ finding: Finding
  ) -> Bool {
    guard finding.hasSeveralGroups, row.days != nil else { return false }
    return base.days == nil && base.trip.isEmpty && items.objects.objects[own]?.trip == nil
  }

  /// Matches the trips that were made for rows that state none.
  mutating func matchTrips(
    of rows: [FreshRow], _ finding: Finding, _ bases: [ObjectKey: Base]
  ) throws(DocumentError) {
    let parts = rows.filter {
      !schema.isTrip($0.object.entity) && !fresh.file.columns.isOwn && $0.read.trip.isEmpty
    }
    let known = parts.map { row in
      places[row.object.key].flatMap { key in
        bases[key].map { joinsTrip(row.read, key, $0, finding) } ?? false ? nil : key
      }
    }
    let matched = Set(finding.matched.values)
    // The objects of rows that are gone stay, and their days with them.
    let staying = storedInOrder.filter {
      !items.removesCancelled && !matched.contains($0.key)
        && ComparisonText($0.row.file) == ComparisonText(fresh.file.identity)
    }.compactMap { key, _ -> CSVTripMatching.Staying? in
      guard let trip = items.objects.objects[key]?.trip, let days = bases[key]?.days else {
        return nil
      }
      return (trip, days)
    }
    try matchTrips(
      zip(parts, known).map { row, known in
        CSVTripMatching.Part(
          // A trip with a row is found by it.
          group: row.object.trip.flatMap { fresh.rows[$0]?.row == nil ? $0 : nil },
          days: row.read.days,
          known: known.map { (items.objects.objects[$0]?.trip, bases[$0]?.days) },
          isDeleted: places[row.object.key] == nil && !items.objects.takesTheirs
            && finding.deleted.contains(row.object.key))
      }, staying, besides: Set(finding.equal.values))
  }
}
