import DocumentTables

/// The rows with a day that state no trip, to find out which of them are one trip.
///
/// A file of millions of rows has one of these for each, so each is small: places are hashes, and times are seconds
/// since the first day.
struct CSVRowGroups {
  /// Rows that are one trip.
  struct Group {
    let days: ClosedRange<Int64>
    /// The key of the part that names the trip; nil if none has a name.
    let naming: ObjectKey?
  }

  private var rows: [CSVGroupedRow] = []

  /// Notes a row that states no trip.
  mutating func note(_ row: CSVRow, _ plan: CSVEntityPlan, key: ObjectKey) {
    if let row = CSVGroupedRow(row, plan, key: key) { rows.append(row) }
  }

  /// Returns the groups in the order of their days, no two of which share a day.
  mutating func finish() -> [Group] {
    // A log with the newest row first is read from its end within a day, too.
    let descents = zip(rows, rows.dropFirst()).reduce(0) { sum, pair in
      sum + (pair.1.firstDay < pair.0.firstDay ? 1 : pair.1.firstDay > pair.0.firstDay ? -1 : 0)
    }
    rows.sort {
      ($0.firstDay, $0.instant, descents > 0 ? -$0.key : $0.key)
        < ($1.firstDay, $1.instant, descents > 0 ? -$1.key : $1.key)
    }
    var sequence = TripSequence(rows)
    sequence.joinTables()
    let groups = sequence.groups.map { group in
      let naming =
        sequence.groups.count == 1 ? nil : TripDestination.position(in: rows[group.range])
      return Group(
        days: group.firstDay...group.lastDay,
        naming: naming.map { ObjectKey(rows[group.range.lowerBound + $0].key) })
    }
    rows = []
    return groups
  }
}

/// What grouping needs to know of a row.
struct CSVGroupedRow: NamingPart {
  /// The key, which follows the number of the row in the file.
  let key: Int32
  private let first: Int32
  private let last: Int32
  /// Seconds from the beginning of the first day.
  private let begins: Int32
  private let ends: Int32
  /// Minutes ahead of UTC, or one of the marks below.
  private let startOffset: Int16
  private let finishOffset: Int16
  let role: NamingRole
  let isNamed: Bool
  /// The hash of a place, or 0 for none.
  ///
  /// Hashes are seeded anew in each process, so no file can make two places one.
  private let originHash: Int
  private let destinationHash: Int

  private static let noTime = Int16.max
  private static let noZone = Int16.min

  /// Nil for a row without a day.
  init?(_ row: CSVRow, _ plan: CSVEntityPlan, key: ObjectKey) {
    guard let first = row.firstDay, let last = row.lastDay else { return nil }
    let role = NamingRole(row.entity)
    self.role = role
    let content = ObjectContent(values: plan.groupingValues(row.values))
    let span = PartSpan(content.values, row.entity)
    let places = content.places(of: role)
    isNamed = !content.text(role.property).isEmpty
    originHash = places.0.map(Self.hash) ?? 0
    destinationHash = places.1.map(Self.hash) ?? 0
    self.key = Int32(clamping: key)
    self.first = Int32(clamping: first)
    self.last = Int32(clamping: last)
    begins = Int32(clamping: span.instant - first * 86_400)
    ends = Int32(clamping: span.end - first * 86_400)
    startOffset = Self.offset(span.start, span.instant)
    finishOffset = Self.offset(span.finish, span.end)
  }

  private static func hash(_ place: ComparisonText) -> Int {
    let hash = place.hashValue
    return hash == 0 ? 1 : hash
  }

  private static func offset(_ clock: EdgeClock?, _ instant: Int64) -> Int16 {
    guard let clock else { return noTime }
    return clock.hasZone ? Int16(clamping: (clock.second - instant) / 60) : noZone
  }

  private func clock(_ instant: Int64, _ offset: Int16) -> EdgeClock? {
    switch offset {
    case Self.noTime: nil
    case Self.noZone: EdgeClock(second: instant, hasZone: false)
    default: EdgeClock(second: instant + Int64(offset) * 60, hasZone: true)
    }
  }

  var firstDay: Int64 { Int64(first) }
  var lastDay: Int64 { Int64(last) }
  var isLeg: Bool { role == .leg }
  var origin: Int? { originHash == 0 ? nil : originHash }
  var destination: Int? { destinationHash == 0 ? nil : destinationHash }
  var instant: Int64 { firstDay * 86_400 + Int64(begins) }
  var end: Int64 { firstDay * 86_400 + Int64(ends) }
  var start: EdgeClock? { clock(instant, startOffset) }
  var finish: EdgeClock? { clock(end, finishOffset) }
}

extension CSVEntityPlan {
  private static let groupingNames = [
    "Leg": [
      "from", "to", "fromLocation", "toLocation", "departureDate", "departureTime", "arrivalDate",
      "arrivalTime",
    ],
    "Stay": ["name", "checkinDate", "checkinTime", "checkoutDate", "checkoutTime"],
    "BucketListItem": ["title", "startDate", "startTime", "endDate", "endTime"],
  ]

  /// Returns the values that decide to which trip a row belongs, by the names of the attributes.
  func groupingValues(_ values: [Value]) -> [String: Value] {
    var named: [String: Value] = [:]
    for name in Self.groupingNames[entity.name] ?? [] {
      if let column = entity.column(of: name) { named[name] = values[column] }
    }
    return named
  }

  /// Returns the days of a part.
  func days(_ values: [Value]) -> ClosedRange<Int64>? {
    let span = PartSpan(groupingValues(values), entity.name)
    return span.first.map { $0...max(span.last ?? $0, $0) }
  }

  /// Returns the days of a trip, if it states both in order.
  func tripDays(_ values: [Value]) -> ClosedRange<Int64>? {
    func day(_ name: String) -> Int64? {
      guard let column = entity.column(of: name), case .integer(let day) = values[column] else {
        return nil
      }
      return day
    }
    guard let first = day("startDate"), let last = day("endDate"), first <= last else {
      return nil
    }
    return first...last
  }

  /// Returns the words that name a trip after a part.
  func tripName(_ values: [Value]) -> String {
    guard let column = entity.column(of: NamingRole(entity.name).property),
      case .text(let text) = values[column]
    else { return "" }
    return text
  }
}
