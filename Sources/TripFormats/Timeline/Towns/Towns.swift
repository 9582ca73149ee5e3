/// The towns of the globe, for places that a file gives no name.
///
///     the text ─► for each degree of latitude, the towns from west to east ─► those in a window around a point
struct Towns: Sendable {
  /// How far a town may be from a place that is called after it, in kilometres.
  static let reach = 50.0
  /// Kilometres in a degree of latitude.
  private static let degree = 111.2

  private static let all = Towns(TownTable.towns)

  private struct Town {
    /// Degrees in units of 10⁻⁷.
    let point: TimelinePoint
    let name: String
    /// The square root of the number of people, about.
    let weight: Double
  }

  /// The towns of each degree of latitude, from 90° south on.
  private var rows = [[Town]](repeating: [], count: 181)

  private init(_ text: StaticString) {
    // Lifetime: the text of a literal is never freed.
    text.withUTF8Buffer { bytes in
      var position = 0
      func number(_ count: Int) -> Int64 {
        // Bound: the table has seven digits before each name.
        let digits = bytes[position..<position + count]
        position += count
        return digits.reduce(0) { $0 * 64 + Int64($1) - ($1 < 92 ? 48 : 49) }
      }
      while position + 7 < bytes.count {
        let (latitude, longitude, size) = (number(3), number(3), number(1))
        let name = bytes[position...].prefix { $0 != UInt8(ascii: ";") }
        position = name.endIndex + 1
        guard
          let point = TimelinePoint(
            latitude: (latitude - 9000) * 100_000, longitude: (longitude - 18_000) * 100_000)
        else { continue }
        rows[Int(latitude / 100)].append(
          Town(
            point: point, name: String(decoding: name, as: UTF8.self),
            weight: Double(1 << size).squareRoot()))
      }
    }
  }

  /// Returns what a place may be called: `near Lisbon` for one within ``reach`` of that town; nil if no town is near.
  ///
  /// A large town counts as nearer than a small one, or a place in a city would be called after a district.
  ///
  /// The time grows with the towns around the place.
  static func words(near point: TimelinePoint) -> String? {
    all.nearest(to: point).map { "near \($0)" }
  }

  private func nearest(to point: TimelinePoint) -> String? {
    let latitude = Double(point.latitude) * 1e-7
    let row = Int((latitude + 90).rounded(.down))
    let share = max(TimelinePoint.shareOfEquator(latitude), 0.01)
    let width = Int64(min(180, Self.reach / Self.degree / share) * 1e7)
    var nearest: (town: Town, distance: Double)?
    for row in max(0, row - 1)...min(rows.count - 1, row + 1) {
      // The date line is no border.
      for turn: Int64 in [-3_600_000_000, 0, 3_600_000_000] {
        let west = Int64(point.longitude) + turn - width
        let first = rows[row].prefixCount { Int64($0.point.longitude) < west }
        for town in rows[row][first...].prefix(while: {
          Int64($0.point.longitude) <= west + 2 * width
        }) {
          let kilometers = town.point.kilometers(to: point)
          let distance = max(1, kilometers) / town.weight
          if kilometers <= Self.reach, distance < nearest?.distance ?? .infinity {
            nearest = (town, distance)
          }
        }
      }
    }
    return nearest?.town.name
  }
}
