import Testing

@testable import TripPages

@Suite("Airports of maps")
struct AirportTests {
  @Test(
    "are found by their codes",
    arguments: [
      ("AAA", -17.36, -145.5), ("CDG", 49.01, 2.55), ("SIN", 1.36, 103.99), ("SUV", -18.05, 178.56),
      ("ZZV", 39.94, -81.89),
    ])
  func codes(code: String, latitude: Double, longitude: Double) throws {
    let point = try #require(Airports.point(code))
    #expect(abs(point.latitude - latitude) < 0.03 && abs(point.longitude - longitude) < 0.03)
  }

  @Test(
    "are none for other texts",
    arguments: ["", "cdg", "CD", "CDGX", "QQQ", "é1", "ÅÄÖ", "000", "~~~"])
  func otherTexts(text: String) {
    #expect(Airports.point(text) == nil)
  }

  @Test("are all on the globe, each found by its own code")
  func table() {
    let bytes = Array("\(AirportTable.airports)".utf8)
    #expect(bytes.count == AirportTable.count * 9 && AirportTable.count > 7000)
    let codes = stride(from: 0, to: bytes.count, by: 9).map {
      String(decoding: bytes[$0..<$0 + 3], as: UTF8.self)
    }
    #expect(codes == codes.sorted() && Set(codes).count == codes.count)
    #expect(codes.allSatisfy { Airports.point($0) != nil })
  }

  @Test(
    "have codes in the names that bookings and logs give them",
    arguments: [
      ("CDG", "CDG"), ("CDG - Paris/FR", "CDG"), ("Paris / Charles de Gaulle (CDG/LFPG)", "CDG"),
      ("London Heathrow (LHR)", "LHR"), ("(LFPG/CDG)", "CDG"), ("ROM (FCO)", "FCO"),
      ("Paris", nil), ("NYC trip", nil), ("Rome (FCO) T3", nil), ("(cdg)", nil), ("()", nil),
      (")", nil), ("", nil), ("LONDON", nil), ("Köln (Bonn)", nil),
    ] as [(String, String?)])
  func names(name: String, code: String?) {
    #expect(Airports.code(in: name) == code)
  }
}
