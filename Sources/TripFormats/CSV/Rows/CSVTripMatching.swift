import DocumentTables

/// Finds the trips of a document that the groups of a file's rows are.
///
/// Rows that state no trip tell nothing of it but their days, so the rows that the document knows say which trip a group is:
/// their objects keep their trips, and new rows join them. A group without known rows is a new trip.
struct CSVTripMatching {
  /// A row of the file that states no trip.
  struct Part {
    /// The trip of its group in the file; nil for a row without a day where there are several.
    let group: ObjectKey?
    let days: ClosedRange<Int64>?
    /// What the document has of the row; nil for a row that is new or whose object was deleted.
    let known: (trip: ObjectKey?, days: ClosedRange<Int64>?)?
    /// Whether the object of the row was deleted.
    let isDeleted: Bool
  }

  /// A trip that an import made for rows.
  typealias Made = (key: ObjectKey, row: CSVStoredRow)

  /// The days of an object of a trip whose row is gone.
  typealias Staying = (trip: ObjectKey, days: ClosedRange<Int64>)

  /// The trips of the document, by the groups of the file.
  private(set) var trips: [ObjectKey: ObjectKey] = [:]
  /// The days that trips of the document have now, by their keys.
  private(set) var days: [ObjectKey: ClosedRange<Int64>?] = [:]

  private let made: [ObjectKey: CSVStoredRow]
  private let containment: TripContainment

  /// - Parameters:
  ///   - parts: The rows of the file, in its order.
  ///   - groups: The trips that a new document of the file has for them.
  ///   - made: The trips of the document that earlier imports made for rows that stated none.
  ///   - staying: The objects of rows that are gone.
  init(_ parts: [Part], _ groups: [Made], _ made: [Made], _ staying: [Staying]) {
    let made = made.sorted { $0.key < $1.key }
    self.made = Dictionary(made.map { ($0.key, $0.row) }) { first, _ in first }
    containment = TripContainment(
      made.enumerated().compactMap { index, trip in
        trip.row.days.map { (index, $0.lowerBound, $0.upperBound) }
      })
    let homes = parts.map { part in home(of: part) { made[$0].key } }
    findTrips(parts, homes)
    findTrips(of: groups, by: made)
    for (part, home) in zip(parts, homes) {
      let group = part.group.flatMap { trips[$0] }
      let isKnown = part.known != nil
      guard let trip = home ?? (isKnown ? nil : group), self.made[trip] != nil else { continue }
      days[trip] = .some(CSVTrips.union(days[trip] ?? nil, part.days))
    }
    for (trip, own) in staying {
      if let found = days[trip] { days[trip] = .some(CSVTrips.union(found, own)) }
    }
  }

  /// Returns the trip that the last import gave a row: that of its object, unless a person has moved it since.
  private func home(of part: Part, _ key: (Int) -> ObjectKey) -> ObjectKey? {
    guard let days = part.known.map(\.days) ?? (part.isDeleted ? part.days : nil) else {
      return part.known?.trip.flatMap { made[$0] == nil ? nil : $0 }
    }
    let trip = part.known?.trip.flatMap { made[$0] == nil ? nil : $0 }
    if let trip, let own = made[trip]?.days, own.contains(days) { return trip }
    return containment.trip(of: days.lowerBound, days.upperBound).map(key) ?? trip
  }

  /// Gives each group the trip of its first known row, one that an import made before any other.
  private mutating func findTrips(_ parts: [Part], _ homes: [ObjectKey?]) {
    var others: [ObjectKey: ObjectKey] = [:]
    for (part, home) in zip(parts, homes) {
      guard let group = part.group, let known = part.known, trips[group] == nil else { continue }
      if let home {
        trips[group] = home
      } else if let trip = known.trip, others[group] == nil {
        others[group] = trip
      }
    }
    trips.merge(others) { first, _ in first }
  }

  /// Gives groups without known rows the trip of the same label, if its days are near.
  private mutating func findTrips(of groups: [Made], by made: [Made]) {
    let byLabel = Dictionary(made.map { (ComparisonText($0.row.trip ?? ""), $0) }) { first, _ in
      first
    }
    for group in groups where trips[group.key] == nil {
      guard let trip = byLabel[ComparisonText(group.row.trip ?? "")] else { continue }
      if let own = trip.row.days, let new = group.row.days {
        let pause = max(new.lowerBound - own.upperBound, own.lowerBound - new.upperBound)
        if pause > TripGrouping.longestPause { continue }
      }
      trips[group.key] = trip.key
    }
  }
}
