import DocumentTables

/// Where the owner of a timeline lives, at each time.
///
/// People move, and a timeline has ten years. So the home of a night is the place of more than half of the nights around
/// it, up to three months before and behind; a place of fewer nights is one of a journey, and the home before it stays.
///
///     nights ─► the place of each ─► its home ─► periods
struct TimelineHomes {
  /// Nights in one home.
  struct Period {
    var point: TimelinePoint
    var first: Int64
    var last: Int64
  }

  /// The homes that the nights tell; the first one counts before it, and the last one behind it.
  let periods: [Period]
  /// The homes that a person states, each of which counts at any time.
  let stated: [TimelinePoint]

  /// The kilometres within which two points are one home.
  static let reach = 1.0
  /// The nights before and behind a night that tell its home.
  private static let nightsAround = 90
  /// The most nights of one visit: a file may state visits of a hundred years, one over the other.
  private static let mostNights = 400
  /// The fewest nights around a night that tell without the label of the phone.
  private static let fewNights = 30

  init(stated: [TimelinePoint]) {
    self.stated = stated
    periods = []
  }

  /// Finds the homes of a timeline; none if it has no night at a place.
  init(of timeline: Timeline, _ clock: TimelineClock) {
    stated = []
    var places = Places()
    for point in timeline.homes { places.setLabelled(places.place(of: point)) }
    var nights: [Int64: Int] = [:]
    for visit in timeline.visits {
      let place = places.place(of: visit.point)
      if visit.label == .home { places.setLabelled(place) }
      guard visit.label != .work, let range = clock.nights(of: visit) else { continue }
      for night in range.prefix(Self.mostNights) where nights[night] == nil {
        nights[night] = place
      }
    }
    periods = Self.periods(nights, places)
  }

  /// Whether a point is at home at a time.
  func isHome(_ point: TimelinePoint, on day: Int64) -> Bool {
    kilometers(from: point, on: day) <= Self.reach
  }

  /// Returns the kilometres from the home of a day, or from the nearest one that is stated.
  func kilometers(from point: TimelinePoint, on day: Int64) -> Double {
    if let nearest = stated.map(point.kilometers).min() { return nearest }
    return home(on: day).map(point.kilometers) ?? .infinity
  }

  private func home(on day: Int64) -> TimelinePoint? {
    let count = periods.prefixCount { $0.first <= day }
    return count > 0 ? periods[count - 1].point : periods.first?.point
  }

  // MARK: Finding

  private static func periods(_ nights: [Int64: Int], _ places: Places) -> [Period] {
    let sorted = nights.sorted { $0.key < $1.key }
    var window = Window()
    var (next, gone) = (0, 0)
    var homes: [Int?] = []
    for (night, _) in sorted {
      while next < sorted.count, sorted[next].key <= night + Int64(nightsAround) {
        window.add(sorted[next].value, 1)
        next += 1
      }
      while sorted[gone].key < night - Int64(nightsAround) {
        window.add(sorted[gone].value, -1)
        gone += 1
      }
      homes.append(window.home(places, fewNights: fewNights))
    }
    var current = homes.lazy.compactMap { $0 }.first ?? mostNights(nights, places)
    var periods: [Period] = []
    var place: Int?
    for (index, night) in sorted.enumerated() {
      current = homes[index] ?? current
      guard let current else { break }
      if place == current {
        periods[periods.count - 1].last = night.key
      } else {
        periods.append(
          Period(point: places.points[current], first: night.key, last: night.key))
        place = current
      }
    }
    if periods.isEmpty, let labelled = places.labelled.min() {
      periods = [Period(point: places.points[labelled], first: 0, last: 0)]
    }
    return periods
  }

  /// Returns the place of most nights, if no place has more than half of those around any.
  private static func mostNights(_ nights: [Int64: Int], _ places: Places) -> Int? {
    var counts: [Int: Int] = [:]
    for place in nights.values { counts[place, default: 0] += 1 }
    let labelled = counts.filter { places.labelled.contains($0.key) }
    return (labelled.isEmpty ? counts : labelled)
      .max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// The places of the nights around one.
  private struct Window {
    private var counts: [Int: Int] = [:]
    private var total = 0

    mutating func add(_ place: Int, _ count: Int) {
      total += count
      let sum = (counts[place] ?? 0) + count
      counts[place] = sum > 0 ? sum : nil
    }

    /// Returns the place of more than half of the nights; of few nights, of those at places that the phone calls home.
    func home(_ places: Places, fewNights: Int) -> Int? {
      var counts = counts
      var total = total
      if total < fewNights {
        let labelled = counts.filter { places.labelled.contains($0.key) }
        if !labelled.isEmpty {
          counts = labelled
          total = labelled.values.reduce(0, +)
        }
      }
      return counts.first { $0.value * 2 > total }?.key
    }
  }

  /// Points that are one place, because they are near to its first one.
  private struct Places {
    private(set) var points: [TimelinePoint] = []
    private(set) var labelled: Set<Int> = []
    /// The places in each cell of a net of about a kilometre.
    private var ofCell: [Cell: [Int]] = [:]

    private struct Cell: Hashable {
      let row: Int32
      let column: Int32
    }

    /// The height and the least width of a cell, in units of 10⁻⁷ degrees: more than ``TimelineHomes/reach``.
    private static let height: Int32 = 100_000

    mutating func setLabelled(_ place: Int) { labelled.insert(place) }

    mutating func place(of point: TimelinePoint) -> Int {
      // Towards the poles, degrees of longitude are short, so cells are wide.
      let row = point.latitude / Self.height
      var nearest: (place: Int, distance: Double)?
      for row in row - 1...row + 1 {
        let column = Self.column(point, row)
        for column in column - 1...column + 1 {
          for place in ofCell[Cell(row: row, column: column)] ?? [] {
            let distance = points[place].kilometers(to: point)
            if distance <= TimelineHomes.reach, distance < nearest?.distance ?? .infinity {
              nearest = (place, distance)
            }
          }
        }
      }
      if let nearest { return nearest.place }
      points.append(point)
      ofCell[Cell(row: row, column: Self.column(point, row)), default: []].append(points.count - 1)
      return points.count - 1
    }

    private static func column(_ point: TimelinePoint, _ row: Int32) -> Int32 {
      let degrees = min(Double(row.magnitude) + 1, 8900) * Double(height) * 1e-7
      let width = Double(height) / max(0.01, TimelinePoint.shareOfEquator(degrees))
      return Int32((Double(point.longitude) / width).rounded(.down))
    }
  }
}
