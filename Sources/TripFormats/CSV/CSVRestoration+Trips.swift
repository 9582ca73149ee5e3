import DocumentFile
import DocumentTables

// What the rows of parts say about their trips.
extension CSVRestoration {
  mutating func noteTrip(_ row: CSVRecordStream, _ stored: CSVStoredRow?) {
    guard let schema, schema.isTrip(row.text(0)), let key = Int64(row.text(1)),
      let read = own?.read(row, as: row.text(0)), let plan = own?.plan(row.text(0)),
      let column = plan.entity.column(of: "name"), case .text(let name) = read.values[column]
    else { return }
    var trip = Trip(name: name.trimmingSpaces)
    if let stored, let record = records[ComparisonText(stored.file)] {
      if let label = stored.trip {
        let isGroup = CSVTripLabel.isGroup(label)
        // The name is that of the parts, unless they name none.
        let made = plan.madeTrip(
          isGroup ? stored.name ?? record.columns.fallbackName : name,
          destination: stored.name, stored.days)
        trip.isImplied = made == read.values && row.text(0) == "Trip"
        trip.isGroup = isGroup
        trip.isOfFile = isGroup && trip.isImplied
        trip.days = stored.days
        trip.wasOnly = label.isEmpty
        trip.isNamedByRow = stored.name != nil
      } else if let (old, _) = oldRow(stored) {
        trip.place = stored.place
        // The row does not state the days that the trip got from its parts.
        trip.rowDays = plan.tripDays(read.values).flatMap { $0 == stored.days ? nil : $0 }
        trip.identity = record.columns.isOwn ? nil : reading(record, schema) { $0.identity(old) }
      }
    }
    trips[key] = trip
  }

  /// Finds out what names and identities mean when the file is read.
  mutating func nameTrips() throws(DocumentError) {
    try nameGroups()
    tripRows = CSVTripRows(
      trips.sorted { ($0.value.place, $0.key) < ($1.value.place, $1.key) }
        .compactMap { key, trip in trip.rowDays.map { (key, $0) } })
    hasSeveralGroups = trips.values.count(where: \.isOfFile) > 1
    hasDatedGroup = trips.values.contains { $0.isOfFile && $0.days != nil }
    for (key, trip) in trips.sorted(by: { ($0.value.place, $0.key) < ($1.value.place, $1.key) }) {
      for label in [trip.identity ?? "", trip.name] where !label.isEmpty && !trip.isOfFile {
        let label = ComparisonText(label)
        if meant[label] == nil { meant[label] = key }
      }
    }
  }

  /// Lets all parts of a trip name it if the days of one do not tell that it belongs to the trip, because a person moved it
  /// there or added it.
  private mutating func nameGroups() throws(DocumentError) {
    guard trips.values.count(where: \.isGroup) > 1 else { return }
    var stream = self.stream
    while try stream.next() {
      guard let schema, !schema.isTrip(stream.text(0)),
        let key = own.flatMap({ Int64($0.trip(stream)) }), let trip = trips[key], trip.isOfFile
      else { continue }
      let row = stored(stream)
      if let part = days(of: stream, row) {
        if let days = trip.days, days.contains(part) { continue }
      } else if let row, row.row != nil, row.days != nil || trip.wasOnly {
        // It had a day, or the trip was the only one, when an import gave it the trip.
        continue
      }
      nameGroup(key)
    }
    // The only trip that is left would be read with the name of the file.
    let left = trips.filter { $0.value.isOfFile }
    if left.count == 1, let key = left.keys.first, left[key]?.isNamedByRow == true {
      nameGroup(key)
    }
  }

  private mutating func nameGroup(_ key: ObjectKey) {
    trips[key]?.isOfFile = false
    trips[key]?.isImplied = false
  }

  /// Returns the days that decide to which trip an object belongs: those of its row, if it has one.
  mutating func days(
    of row: CSVRecordStream, _ stored: CSVStoredRow?
  ) -> ClosedRange<Int64>? {
    let entity = row.text(0)
    guard let schema else { return nil }
    guard stored?.row != nil, stored.map({ records[ComparisonText($0.file)] != nil }) ?? false
    else {
      guard let read = own?.read(row, as: entity), let plan = own?.plan(entity) else { return nil }
      return plan.days(read.values)
    }
    return oldRow(stored).flatMap { old, file in
      reading(file, schema) { reading in
        reading.read(old, as: entity).flatMap { reading.days(old, $0) }
      }
    }
  }

  /// Returns the trip with a row in whose days an object lies, as the exported file is read.
  mutating func trip(
    around row: CSVRecordStream, _ stored: CSVStoredRow?, _ values: [Value]
  ) -> ObjectKey? {
    let days = own?.plan(row.text(0))?.days(values) ?? days(of: row, stored)
    return days.flatMap(tripRows.trip)
  }

  /// Whether the row of an object without a trip says so: it states no trip, and no day in a file of several trips, or one
  /// that cannot be read in a file with others.
  mutating func isWithoutTrip(_ row: CSVRecordStream, _ stored: CSVStoredRow?) -> Bool {
    guard let schema, let (old, file) = oldRow(stored), days(of: row, stored) == nil else {
      return false
    }
    let (hasSeveralGroups, hasDatedGroup) = (hasSeveralGroups, hasDatedGroup)
    return reading(file, schema) { reading in
      guard reading.trip(old).isEmpty else { return false }
      if hasSeveralGroups { return true }
      return hasDatedGroup
        && reading.read(old, as: row.text(0))?.findings.contains { $0.code == .unreadMoment }
          ?? false
    }
  }

  /// What the cell of a part's trip has to say; an outer nil if no cell can say it.
  func label(_ trip: ObjectKey?, _ old: String?, isOwn: Bool) -> String?? {
    guard let trip else { return .some(isOwn ? "" : nil) }
    if isOwn { return .some(String(trip)) }
    guard let known = trips[trip] else { return nil }
    if known.isOfFile { return .some("") }
    if let old, meant[ComparisonText(old)] == trip { return .some(old) }
    for label in [known.identity ?? "", known.name] where meant[ComparisonText(label)] == trip {
      return .some(label)
    }
    return nil
  }
}
