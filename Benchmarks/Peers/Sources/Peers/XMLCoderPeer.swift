import Foundation
import XMLCoder

/// XMLCoder with zlib, on one thread.
enum XMLCoderPeer<Trip: Codable> {
  /// Writes what the other command reads; nothing is measured.
  static func pack(_ text: String, _ path: String) throws {
    let encoder = XMLEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let trips = CodableTrips(trip: try JSONCodingPeer<Trip>.trips(inText: text))
    try DeflatedFile(path: path).write(encoder.encode(trips, withRootKey: "trips"))
  }

  static func open(_ path: String) throws {
    let trips = try Figures.measure {
      let decoder = XMLDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return try decoder.decode(CodableTrips<Trip>.self, from: DeflatedFile(path: path).read())
    }
    Figures.print("trips", trips.trip.count)
  }
}
