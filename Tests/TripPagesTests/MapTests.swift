import Foundation
import Testing

@testable import TripPages

@Suite("Maps of pages")
struct MapTests {
  private func points(_ degrees: [(Double, Double)]) -> [MapPoint] {
    degrees.compactMap { MapPoint(latitude: $0.0, longitude: $0.1) }
  }

  @Test("degrees that no place has are none")
  func invalid() {
    for (latitude, longitude) in [
      (Double.nan, 0.0), (0, .nan), (.infinity, 0), (0, -.infinity), (90.1, 0), (-91, 0),
      (0, 180.1),
      (0, -1e308),
    ] {
      #expect(MapPoint(latitude: latitude, longitude: longitude) == nil)
    }
    #expect(MapPoint(latitude: 0, longitude: 180)?.longitude == -180)
    #expect(MapExtent(of: []) == nil)
  }

  @Test("all points are on the map, which has its shape", arguments: 0..<300)
  func anyPoints(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func degrees(_ limit: Double) -> Double {
      let share = Double(random.next() >> 11) / Double(1 << 53)
      let special: [Double] = [-limit, limit, 0]
      return random.next() % 8 == 0
        ? special[Int(random.next() % 3)] : (share * 2 - 1) * limit
    }
    // From houses to the globe.
    let scale = [0.00001, 0.01, 1, 30, 180][Int(seed % 5)]
    let center = (degrees(90), degrees(180))
    let points = (0..<1 + Int(random.next() % 12)).compactMap { _ in
      let latitude = min(max(center.0 + degrees(scale), -90), 90)
      let longitude = (center.1 + degrees(scale) + 540).truncatingRemainder(dividingBy: 360) - 180
      return MapPoint(latitude: latitude, longitude: longitude)
    }
    let extent = try #require(MapExtent(of: points))
    for point in points {
      let (x, y) = extent.position(of: point)
      #expect(
        (-1e-9...1 + 1e-9).contains(x) && (-1e-9...1 + 1e-9).contains(y), "\(point) \(extent)")
    }
    #expect(extent.width > 0 && extent.width <= 360 && extent.height > 0)
    let grid = MapGrid(of: extent)
    for labels in [grid.meridians, grid.parallels] {
      #expect(labels.count <= (extent.projection == .plain ? 7 : 13))
      #expect(labels.allSatisfy { (0...1).contains($0.position) })
      #expect(Set(labels.map(\.text)).count == labels.count, "\(labels)")
    }
  }

  @Test("is cut where the least is cut away: across the date line, not around the globe")
  func dateLine() throws {
    let extent = try #require(MapExtent(of: points([(-37, 174.8), (-17.5, -149.6)])))
    #expect(extent.width < 60)
    #expect((150...175).contains(extent.left))
    // Auckland is in the west of Tahiti.
    let positions = points([(-37, 174.8), (-17.5, -149.6)]).map { extent.position(of: $0).x }
    #expect(positions[0] < positions[1])
    #expect(MapGrid(of: extent).meridians.map(\.text).contains("180°"))
  }

  @Test(
    "have the projection that distorts their points least",
    arguments: [
      ([(48.85, 2.35), (40.4, -3.7)], MapProjection.plain), ([(58, 7), (71, 28)], .north),
      ([(90, 0)], .north), ([(-66, 10), (-72, 130)], .south), ([(-89, 0), (-21, 20)], .south),
      ([(60, 10), (-40, 175)], .plain), ([(0, 0)], .plain),
    ])
  func projection(degrees: [(Double, Double)], projection: MapProjection) throws {
    let points = points(degrees)
    let extent = try #require(MapExtent(of: points))
    #expect(extent.projection == projection)
    for point in points {
      let position = extent.position(of: point)
      let (latitude, longitude) = try #require(extent.degrees(at: position))
      #expect(abs(latitude - point.latitude) < 1e-6)
      #expect(abs(latitude) > 89.99 || abs(longitude - point.longitude) < 1e-6)
    }
  }

  @Test("around a pole have east on the right, and their middle meridian upright")
  func aroundPole() throws {
    let north = try #require(MapExtent(of: points([(60, 0), (70, 10), (75, 20)])))
    let (west, east) = (
      north.position(of: points([(60, 0)])[0]), north.position(of: points([(75, 20)])[0])
    )
    #expect(west.x < east.x && west.y > east.y)
    let south = try #require(MapExtent(of: points([(-60, 0), (-70, 10), (-80, 20)])))
    let (top, below) = (
      south.position(of: points([(-60, 10)])[0]), south.position(of: points([(-80, 10)])[0])
    )
    #expect(abs(top.x - below.x) < 1e-9 && top.y < below.y)
    #expect(
      south.position(of: points([(-70, 0)])[0]).x < south.position(of: points([(-70, 20)])[0]).x)
    let grid = MapGrid(of: try #require(MapExtent(of: points([(58, 7), (71, 28)]))))
    #expect(!grid.meridians.isEmpty && !grid.parallels.isEmpty)
    #expect(grid.lines.count > grid.meridians.count)
  }

  @Test("a great circle is the shortest way, in equal steps", arguments: 0..<40)
  func greatCircle(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let ends = points(
      (0..<2).map { _ in
        (Double(random.next() % 1800) / 10 - 90, Double(random.next() % 3600) / 10 - 180)
      })
    // The last ones are opposite to each other, equal, or near.
    let start = ends[0]
    let end =
      switch seed {
      case 37: points([(-start.latitude, MapExtent.wrapped(start.longitude + 180))])[0]
      case 38: start
      case 39: points([(start.latitude, MapExtent.wrapped(start.longitude + 1e-7))])[0]
      default: ends[1]
      }
    func angle(_ first: MapPoint, _ second: MapPoint) -> Double {
      func vector(_ point: MapPoint) -> [Double] {
        let (latitude, longitude) = (point.latitude * .pi / 180, point.longitude * .pi / 180)
        return [cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)]
      }
      let (a, b) = (vector(first), vector(second))
      let chord = zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
      return 2 * asin(min(1, chord / 2)) * 180 / .pi
    }
    let way = GreatCircle(from: start, to: end).points(every: 3)
    #expect(angle(start, way[0]) < 1e-6 && angle(end, way[way.count - 1]) < 1e-5)
    let steps = zip(way, way.dropFirst()).map { angle($0, $1) }
    #expect(steps.allSatisfy { $0 <= 3.0001 })
    #expect(abs(steps.reduce(0, +) - angle(start, end)) < 1e-4, "\(start) \(end)")
  }

  @Test("one point has a map around it")
  func onePoint() throws {
    let extent = try #require(MapExtent(of: points([(48.85, 2.35), (48.85, 2.35)])))
    let point = points([(48.85, 2.35)])
    let (x, y) = try #require(point.map { extent.position(of: $0) }.first)
    #expect(abs(x - 0.5) < 1e-6 && abs(y - 0.5) < 1e-6)
    #expect(extent.height == 1)
    #expect(!MapGrid(of: extent).parallels.isEmpty)
  }

  @Test("degrees of longitude are shorter far from the equator")
  func cosine() throws {
    let extent = try #require(MapExtent(of: points([(60, 10), (60, 30), (65, 20)])))
    let ratio = extent.width / extent.height
    // A map of the same shape at the equator has half the degrees.
    #expect(abs(ratio / extent.shape.rawValue - 1 / 0.462) < 0.02)
  }

  @Test("a way is the shortest, and comes back at the other side of the map")
  func lines() throws {
    let world = points([(40.7, -74), (50.9, -1.4), (6.9, 79.8), (35.4, 139.6), (37.8, -122.4)])
    let extent = try #require(MapExtent(of: world))
    let (yokohama, oakland) = (world[3], world[4])
    let ways = extent.ways(from: yokohama, to: oakland)
    try #require(ways.count == 2)
    let (first, second) = (ways[0], ways[1])
    let (start, end) = (extent.position(of: yokohama), extent.position(of: oakland))
    #expect(abs((try #require(first.first)).x - start.x) < 1e-9)
    #expect((try #require(first.last)).x > 1)
    #expect((try #require(second.first)).x < 0)
    #expect(abs((try #require(second.last)).x - end.x) < 1e-9)
    // The shortest way between two places of one latitude goes nearer to the pole.
    let highest = try #require(first.map(\.y).min())
    #expect(highest < min(start.y, end.y) - 0.02)
    #expect(extent.ways(from: world[0], to: world[1]).count == 1)
  }

  @Test("names keep clear of markers, of each other and of the edges")
  func labels() {
    let names = Array(repeating: "Somewhere", count: 30)
    var random = SeededRandom(seed: 5)
    let positions = names.map { _ in
      (x: Double(random.next() % 1000) / 1000, y: Double(random.next() % 1000) / 1000)
    }
    let labels = MapLabels(positions, names: names, lines: [], width: 600, height: 400)
    #expect(labels.sides.count == 30 && labels.sides.contains { $0 != nil })
    let same = MapLabels(
      Array(repeating: (x: 0.5, y: 0.5), count: 9), names: Array(names.prefix(9)), lines: [],
      width: 600, height: 400)
    #expect(same.sides.compactMap { $0 }.count <= 4)
    #expect(same.isCrowded == [false] + Array(repeating: true, count: 8))
    let corner = MapLabels(
      [(x: 0.99, y: 0.5)], names: ["Somewhere"], lines: [], width: 300, height: 200)
    #expect(corner.sides == [.left])
    let crossed = MapLabels(
      [(x: 0.5, y: 0.5)], names: ["Somewhere"],
      lines: [(start: (x: 0.5, y: 0.5), end: (x: 1, y: 0.5))], width: 300, height: 200)
    #expect(crossed.sides == [.left])
    let tooLong = MapLabels(
      [(x: 0.5, y: 0.5)], names: [String(repeating: "長", count: 60)], lines: [], width: 300,
      height: 200)
    #expect(tooLong.sides == [nil])
  }

  @Test("numbers have the decimals that are wanted, whatever they are")
  func numbers() {
    #expect(DecimalDigits.text(12.5, 2) == "12.50")
    #expect(DecimalDigits.text(-0.004, 2) == "0.00")
    #expect(DecimalDigits.text(-1.25, 1) == "-1.3")
    #expect(DecimalDigits.text(99.999, 2) == "100.00")
    #expect(DecimalDigits.text(.nan, 0) == "0" && DecimalDigits.text(1e300, 0) == "1000000")
    #expect(DegreeText.text(-74.034, 2, "E", "W") == "74.03° W")
    #expect(DegreeText.text(0, 0, "N", "S") == "0°" && DegreeText.text(-180, 0, "E", "W") == "180°")
  }

  // MARK: Ways

  @Test("a way has a point for each unit of the map that it passes")
  func ways() throws {
    let way = (0..<100_000).compactMap { index in
      MapPoint(latitude: 47 + Double(index) / 100_000, longitude: 11)
    }
    let extent = try #require(MapExtent(of: way))
    let simplified = MapWays.simplified([way], on: extent)
    #expect(simplified.count == 1)
    #expect((500...MapWays.units + 1).contains(simplified[0].count))
    #expect(MapWays.simplified([[way[0]], [way[0], way[0]]], on: extent).isEmpty)
  }

  @Test("a way over the edge of a map of the globe is divided")
  func dividedWay() throws {
    let way = points([(0, -70), (1, -60), (2, 60), (3, 70)])
    let others = points([(0, 90), (0, 120), (0, 150), (0, 180), (0, -150), (0, -120), (0, -90)])
    let globe = try #require(MapExtent(of: way + others))
    #expect(MapWays.simplified([way], on: globe).map(\.count) == [2, 2])
    let near = try #require(MapExtent(of: way))
    #expect(MapWays.simplified([way], on: near).map(\.count) == [4])
  }
}
