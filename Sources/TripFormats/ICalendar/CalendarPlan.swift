import DocumentTables

/// Which object each component of a calendar becomes, and to which trip it belongs.
///
/// The rules, the first that applies:
///
/// 1. A property of our own names the entity.
/// 2. An event to which others relate as to their parent is a trip, and these belong to it.
/// 3. An event of two or more whole days, or of two or more nights that does not repeat, is a trip unless a longer one contains it. A
///    frame around trips is none (``CalendarFrames``).
/// 4. What lies in the days of a trip belongs to it; of several, to the shortest. A journey there or back may begin or end
///    on a day outside, and so may a night. A time in UTC whose place is not known
///    may be of the day before or after. What has no day belongs to the only trip.
/// 5. What is left belongs to a trip that is made for the calendar, if it is travel within 60 days or near to it, or if it is all that
///    the calendar has, one event at most two weeks behind the other; and otherwise to none.
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
    /// Whether only its time in UTC lies outside the days of its trip.
    var isAtEdge = false
    /// Whether no rule gives it a trip.
    var isLeftAlone = false
  }

  /// The place of each component; nil for components that are no objects.
  private(set) var placements: [Placement?]

  /// - Parameters:
  ///   - components: The components of a calendar.
  ///   - spans: When each takes place; nil where that cannot be read.
  ///   - zones: The zones by which `spans` were read.
  init(
    _ components: [CalendarComponent], _ spans: [CalendarSpan?], _ schema: TripSchema,
    _ zones: CalendarZones
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
    let entities = Dictionary(
      uniqueKeysWithValues: usable.map { index in
        (
          index,
          stated[index]
            ?? CalendarCategories.entity(of: components[index], zones.edition)
        )
      })
    let events = usable.compactMap { index in
      spans[index].flatMap { span in
        CalendarEvent(index, components[index], span, entities[index] ?? "", zones)
      }
    }
    let long = events.filter { event in
      event.isLong && stated[event.index] == nil && canBeTrip(event.index)
        && roots[event.index] == nil && event.entity == "BucketListItem"
    }
    // The longest first, of equal ones the first in the file, so that a trip comes before what it contains.
    .sorted { ($0.first, -$0.last, $0.index) < ($1.first, -$1.last, $1.index) }
    let frames = zones.edition == .first ? [] : CalendarFrames(long, among: events).frames
    var reach = DayReach(
      events.filter { trips.contains($0.index) }.map { ($0.first, $0.last) })
    var byLength: Set<Int> = []
    for event in long where !trips.contains(event.index) && !frames.contains(event.index) {
      guard !reach.contains(event.first, event.last) else { continue }
      byLength.insert(event.index)
      reach.insert(event.first, event.last)
    }
    trips.formUnion(byLength)
    // Rules 4 and 5
    let containment = TripContainment(
      events.filter { trips.contains($0.index) }.map { ($0.index, $0.first, $0.last) })
    let eventOfIndex = Dictionary(uniqueKeysWithValues: events.map { ($0.index, $0) })
    for index in usable {
      let entity = entities[index] ?? ""
      if trips.contains(index) {
        placements[index] = Placement(
          entity: stated[index] ?? "Trip", parent: .none, isTripByLength: byLength.contains(index))
        continue
      }
      var placement = Placement(entity: entity, parent: .calendar)
      if let root = roots[index], trips.contains(root) {
        placement.parent = .component(root)
      } else if stated[index] != nil || frames.contains(index) {
        placement.parent = .none
        placement.isLeftAlone = frames.contains(index)
      } else if let event = eventOfIndex[index] {
        if let trip = event.trip(in: containment) {
          placement.parent = .component(trip)
        } else if let trip = event.trip(nearTo: containment) {
          placement.parent = .component(trip)
          placement.isAtEdge = true
        }
      } else if trips.count == 1, let only = trips.first {
        placement.parent = .component(only)
      }
      placements[index] = placement
    }
    if zones.edition == .first { return }
    let left = events.filter { placements[$0.index]?.parent == .calendar }
    if left.isEmpty, trips.isEmpty { return }
    let travel = Self.travel(left)
    if travel == nil, trips.isEmpty, Self.areTogether(left) { return }
    let kept = travel ?? []
    for index in usable
    where placements[index]?.parent == .calendar && !kept.contains(index)
      && (eventOfIndex[index] != nil || travel == nil)
    {
      placements[index]?.parent = .none
      placements[index]?.isLeftAlone = true
    }
  }

  /// The most days from travel to an event that belongs to it: a free day or two.
  private static let longestGap: Int64 = 3

  /// Returns the stays and legs of some events, with what lies between them or near to them; nil if there are none, or if they
  /// are too far apart to be one trip.
  private static func travel(_ events: [CalendarEvent]) -> Set<Int>? {
    let travel = events.filter { $0.entity == "Stay" || $0.entity == "Leg" }
    guard let first = travel.map(\.first).min(), let last = travel.map(\.last).max(),
      last - first <= TripGrouping.longestRoundTrip
    else { return nil }
    return Set(
      events.filter { $0.first >= first - longestGap && $0.last <= last + longestGap }
        .map(\.index))
  }

  /// Whether the events of a calendar without travel are one trip: one follows the other within two weeks.
  private static func areTogether(_ events: [CalendarEvent]) -> Bool {
    if events.contains(where: { $0.entity == "Stay" || $0.entity == "Leg" }) { return false }
    let sorted = events.sorted { $0.first < $1.first }
    guard let first = sorted.first?.first else { return false }
    var reach = first
    for event in sorted {
      guard event.first <= reach + TripGrouping.longestPause else { return false }
      reach = max(reach, event.last)
    }
    return reach - first <= TripGrouping.longestRoundTrip
  }

  /// Leaves the components out that no rule gives a trip, but for those of which the document has an object.
  ///
  /// - Returns: The places of the components.
  mutating func leaveOut(besides isKnown: (Int) -> Bool = { _ in false }) -> Set<Int> {
    let left = placements.indices.filter { placements[$0]?.isLeftAlone == true && !isKnown($0) }
    for index in left { placements[index] = nil }
    return Set(left)
  }

  /// Returns the identities of the components that become objects, and of the events of departures in them.
  func placed(_ identities: [String?], _ components: [CalendarComponent]) -> [String] {
    placements.indices.flatMap { index -> [String] in
      guard placements[index] != nil, let identity = identities[index] else { return [] }
      return [identity, components[index].departureIdentity].compactMap { $0 }
    }
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
