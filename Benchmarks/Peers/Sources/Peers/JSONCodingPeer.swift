import Foundation

/// Foundation's coders with zlib at its usual level, on one thread.
enum JSONCodingPeer<Trip: Codable> {
  static func open(_ path: String) throws {
    let trips = try Figures.measure { try read(DeflatedFile(path: path).read()) }
    Figures.print("trips", trips.count)
  }

  /// Saves what a text holds; reading the text is not measured.
  static func save(_ text: String, _ path: String) throws {
    let trips = try trips(inText: text)
    try Figures.measure {
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .iso8601
      try DeflatedFile(path: path).write(encoder.encode(trips))
    }
    Figures.print("bytes", try fileSize(path))
  }

  static func trips(inText path: String) throws -> [Trip] {
    try read(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func read(_ text: Data) throws -> [Trip] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode([Trip].self, from: text)
  }
}
