import DocumentFile
import DocumentTables

/// Doubts about when the objects of one table begin and end.
///
/// A journey may end before it starts by the clocks of its ends, because it may cross the date line: without
/// zones, only more than 26 hours (UTC+14 to UTC-12), or a day, are in doubt.
struct SpanDoubts {
  static let mostYears = 100
  private static let mostDays: Int64 = 36_525
  private static let dateLineSeconds: Int64 = 26 * 3600

  /// The role of the objects in a trip.
  private enum Role {
    case trip, journey, stay, item
  }

  private let hierarchy: HierarchyLayout
  private let role: Role
  private let start: EndColumns
  private let end: EndColumns
  /// The column of the trip that an object belongs to.
  private let trip: Int?

  /// Returns nil if the objects have no beginning and end.
  init?(_ hierarchy: HierarchyLayout) {
    let entity = hierarchy.name
    let names: (Role, start: [String], end: [String])? =
      switch entity {
      case "Trip": (.trip, ["startDate", "start_date"], ["endDate", "end_date"])
      case "Leg": (.journey, ["departureDate"], ["arrivalDate"])
      case "Stay": (.stay, ["checkinDate"], ["checkoutDate"])
      case "BucketListItem": (.item, ["startDate"], ["endDate"])
      default: nil
      }
    guard let names,
      let start = names.start.lazy.compactMap({ EndColumns($0, in: hierarchy) }).first,
      let end = names.end.lazy.compactMap({ EndColumns($0, in: hierarchy) }).first
    else { return nil }
    self.hierarchy = hierarchy
    (role, self.start, self.end) = (names.0, start, end)
    trip = hierarchy.column(named: "trip", of: entity)
  }

  /// Checks the rows of a segment.
  ///
  /// - Parameter days: Gets the days of stays and legs, and knows them when their trips pass by.
  func check(
    _ segment: Segment, _ days: inout TripDays, _ add: (Doubt) -> Void
  ) throws(DocumentError) {
    let rows = DoubtedRows(hierarchy: hierarchy, segment: segment)
    let reader = (start: start.reader(segment), end: end.reader(segment))
    let trips = trip.map { segment.columns[$0] }
    var parts: [OwnedEntry] = []
    for row in 0..<segment.count {
      let first = reader.start.moment(at: row)
      let last = reader.end.moment(at: row)
      var isInOrder = true
      if let first, let last {
        if isBackwards(first, last) {
          isInOrder = false
          add(rows.doubt(.endsBeforeStart, row, words(segment, row)))
        } else if last.day - first.day > Self.mostDays {
          add(rows.doubt(.tooLong, row, words(segment, row)))
        }
      }
      switch role {
      case .item: break
      case .trip:
        // Days that end before they begin contain nothing, which is one mistake.
        let stated = isInOrder ? (first?.day, last?.day) : (nil, nil)
        try days.check(segment.keys[row], from: stated.0, to: stated.1, add)
      case .journey, .stay:
        guard isInOrder, let day = first?.day ?? last?.day,
          case .reference(let trip)? = trips?.value(at: row)
        else { continue }
        parts.append(
          OwnedEntry(
            owner: trip, key: segment.keys[row], first: day, last: last?.day ?? day,
            kind: role == .journey ? TripDays.leg : TripDays.stay))
      }
    }
    try days.append(contentsOf: parts)
  }

  private func isBackwards(_ first: SpanEnd, _ last: SpanEnd) -> Bool {
    if let start = first.instant, let end = last.instant { return end < start }
    if let start = first.second, let end = last.second {
      return end < start - (role == .journey ? Self.dateLineSeconds : 0)
    }
    return last.day < first.day - (role == .journey ? 1 : 0)
  }

  private func words(_ segment: Segment, _ row: Int) -> String {
    "\(start.words(segment, row)) to \(end.words(segment, row))"
  }
}
