import Testing

@testable import TripPages

@Suite("Outlines of land on maps")
struct OutlineTests {
  private static let land = OutlineText.lines(WorldOutlines.land)
  private static let exact = land.map { line in
    ParsedPath.Ring(line.points.map { (Double($0.x), Double($0.y)) })
  }
  private static let borders = OutlineText.lines(WorldOutlines.borders)

  private static func extent(_ degrees: [(Double, Double)]) throws -> MapExtent {
    try #require(
      MapExtent(of: degrees.compactMap { MapPoint(latitude: $0.0, longitude: $0.1) }))
  }

  @Test("have every point on the globe, and islands as small as Malta and Singapore")
  func text() {
    #expect(Self.land.count > 3000 && Self.borders.count > 300)
    for line in Self.land + Self.borders {
      #expect(line.points.count >= 2)
      #expect(line.west >= -18_000 && line.east <= 18_000)
      #expect(line.south >= -9_000 && line.north <= 9_000)
      #expect(line.points.allSatisfy { Int($0.level) < WorldOutlines.levels })
    }
    for (latitude, longitude) in [(35.9, 14.4), (1.35, 103.8), (-20.3, 57.5), (-51.8, -59.0)] {
      let (x, y) = (Int32(longitude * 100), Int32(latitude * 100))
      #expect(
        Self.land.contains {
          $0.west < x && x < $0.east && $0.south < y && y < $0.north && $0.east - $0.west < 1000
        }, "\(latitude) \(longitude)")
    }
  }

  @Test("of a text that ends early are those that are whole")
  func truncatedText() {
    #expect(OutlineText.lines("").isEmpty)
    #expect(OutlineText.lines("R").isEmpty)
    #expect(OutlineText.lines("0").isEmpty)
    #expect(OutlineText.lines("0000000000").isEmpty)
    // Two points: 1 east, level 0; 1 north of it, level 1.
    let lines = OutlineText.lines("RiPQRR")
    #expect(lines.map { $0.points.count } == [2])
    #expect(lines.first?.points.map(\.x) == [1, 1])
    #expect(lines.first?.points.map(\.y) == [0, 1])
    #expect(lines.first?.points.map(\.level) == [0, 1])
  }

  static let maps: [(String, [(Double, Double)])] = [
    ("Malta", [(35.8, 14.2), (36.1, 14.6)]), ("Paris", [(48.85, 2.35)]),
    ("Norway", [(58, 7), (71, 28)]), ("Fiji", [(-16, 177), (-19, -178)]),
    ("Antarctica", [(-66, 10), (-72, 130), (-75, -90)]), ("the Arctic", [(70, 30), (75, -150)]),
    ("the world", [(60, -150), (-40, 175), (0, 10), (35, 139)]), ("Kansas", [(38, -98)]),
  ]

  @Test("show land where land is, as exactly as the map can show", arguments: maps.indices)
  func landAndSea(index: Int) throws {
    let extent = try Self.extent(Self.maps[index].1)
    let grid = OutlineGrid([extent])
    let path = OutlinePath(
      Self.land.filter(grid.shows), areRings: true, extent.projection, grid, coarseness: 1)
    let drawn = try ParsedPath(path.text)
    let scale = "\(path.transform)" == "scale(.1)" ? 10.0 : 100
    var random = SeededRandom(seed: UInt64(index))
    func share() -> Double { Double(random.next() % 10_000) / 10_000 }
    var (agreeing, all) = (0, 0)
    for _ in 0..<150 {
      let position = (x: share(), y: share())
      guard let (latitude, longitude) = extent.degrees(at: position), abs(latitude) < 89.9 else {
        continue
      }
      // The paths of a plane are those of the globe without the turn of a map.
      let (x, y) = extent.projection.position(latitude: latitude, longitude: longitude)
      let isDrawn = drawn.contains(x * scale, y * scale)
      let isLand = ParsedPath.contains(longitude * 100, latitude * 100, in: Self.exact)
      all += 1
      if isDrawn == isLand { agreeing += 1 }
    }
    #expect(all > 100)
    #expect(agreeing * 100 >= all * 98, "\(Self.maps[index].0): \(agreeing) of \(all)")
  }

  @Test("of one map take a part of what a page may have", arguments: maps.indices)
  func size(index: Int) throws {
    var page = HTMLWriter()
    var layer = OutlineLayer()
    layer.write(try Self.extent(Self.maps[index].1), to: &page)
    let map = page.take().count
    layer.writePaths(to: &page)
    #expect(map < 400)
    #expect(page.take().count < OutlineLayer.mostBytes * 3 / 4)
    #expect(layer.isEmpty)
    layer.writePaths(to: &page)
    #expect(page.take().isEmpty)
  }

  @Test("of many maps become coarser, and stay within the bytes of a page")
  func manyMaps() throws {
    var page = HTMLWriter()
    var layer = OutlineLayer()
    var random = SeededRandom(seed: 3)
    for _ in 0..<300 {
      let (latitude, longitude) = (
        Double(random.next() % 120) - 60, Double(random.next() % 360) - 180
      )
      layer.write(try Self.extent([(latitude, longitude), (latitude + 8, longitude)]), to: &page)
    }
    _ = page.take()
    layer.writePaths(to: &page)
    let bytes = page.take().count
    #expect(bytes < OutlineLayer.mostBytes + 1000 && bytes > OutlineLayer.mostBytes / 2)
  }

  @Test("beyond the date line are shown there, too")
  func dateLine() throws {
    var page = HTMLWriter()
    var layer = OutlineLayer()
    layer.write(try Self.extent([(-16, 177), (-19, -178)]), to: &page)
    let map = String(decoding: page.take(), as: UTF8.self)
    #expect(map.contains(##"<use href="#land"/><use href="#land" x="360"/>"##))
    layer.write(try Self.extent([(48.85, 2.35)]), to: &page)
    #expect(!String(decoding: page.take(), as: UTF8.self).contains("360"))
  }
}

/// The rings of the data of an SVG path.
private struct ParsedPath {
  struct Ring {
    let points: [(x: Double, y: Double)]
    let (west, east, south, north): (Double, Double, Double, Double)

    init(_ points: [(Double, Double)]) {
      self.points = points.map { (x: $0.0, y: $0.1) }
      (west, east) = (points.map(\.0).min() ?? 0, points.map(\.0).max() ?? 0)
      (south, north) = (points.map(\.1).min() ?? 0, points.map(\.1).max() ?? 0)
    }
  }

  let rings: [Ring]

  init(_ text: String) throws {
    rings = try text.split(separator: "M").map { ring in
      let ring = try #require(ring.last == "z" ? ring.dropLast() : nil)
      let parts = ring.split(separator: "l", omittingEmptySubsequences: false)
      #expect(parts.count <= 2 && parts.allSatisfy { !$0.isEmpty })
      let numbers = parts.map { part in
        part.replacing("-", with: " -").split(separator: " ").compactMap { Double($0) }
      }
      #expect(numbers.allSatisfy { $0.count % 2 == 0 })
      var (x, y) = (0.0, 0.0)
      let flat = Array(numbers.joined())
      return Ring(
        stride(from: 0, to: flat.count, by: 2).map { index in
          (x, y) = (x + flat[index], y + flat[index + 1])
          return (x, y)
        })
    }
  }

  func contains(_ x: Double, _ y: Double) -> Bool { Self.contains(x, y, in: rings) }

  /// Returns whether a ray from a point crosses an odd number of edges.
  static func contains(_ x: Double, _ y: Double, in rings: [Ring]) -> Bool {
    var isInside = false
    for ring in rings where ring.south <= y && y <= ring.north && ring.east >= x {
      var last = ring.points[ring.points.count - 1]
      for point in ring.points {
        if (point.y > y) != (last.y > y),
          x < (last.x - point.x) * (y - point.y) / (last.y - point.y) + point.x
        {
          isInside.toggle()
        }
        last = point
      }
    }
    return isInside
  }
}
