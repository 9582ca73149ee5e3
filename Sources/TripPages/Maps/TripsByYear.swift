import DocumentTables
import TripFormats

/// The places and routes of several trips on one map, by year.
///
/// Years share styles if there are more of them than styles: the first style has the first years, in order.
struct TripsByYear {
  /// The number of styles.
  static let styles = 8
  /// The most routes and dots of all years; a map with more shows the first ones.
  private static let (mostRoutes, mostDots) = (1000, 5000)

  /// Neighbouring years with one style.
  struct Group {
    /// The first and the last year; nil for trips without a date.
    let years: (first: Int, last: Int)?
    let trips: Int
    let dots: [[MapExtent.Position]]
    let routes: [[MapExtent.Position]]

    /// The years and the number of trips, such as `2019–2021, 14 trips`.
    func words(_ objects: (one: String, many: String)) -> String {
      let count = trips == 1 ? "1 \(objects.one)" : "\(trips) \(objects.many)"
      guard let (first, last) = years else { return "Without a date, " + count }
      return (first == last ? "\(first), " : "\(first)–\(last), ") + count
    }
  }

  private struct Trip {
    let year: Int?
    let points: [MapPoint]
    let routes: [(MapPoint, MapPoint)]
  }

  private let sheet: MapSheet
  private let groups: [Group]

  /// Returns nil if no object has a place.
  init?(_ objects: [ObjectReader.Object], _ facts: ObjectFacts) {
    var trips: [Trip] = []
    var noWays: FeatureWays?
    for object in objects {
      let owned = facts.owned(by: object).flatMap { facts.members(of: object, through: $0) }
      let map = PlacesMap([object] + owned, facts.reader, &noWays)
      guard !map.places.isEmpty else { continue }
      trips.append(
        Trip(
          year: facts.year(of: object), points: map.places.map(\.point),
          routes: map.routes.map { (map.places[$0.from].point, map.places[$0.to].point) }))
    }
    let routes = trips.flatMap(\.routes).prefix(Self.mostRoutes)
    let between = routes.flatMap { GreatCircle(from: $0.0, to: $0.1).points(every: 10) }
    guard let sheet = MapSheet(of: trips.flatMap(\.points) + between) else { return nil }
    self.sheet = sheet
    groups = Self.groups(trips, on: sheet.extent)
  }

  private static func groups(_ trips: [Trip], on extent: MapExtent) -> [Group] {
    let byYear = Dictionary(grouping: trips, by: \.year)
    let years = byYear.keys.compactMap { $0 }.sorted()
    let count = min(years.count, styles)
    let runs: [[Int?]] =
      (0..<count).map { index in
        Array(years[years.count * index / count..<years.count * (index + 1) / count])
      } + (byYear[nil] == nil ? [] : [[nil]])
    var (routesLeft, dotsLeft) = (mostRoutes, mostDots)
    return runs.map { run in
      let trips = run.flatMap { byYear[$0] ?? [] }
      // A trip whose places are apart has a line; one of one place a dot.
      let routes = trips.flatMap(\.routes).prefix(routesLeft)
      routesLeft -= routes.count
      var seen: Set<[Int]> = []
      let dots = trips.flatMap(\.points).map { extent.position(of: $0) }.filter { position in
        seen.insert([Int(position.x * 500), Int(position.y * 500)]).inserted
      }.prefix(dotsLeft)
      dotsLeft -= dots.count
      return Group(
        years: run.compactMap { $0 }.first.flatMap { first in
          run.compactMap { $0 }.last.map { (first, $0) }
        },
        trips: trips.count,
        dots: dots.map { [$0] }, routes: routes.flatMap { extent.ways(from: $0.0, to: $0.1) })
    }
  }

  /// Appends the map and its legend.
  ///
  /// - Parameter objects: What the objects are called, one and several.
  func write(
    to page: inout HTMLWriter, _ outlines: inout OutlineLayer, title: String,
    objects: (one: String, many: String)
  ) {
    let styled = groups.enumerated().map { index, group in
      (
        style: group.years == nil ? (route: "trips", dot: "trips dot") : Self.style(index),
        group: group
      )
    }
    sheet.open(
      to: &page, &outlines, id: "overview-map", title: "Map of \(title)",
      description: "All places, by year: "
        + groups.map { $0.words(objects) }.joined(separator: "; ") + ".",
      lines: styled.flatMap { [($0.style.route, $0.group.routes), ($0.style.dot, $0.group.dots)] })
    page.markup("</svg><figcaption><ul class=\"legend\">")
    for entry in styled {
      MapSheet.writeKey(entry.style.route, entry.group.words(objects), to: &page)
    }
    page.markup("</ul></figcaption></figure>\n")
  }

  private static func style(_ index: Int) -> (route: StaticString, dot: StaticString) {
    switch index {
    case 0: ("trips first", "trips first dot")
    case 1: ("trips second", "trips second dot")
    case 2: ("trips third", "trips third dot")
    case 3: ("trips fourth", "trips fourth dot")
    case 4: ("trips fifth", "trips fifth dot")
    case 5: ("trips sixth", "trips sixth dot")
    case 6: ("trips seventh", "trips seventh dot")
    default: ("trips eighth", "trips eighth dot")
    }
  }
}
