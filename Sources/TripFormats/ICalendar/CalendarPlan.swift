import DocumentTables

/// Which object each component of a calendar becomes, and to which trip it belongs.
///
/// The rules, the first that applies:
///
/// 1. A property of our own names the entity.
/// 2. An event to which others relate as to their parent is a trip, and these belong to it.
/// 3. An event of two or more whole days that no longer one contains is a trip.
/// 4. What lies in the days of a trip belongs to it; of several, to the shortest. What has no day belongs to
///    the only trip.
/// 5. Everything else belongs to a trip that is made for the calendar.
///
/// A reservation in the component, and else categories, tell stays and legs from other parts.
struct CalendarPlan {
  /// The trip that a component belongs to.
  enum Parent: Hashable {
    case none
    /// The trip that is made for the calendar.
    case calendar
    /// The trip of the component at this place.
    case component(Int)
  }

  struct Placement {
    var entity: String
    var parent: Parent
    /// The rule by which it became a trip, for the report.
    var isTripByLength = false
  }

  /// The place of each component; nil for components that are no objects.
  private(set) var placements: [Placement?]

  /// - Parameters:
  ///   - components: The components of a calendar.
  ///   - spans: When each takes place; nil where that cannot be read.
  init(
    _ components: [CalendarComponent], _ spans: [CalendarSpan?], _ schema: TripSchema,
    _ edition: TimeEdition = .current
  ) {
    placements = components.map { _ in nil }
    let usable = components.indices.filter { components[$0].isObject && spans[$0] != nil }
    var places: [ComparisonText: Int] = [:]
    for index in usable.reversed() {
      if let uid = components[index].text("UID") { places[ComparisonText(uid)] = index }
    }
    // Rule 1
    var stated: [Int: String] = [:]
    for index in usable {
      if let name = components[index].text(ComponentReading.entityProperty),
        schema.isEntity(name), schema.isStatedAlone(name)
      {
        stated[index] = name
      }
    }
    func canBeTrip(_ index: Int) -> Bool {
      if let entity = stated[index] { return schema.isTrip(entity) }
      return components[index].isNamed("VEVENT") && spans[index]?.start != nil
    }
    // Rule 2
    var parents: [Int: Int] = [:]
    for index in usable {
      if let uid = Self.parent(of: components[index]), let place = places[ComparisonText(uid)],
        place != index
      {
        parents[index] = place
      }
    }
    let roots = Self.roots(of: parents)
    var trips = Set(roots.values.filter(canBeTrip))
    trips.formUnion(stated.filter { schema.isTrip($0.value) }.keys)
    // Rule 3
    let explicit = trips
    var days: [(index: Int, first: Int64, last: Int64)] = []
    for index in usable {
      guard let span = spans[index], let first = span.firstDay, let last = span.lastDay else {
        continue
      }
      days.append((index, first, last))
    }
    let long = days.filter { entry in
      spans[entry.index]?.isSeveralDays == true && stated[entry.index] == nil
        && canBeTrip(entry.index) && roots[entry.index] == nil
        && CalendarCategories.entity(of: components[entry.index].properties, edition)
          == "BucketListItem"
    }
    // The longest first, of equal ones the first in the file, so that a trip comes before what it contains.
    let ordered = long.sorted {
      ($0.first, -$0.last, $0.index) < ($1.first, -$1.last, $1.index)
    }
    var reach = DayReach(days.filter { explicit.contains($0.index) }.map { ($0.first, $0.last) })
    var byLength: Set<Int> = []
    for entry in ordered where !trips.contains(entry.index) {
      guard !reach.contains(entry.first, entry.last) else { continue }
      trips.insert(entry.index)
      byLength.insert(entry.index)
      reach.insert(entry.first, entry.last)
    }
    // Rules 4 and 5
    let containment = TripContainment(days.filter { trips.contains($0.index) })
    for index in usable {
      if trips.contains(index) {
        placements[index] = Placement(
          entity: stated[index] ?? "Trip", parent: .none, isTripByLength: byLength.contains(index))
        continue
      }
      let entity =
        stated[index]
        ?? CalendarCategories.entity(of: components[index].properties, edition)
      let parent: Parent
      if let root = roots[index], trips.contains(root) {
        parent = .component(root)
      } else if stated[index] != nil {
        parent = .none
      } else if let span = spans[index], let first = span.firstDay, let last = span.lastDay,
        let trip = containment.trip(of: first, last)
      {
        parent = .component(trip)
      } else if spans[index]?.firstDay == nil, trips.count == 1, let only = trips.first {
        parent = .component(only)
      } else {
        parent = .calendar
      }
      placements[index] = Placement(entity: entity, parent: parent)
    }
  }

  /// Returns the identities of the components that become objects.
  func placed(_ identities: [String?]) -> [String] {
    zip(placements, identities).compactMap { $0 == nil ? nil : $1 }
  }

  /// Returns the UID of the component's parent.
  private static func parent(of component: CalendarComponent) -> String? {
    component.properties.first { line in
      line.name == "RELATED-TO" && (line.parameter("RELTYPE")?.listedWord ?? "PARENT") == "PARENT"
    }.map { CalendarText.unescaped($0.value) }
  }

  /// Returns the topmost ancestor of each component that has a parent, but for those that lead to a ring.
  private static func roots(of parents: [Int: Int]) -> [Int: Int] {
    var roots: [Int: Int] = [:]
    var isRing: Set<Int> = []
    for start in parents.keys.sorted() {
      var passed: [Int] = []
      var seen: Set<Int> = []
      var current = start
      while let parent = parents[current], roots[current] == nil, !isRing.contains(current),
        seen.insert(current).inserted
      {
        passed.append(current)
        current = parent
      }
      if seen.contains(current) || isRing.contains(current) {
        isRing.formUnion(passed)
      } else {
        let root = roots[current] ?? current
        for index in passed { roots[index] = root }
      }
    }
    return roots
  }
}

/// The days of trips so far, to find out whether one contains others; trips are added in the order of
/// their first days, but for those at the beginning.
private struct DayReach {
  private var first: [(first: Int64, last: Int64)]
  private var furthest = Int64.min

  init(_ days: [(Int64, Int64)]) {
    // The furthest last day up to each first day.
    var sorted: [(first: Int64, last: Int64)] = []
    for (first, last) in days.sorted(by: { $0 < $1 }) {
      sorted.append((first, max(last, sorted.last?.last ?? .min)))
    }
    first = sorted
  }

  func contains(_ first: Int64, _ last: Int64) -> Bool {
    if last <= furthest { return true }
    var (low, high) = (0, self.first.count)
    while low < high {
      let middle = low + (high - low) / 2
      if self.first[middle].first <= first { low = middle + 1 } else { high = middle }
    }
    return low > 0 && last <= self.first[low - 1].last
  }

  mutating func insert(_ first: Int64, _ last: Int64) { furthest = max(furthest, last) }
}

/// Finds the shortest trip that contains some days.
private struct TripContainment {
  /// The trips in the order of their first days.
  private let trips: [(index: Int, first: Int64, last: Int64)]
  /// The greatest last day of each trip and those before it.
  private let reach: [Int64]
  /// How many trips before the last that could contain the days are looked at, so that a hostile calendar
  /// of overlapping trips costs no square of time.
  private static let mostLooked = 1000

  init(_ days: [(index: Int, first: Int64, last: Int64)]) {
    trips = days.sorted { ($0.first, $0.index) < ($1.first, $1.index) }
    var furthest = Int64.min
    reach = trips.map { trip in
      furthest = max(furthest, trip.last)
      return furthest
    }
  }

  func trip(of first: Int64, _ last: Int64) -> Int? {
    var (low, high) = (0, trips.count)
    while low < high {
      let middle = low + (high - low) / 2
      if trips[middle].first <= first { low = middle + 1 } else { high = middle }
    }
    var found: (index: Int, length: Int64)?
    var looked = 0
    while low > 0, reach[low - 1] >= last, looked < Self.mostLooked {
      low -= 1
      looked += 1
      let trip = trips[low]
      guard trip.last >= last else { continue }
      let length = trip.last - trip.first
      if length <= found?.length ?? .max { found = (trip.index, length) }
    }
    return found?.index
  }
}
