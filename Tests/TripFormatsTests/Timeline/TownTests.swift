import Testing

@testable import TripFormats

@Suite("Towns of timelines")
struct TownTests {
  private func words(_ latitude: Double, _ longitude: Double) throws -> String? {
    Towns.words(near: try #require(TimelinePoint("\(latitude),\(longitude)")))
  }

  @Test(
    "name places within fifty kilometres",
    arguments: [
      (38.7131, -9.1335, "near Lisbon"), (64.1466, -21.9426, "near Reykjavík"),
      (1.29, 103.85, "near Singapore"), (-54.8, -68.3, "near Ushuaia"),
      (69.65, 18.96, "near Tromsø"),
      (59.911, 10.75, "near Oslo"),
    ])
  func towns(latitude: Double, longitude: Double, name: String) throws {
    #expect(try words(latitude, longitude) == name)
  }

  @Test(
    "name no place farther away, and none of the poles and oceans",
    arguments: [
      (90.0, 0.0), (-90, 10), (0.1, -140), (45, -40), (-25, 130), (72, -40), (0.5, 180),
      (0.5, -180),
    ])
  func nowhere(latitude: Double, longitude: Double) throws {
    #expect(try words(latitude, longitude) == nil)
  }

  @Test("are found across the date line")
  func dateLine() throws {
    // Labasa, Fiji, from the east of the date line.
    let west = try #require(TimelinePoint("-16.5,179.4"))
    let name = try #require(Towns.words(near: west))
    var east: String?
    for step in 0...10 where east == nil {
      east = try words(-16.5, -180 + Double(10 - step) * 0.01)
    }
    #expect(name == "near Labasa" && (east == nil || east == name))
  }

  @Test("are the nearest of all, by a search through the table", arguments: 0..<60)
  func nearest(seed: Int) throws {
    var random = CSVRandom(seed)
    let point = try #require(
      TimelinePoint(
        "\(Double(random.next() % 14_000) / 100 - 70),\(Double(random.next() % 36_000) / 100 - 180)"
      ))
    var best: (name: String, distance: Double)?
    for town in Self.table {
      let kilometers = town.point.kilometers(to: point)
      let distance = max(1, kilometers) / town.weight
      if kilometers <= Towns.reach, distance < best?.distance ?? .infinity {
        best = (town.name, distance)
      }
    }
    #expect(Towns.words(near: point) == best.map { "near \($0.name)" })
  }

  /// The table, read in another way: the seven digits before a name may be semicolons, too.
  private static let table: [(point: TimelinePoint, name: String, weight: Double)] = {
    var towns: [(point: TimelinePoint, name: String, weight: Double)] = []
    var rest = Substring("\(TownTable.towns)")
    while !rest.isEmpty {
      let digits = rest.unicodeScalars.prefix(7).map { Int64($0.value) - ($0.value < 92 ? 48 : 49) }
      let name = rest.unicodeScalars.dropFirst(7).prefix { $0 != ";" }
      rest = Substring(rest.unicodeScalars.dropFirst(8 + name.count))
      let numbers = [digits[..<3], digits[3..<6]].map { $0.reduce(0) { $0 * 64 + $1 } }
      let point = TimelinePoint(
        latitude: (numbers[0] - 9000) * 100_000, longitude: (numbers[1] - 18_000) * 100_000)
      if let point {
        towns.append((point, String(name), Double(1 << digits[6]).squareRoot()))
      }
    }
    return towns
  }()

  @Test("are as many as the table says")
  func count() {
    #expect(Self.table.count == TownTable.count && TownTable.count > 30_000)
  }
}
