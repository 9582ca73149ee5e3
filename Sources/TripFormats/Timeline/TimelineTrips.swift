import DocumentTables

/// The trips of a timeline: what lies between two visits at home, if a night of it was spent far from there.
struct TimelineTrips {
  /// A visit or an activity, by its place in the timeline.
  enum Step: Hashable, Sendable {
    case visit(Int)
    case activity(Int)
  }

  struct Trip: Sendable {
    /// In the order of time.
    var steps: [Step] = []
    /// Whether the timeline has a visit at home before it.
    var hasBeginning: Bool
    /// Whether the timeline has a visit at home behind it.
    var hasEnd = false
  }

  private(set) var trips: [Trip] = []
  /// The journeys that led far from home and back without a night there.
  private(set) var excursions = 0
  /// The visits and activities that belong to no trip.
  private(set) var outside = 0

  /// The kilometres from home from which on a night is one of a trip.
  static let leastDistance = 30.0
  /// The seconds without a segment behind which a person may have been at home: three days.
  private static let longestGap: Int64 = 3 * 86_400
  /// The most seconds without a segment on a journey: fifteen days, as in other files.
  private static let longestPause = TripGrouping.longestPause * 86_400

  private let timeline: Timeline
  private let homes: TimelineHomes
  private let clock: TimelineClock
  /// What lies between two visits at home.
  private var open: Trip
  private var last: Moment?

  /// When and where a step ends.
  private struct Moment {
    var time: TimelineTime
    var point: TimelinePoint
    var isFar: Bool
  }

  init(_ timeline: Timeline, _ homes: TimelineHomes, _ clock: TimelineClock) {
    self.timeline = timeline
    self.homes = homes
    self.clock = clock
    open = Trip(hasBeginning: false)
    for step in Self.steps(of: timeline) { add(step) }
    close(atHome: false)
  }

  /// Returns the segments in the order of time, each once: files of several devices and exports have some twice.
  private static func steps(of timeline: Timeline) -> [Step] {
    struct Key: Hashable {
      let isVisit: Bool
      let start: Int64
      let end: Int64
      let from: TimelinePoint?
      let to: TimelinePoint?
    }
    var seen: Set<Key> = []
    var steps: [(start: Int64, step: Step)] = []
    for (index, visit) in timeline.visits.enumerated() {
      let key = Key(
        isVisit: true, start: visit.start.second, end: visit.end.second, from: visit.point, to: nil)
      if seen.insert(key).inserted { steps.append((visit.start.second, .visit(index))) }
    }
    for (index, way) in timeline.activities.enumerated() {
      let key = Key(
        isVisit: false, start: way.start.second, end: way.end.second, from: way.from, to: way.to)
      if seen.insert(key).inserted { steps.append((way.start.second, .activity(index))) }
    }
    // Of two at one time, a visit ends a way before the next one begins.
    return steps.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    .map(\.element.step)
  }

  private mutating func add(_ step: Step) {
    switch step {
    case .visit(let index):
      let visit = timeline.visits[index]
      // On the day of a move, a visit begins at one home and ends at another one.
      if homes.isHome(visit.point, on: day(visit.start, visit.point))
        || homes.isHome(visit.point, on: day(visit.end, visit.point))
      {
        outside += 1
        close(atHome: true)
        return
      }
      extend(step, visit.start, visit.point, visit.end, visit.point)
    case .activity(let index):
      let way = timeline.activities[index]
      let from = way.from ?? last?.point
      guard let first = from ?? way.to else {
        outside += 1
        return
      }
      extend(step, way.start, first, way.end, way.to ?? first)
    }
  }

  private mutating func extend(
    _ step: Step, _ start: TimelineTime, _ from: TimelinePoint, _ end: TimelineTime,
    _ to: TimelinePoint
  ) {
    let isFar = isFar(from, start)
    if let last {
      let gap = start.second - last.time.second
      if gap > Self.longestPause || gap > Self.longestGap && !(last.isFar && isFar) {
        close(atHome: false)
      }
    }
    open.steps.append(step)
    if end.second >= last?.time.second ?? .min {
      last = Moment(time: end, point: to, isFar: self.isFar(to, end))
    }
  }

  private func day(_ time: TimelineTime, _ point: TimelinePoint) -> Int64 {
    LocalTime.day(ofSecond: clock.local(time, at: point))
  }

  private func isFar(_ point: TimelinePoint, _ time: TimelineTime) -> Bool {
    homes.kilometers(from: point, on: day(time, point)) >= Self.leastDistance
  }

  private mutating func close(atHome: Bool) {
    var done = open
    open = Trip(hasBeginning: atHome)
    last = nil
    guard !done.steps.isEmpty else { return }
    done.hasEnd = atHome
    let (isFar, hasNight) = reach(of: done)
    if hasNight {
      trips.append(done)
    } else {
      outside += done.steps.count
      if isFar { excursions += 1 }
    }
  }

  /// Whether steps lead far from home, and whether a night was spent there, on the way there, or between two places there.
  private func reach(of trip: Trip) -> (isFar: Bool, hasNight: Bool) {
    var isFarAny = false
    var before: Moment?
    for step in trip.steps {
      let begin: Moment
      let end: Moment
      var isRest = true
      switch step {
      case .visit(let index):
        let visit = timeline.visits[index]
        let isFar = isFar(visit.point, visit.start)
        begin = Moment(time: visit.start, point: visit.point, isFar: isFar)
        end = Moment(time: visit.end, point: visit.point, isFar: isFar)
        // A shift at night is no journey.
        isRest = visit.label != .work
      case .activity(let index):
        let way = timeline.activities[index]
        guard let from = way.from ?? before?.point ?? way.to else { continue }
        let to = way.to ?? from
        let isFar = isFar(to, way.end)
        begin = Moment(time: way.start, point: from, isFar: self.isFar(from, way.start) || isFar)
        end = Moment(time: way.end, point: to, isFar: isFar)
      }
      isFarAny = isFarAny || begin.isFar
      if isRest, begin.isFar, hasNight(begin, end) { return (true, true) }
      if let before, before.isFar, begin.isFar, hasNight(before, begin) { return (true, true) }
      if end.time.second >= before?.time.second ?? .min { before = end }
    }
    return (isFarAny, false)
  }

  private func hasNight(_ start: Moment, _ end: Moment) -> Bool {
    start.time.second <= end.time.second
      && clock.nights(from: start.time, at: start.point, to: end.time, at: end.point) != nil
  }
}
