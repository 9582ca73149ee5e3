import DocumentTables

/// Which components of a calendar are trips: rules 1 to 3 of ``CalendarPlan``.
struct CalendarTrips {
  /// The entities that properties of our own name (rule 1).
  let stated: [Int: String]
  /// The topmost component to which a component relates as to its parent (rule 2).
  let roots: [Int: Int]
  /// The entity of each component, if it is no trip.
  let entities: [Int: String]
  /// The components with a day.
  let events: [CalendarEvent]
  /// The long events that only surround trips.
  let frames: Set<Int>
  /// The components that are trips.
  private(set) var all: Set<Int>
  /// The components that are trips because of their length (rule 3).
  private(set) var byLength: Set<Int> = []

  /// - Parameters:
  ///   - usable: The places of the components that may be objects.
  ///   - spans: When each component takes place; nil where that cannot be read.
  init(
    _ components: [CalendarComponent], _ usable: [Int], _ spans: [CalendarSpan?],
    _ schema: TripSchema, _ zones: CalendarZones
  ) {
    let stated = Self.stated(components, usable, schema)
    let roots = Self.roots(of: Self.parents(components, usable))
    let entities = Dictionary(
      uniqueKeysWithValues: usable.map { index in
        (index, stated[index] ?? CalendarCategories.entity(of: components[index], zones.edition))
      })
    func canBeTrip(_ index: Int) -> Bool {
      if let entity = stated[index] { return schema.isTrip(entity) }
      return components[index].isNamed("VEVENT") && spans[index]?.start != nil
    }
    events = usable.compactMap { index in
      spans[index].flatMap { span in
        CalendarEvent(index, components[index], span, entities[index] ?? "", zones)
      }
    }
    all = Set(roots.values.filter(canBeTrip))
    all.formUnion(stated.filter { schema.isTrip($0.value) }.keys)
    let long = events.filter { event in
      event.isLong && stated[event.index] == nil && canBeTrip(event.index)
        && roots[event.index] == nil && event.entity == "BucketListItem"
    }
    // The longest first, of equal ones the first in the file, so that a trip comes before what it contains.
    .sorted { ($0.first, -$0.last, $0.index) < ($1.first, -$1.last, $1.index) }
    frames = zones.edition == .first ? [] : CalendarFrames(long, among: events).frames
    (self.stated, self.roots, self.entities) = (stated, roots, entities)
    add(long)
  }

  /// Makes trips of the long events that no trip contains (rule 3).
  private mutating func add(_ long: [CalendarEvent]) {
    var reach = DayReach(events.filter { all.contains($0.index) }.map { ($0.first, $0.last) })
    for event in long where !all.contains(event.index) && !frames.contains(event.index) {
      guard !reach.contains(event.first, event.last) else { continue }
      byLength.insert(event.index)
      reach.insert(event.first, event.last)
    }
    all.formUnion(byLength)
  }

  private static func stated(
    _ components: [CalendarComponent], _ usable: [Int], _ schema: TripSchema
  ) -> [Int: String] {
    var stated: [Int: String] = [:]
    for index in usable {
      if let name = components[index].text(ComponentReading.entityProperty),
        schema.isEntity(name), schema.isStatedAlone(name)
      {
        stated[index] = name
      }
    }
    return stated
  }

  // MARK: Relations

  /// Returns the component to which each one relates as to its parent.
  private static func parents(_ components: [CalendarComponent], _ usable: [Int]) -> [Int: Int] {
    // Of several components with one UID, the first counts.
    var places: [ComparisonText: Int] = [:]
    for index in usable.reversed() {
      if let uid = components[index].text("UID") { places[ComparisonText(uid)] = index }
    }
    var parents: [Int: Int] = [:]
    for index in usable {
      if let uid = parent(of: components[index]), let place = places[ComparisonText(uid)],
        place != index
      {
        parents[index] = place
      }
    }
    return parents
  }

  /// Returns the UID of the component's parent.
  private static func parent(of component: CalendarComponent) -> String? {
    component.properties.first { line in
      line.name == "RELATED-TO" && (line.parameter("RELTYPE")?.listedWord ?? "PARENT") == "PARENT"
    }.map { CalendarText.unescaped($0.value) }
  }

  /// Returns the topmost ancestor of each component that has a parent; omits components whose ancestors form a cycle.
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
