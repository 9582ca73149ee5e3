import DocumentTables

/// The trips of a file of another program: trips with rows, and trips that only its parts name.
struct CSVTrips {
  /// A trip that no row of the file is.
  struct Made {
    /// The name that the parts state; for parts without one, a ``CSVTripLabel``.
    let label: String
    let key: ObjectKey
    var span: ClosedRange<Int64>?
    /// The key of the part that names the trip.
    var naming: ObjectKey?
    /// The place that names the trip; nil for the name of the file.
    var name: String?
    /// Whether any part is in the document.
    var isUsed = false
  }

  /// The keys of the rows of trips, by names and identities.
  private var rows: [ComparisonText: ObjectKey] = [:]
  /// The names that parts state, in the order of the file.
  private var labels: [String] = []
  private var known: Set<ComparisonText> = []
  private(set) var made: [Made] = []
  private var places: [ComparisonText: Int] = [:]
  private var spans: [ObjectKey: ClosedRange<Int64>] = [:]
  /// The places of the trips of parts that state none, in the order of their days, if there are several.
  private var groups: Range<Int> = 0..<0
  /// Whether a part that states no trip has a day.
  private var hasDays = false
  /// The trips with rows, by their days.
  private var containment = CSVTripRows()

  var hasMade: Bool { !made.isEmpty }
  var usesMade: Bool { made.contains(where: \.isUsed) }
  /// Whether any part states no trip.
  var hasUnnamedParts: Bool { known.contains(ComparisonText("")) }

  /// Notes a row that is a trip.
  mutating func note(name: String, identity: String?, key: ObjectKey) {
    for label in [identity ?? "", name] where !label.isEmpty {
      let label = ComparisonText(label)
      if rows[label] == nil { rows[label] = key }
    }
  }

  /// Whether any row is a trip.
  var hasRows: Bool { !rows.isEmpty }

  /// Sets the days of the trips with rows.
  mutating func setDays(_ trips: [(key: ObjectKey, days: ClosedRange<Int64>)]) {
    containment = CSVTripRows(trips)
  }

  /// Returns the trip with a row in whose days a part lies that states no trip.
  func trip(around days: ClosedRange<Int64>?) -> ObjectKey? { days.flatMap(containment.trip) }

  /// Notes the trip that a row states.
  mutating func note(part label: String) {
    if known.insert(ComparisonText(label)).inserted { labels.append(label) }
  }

  /// Decides which trips are made.
  ///
  /// - Parameter groups: The trips of rows that state none.
  mutating func finish(_ groups: [CSVRowGroups.Group], _ nextKey: inout ObjectKey) {
    hasDays = !groups.isEmpty
    for label in labels where rows[ComparisonText(label)] == nil {
      guard label.isEmpty, groups.count > 1 else {
        places[ComparisonText(label)] = made.count
        made.append(Made(label: label, key: nextKey))
        nextKey += 1
        continue
      }
      self.groups = made.count..<made.count + groups.count
      for group in groups {
        let label = CSVTripLabel.label(ofDay: group.days.lowerBound)
        made.append(
          Made(label: label, key: nextKey, span: group.days, naming: group.naming))
        nextKey += 1
      }
    }
    labels = []
    known = []
  }

  /// Returns the trip of a part, which takes place on some days.
  ///
  /// - Parameters:
  ///   - isUnread: Whether the row states a day that cannot be read, and may be of any year.
  ///   - name: The words that name a trip after the part.
  mutating func take(
    part label: String, _ span: ClosedRange<Int64>?, isUnread: Bool, key: ObjectKey,
    name: () -> String
  ) -> ObjectKey? {
    if label.isEmpty, isUnread, hasDays { return nil }
    if label.isEmpty, !groups.isEmpty {
      guard let first = span?.lowerBound, let place = group(of: first) else { return nil }
      made[place].isUsed = true
      if made[place].naming == key { made[place].name = name() }
      return made[place].key
    }
    let label = ComparisonText(label)
    if let place = places[label] {
      made[place].isUsed = true
      made[place].span = Self.union(made[place].span, span)
      return made[place].key
    }
    guard let key = rows[label] else { return nil }
    spans[key] = Self.union(spans[key], span)
    return key
  }

  /// Returns the place of the group whose days contain a day.
  private func group(of day: Int64) -> Int? {
    let count = made[groups].prefixCount(while: { ($0.span?.lowerBound ?? .max) <= day })
    return count > 0 ? groups.lowerBound + count - 1 : nil
  }

  /// The days of the parts of a trip with a row.
  func span(of trip: ObjectKey) -> ClosedRange<Int64>? { spans[trip] }

  static func union(
    _ left: ClosedRange<Int64>?, _ right: ClosedRange<Int64>?
  ) -> ClosedRange<Int64>? {
    guard let left, let right else { return left ?? right }
    return min(left.lowerBound, right.lowerBound)...max(left.upperBound, right.upperBound)
  }
}

/// The trips with rows, to find the shortest one in whose days a part lies.
struct CSVTripRows {
  private let keys: [ObjectKey]
  private let containment: TripContainment

  init(_ trips: [(key: ObjectKey, days: ClosedRange<Int64>)] = []) {
    keys = trips.map(\.key)
    containment = TripContainment(
      trips.enumerated().map { ($0, $1.days.lowerBound, $1.days.upperBound) })
  }

  func trip(around days: ClosedRange<Int64>) -> ObjectKey? {
    containment.trip(of: days.lowerBound, days.upperBound).map { keys[$0] }
  }
}

/// What identifies a trip of rows that state none, in place of the name that they would state; empty for the only one.
enum CSVTripLabel {
  /// Returns the label of one of several such trips: its first day, behind a tab, which no name of a trip begins with.
  static func label(ofDay day: Int64) -> String { "\t" + DayText.text(day) }

  /// Whether a label is that of rows that state no trip.
  static func isGroup(_ label: String) -> Bool { label.isEmpty || label.utf8.first == 9 }
}

/// The keys of a file of our own, which a person may have changed.
struct CSVKeys {
  /// The next free key.
  var next: ObjectKey = 1
  private var stated: [Int: [ObjectKey]] = [:]
  private var unsorted: Set<Int> = []
  private var duplicates: Set<ObjectKey> = []
  private var taken: Set<ObjectKey> = []
  private var nextNew: ObjectKey = 1

  /// Notes the key that a row states; nil if it states none that can be used.
  mutating func note(_ key: ObjectKey?, of hierarchy: Int) {
    guard let key else {
      unsorted.insert(hierarchy)
      next += 1
      return
    }
    if let last = stated[hierarchy]?.last, last >= key { unsorted.insert(hierarchy) }
    stated[hierarchy, default: []].append(key)
  }

  /// Finds keys that several rows state; the first of them keeps it.
  mutating func finish() {
    for hierarchy in stated.keys { stated[hierarchy]?.sort() }
    let all = stated.values.flatMap { $0 }.sorted()
    for (left, right) in zip(all, all.dropFirst()) where left == right { duplicates.insert(left) }
    // The first hierarchy keeps the key, and references mean the object there.
    var owned: Set<ObjectKey> = []
    for hierarchy in stated.keys.sorted() where !duplicates.isEmpty {
      stated[hierarchy]?.removeAll(where: owned.contains)
      owned.formUnion((stated[hierarchy] ?? []).filter(duplicates.contains))
    }
    // As many new keys as rows without one, and one for each further row of a duplicate.
    nextNew = (all.last ?? 0) + 1
    next += nextNew - 1 + (duplicates.isEmpty ? 0 : Int64(all.count))
  }

  func isAscending(_ hierarchy: Int) -> Bool {
    duplicates.isEmpty && !unsorted.contains(hierarchy)
  }

  /// Returns the key of a row.
  mutating func take(
    _ key: ObjectKey?, of hierarchy: Int
  ) -> (key: ObjectKey, isDuplicate: Bool) {
    if let key, !duplicates.contains(key) || taken.insert(key).inserted { return (key, false) }
    defer { nextNew += 1 }
    return (nextNew, key != nil)
  }

  /// Returns whether a row of a hierarchy states a key.
  func contains(_ key: ObjectKey, of hierarchy: Int) -> Bool {
    guard let keys = stated[hierarchy] else { return false }
    let place = keys.prefixCount(while: { $0 < key })
    return place < keys.count && keys[place] == key
  }
}
