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

  /// A plan of no components.
  init() { placements = [] }

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
    let trips = CalendarTrips(components, usable, spans, schema, zones)
    place(usable, trips)
    if zones.edition != .first { placeLeft(usable, trips) }
  }

  /// Gives components the trips that contain them (rule 4), and all others that of the calendar.
  private mutating func place(_ usable: [Int], _ trips: CalendarTrips) {
    let containment = TripContainment(
      trips.events.filter { trips.all.contains($0.index) }.map { ($0.index, $0.first, $0.last) })
    let events = Dictionary(uniqueKeysWithValues: trips.events.map { ($0.index, $0) })
    for index in usable {
      if trips.all.contains(index) {
        placements[index] = Placement(
          entity: trips.stated[index] ?? "Trip", parent: .none,
          isTripByLength: trips.byLength.contains(index))
        continue
      }
      var placement = Placement(entity: trips.entities[index] ?? "", parent: .calendar)
      if let root = trips.roots[index], trips.all.contains(root) {
        placement.parent = .component(root)
      } else if trips.stated[index] != nil || trips.frames.contains(index) {
        placement.parent = .none
        placement.isLeftAlone = trips.frames.contains(index)
      } else if let event = events[index] {
        if let trip = event.trip(in: containment) {
          placement.parent = .component(trip)
        } else if let trip = event.trip(nearTo: containment) {
          placement.parent = .component(trip)
          placement.isAtEdge = true
        }
      } else if trips.all.count == 1, let only = trips.all.first {
        placement.parent = .component(only)
      }
      placements[index] = placement
    }
  }

  /// Leaves components without a trip that are no travel and not near to it (rule 5).
  private mutating func placeLeft(_ usable: [Int], _ trips: CalendarTrips) {
    let left = trips.events.filter { placements[$0.index]?.parent == .calendar }
    if left.isEmpty, trips.all.isEmpty { return }
    let travel = Self.travel(left)
    if travel == nil, trips.all.isEmpty, Self.areTogether(left) { return }
    let kept = travel ?? []
    let hasDay = Set(trips.events.map(\.index))
    for index in usable
    where placements[index]?.parent == .calendar && !kept.contains(index)
      && (hasDay.contains(index) || travel == nil)
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
}
