#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Lines as the data of an SVG path, in tenths or hundredths of the units of a projection.
struct OutlinePath {
  /// The number of units of the path in a unit of the projection.
  private let scale: Double

  private(set) var bytes: [UInt8] = []

  /// What gives the path the size of the projection.
  var transform: StaticString { scale == 10 ? "scale(.1)" : "scale(.01)" }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Straight lines of a plain map are curves around a pole, which have a point for so many hundredths of a degree.
  private static let longest: Int32 = 300

  /// - Parameters:
  ///   - lines: The lines that the maps show.
  ///   - coarseness: How much more than the maps show the lines may err.
  init(
    _ lines: [OutlineText.Line], areRings: Bool, _ projection: MapProjection, _ grid: OutlineGrid,
    coarseness: Float
  ) {
    scale = grid.leastError * coarseness < 0.1 ? 100 : 10
    // The least error of a point that a map shows, by its level; each level begins at twice the one before.
    let beyond = (0..<WorldOutlines.levels).map { level in
      Float(WorldOutlines.leastError) * exp2(Float(level + 1))
    }
    for line in lines {
      let points = line.points.filter { point in
        beyond[Int(point.level)] > grid.error(x: point.x, y: point.y) * coarseness
      }
      guard points.count >= (areRings ? 3 : 2) else { continue }
      append(points, isRing: areRings, projection)
    }
  }

  private mutating func append(
    _ points: [OutlineText.Point], isRing: Bool, _ projection: MapProjection
  ) {
    var last: (x: Int, y: Int)?
    var isBegun = false
    var before: OutlineText.Point?
    func position(_ x: Int32, _ y: Int32) -> (x: Int, y: Int) {
      // Land on both sides of the date line overlaps, or a browser would show a gap.
      let overlapping = abs(x) == 18_000 ? x + x.signum() * 5 : x
      let (x, y) = projection.position(
        latitude: Double(y) / 100, longitude: Double(overlapping) / 100)
      return (Int((x * scale).rounded()), Int((y * scale).rounded()))
    }
    func add(_ next: (x: Int, y: Int)) {
      if let last {
        guard next != last else { return }
        if !isBegun { bytes.append(UInt8(ascii: "l")) }
        append(next.x - last.x, isFirst: !isBegun)
        append(next.y - last.y, isFirst: false)
        isBegun = true
      } else {
        bytes.append(UInt8(ascii: "M"))
        append(next.x, isFirst: true)
        append(next.y, isFirst: false)
      }
      last = next
    }
    for point in isRing ? points + points.prefix(1) : points {
      if projection != .plain, let before, abs(point.x - before.x) > Self.longest {
        let steps = abs(point.x - before.x) / Self.longest
        for step in 1...steps {
          add(
            position(
              before.x + (point.x - before.x) / (steps + 1) * step,
              before.y + (point.y - before.y) / (steps + 1) * step))
        }
      }
      add(position(point.x, point.y))
      before = point
    }
    if isRing { bytes.append(UInt8(ascii: "z")) }
  }

  private mutating func append(_ number: Int, isFirst: Bool) {
    if !isFirst, number >= 0 { bytes.append(UInt8(ascii: " ")) }
    bytes.append(contentsOf: String(number).utf8)
  }
}
