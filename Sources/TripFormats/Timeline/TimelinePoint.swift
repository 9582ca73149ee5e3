import Foundation

/// A point of a timeline, in units of 10⁻⁷ degrees, as Google's older files state it.
struct TimelinePoint: Hashable, Sendable {
  let latitude: Int32
  let longitude: Int32

  /// Nil for a point that lies off the globe, and for 0, 0, which programs write where they know none.
  ///
  /// Some takeouts state a negative number without its sign, as a number of 32 bits.
  init?(latitude: Int64, longitude: Int64) {
    func signed(_ number: Int64, _ most: Int64) -> Int64? {
      let number =
        number > most ? number.subtractingReportingOverflow(1 << 32).partialValue : number
      return -most...most ~= number ? number : nil
    }
    guard let latitude = signed(latitude, 900_000_000),
      let longitude = signed(longitude, 1_800_000_000), latitude != 0 || longitude != 0
    else { return nil }
    self.latitude = Int32(latitude)
    self.longitude = Int32(longitude)
  }

  /// Reads the spellings of both phones and of people; nil for any other text.
  ///
  ///     43.7753090°, 9.0711460°   geo:43.775309,9.071146   43.775309, 9.071146
  init?(_ text: String) {
    guard text.utf8.count <= Self.longestText else { return nil }
    var words = Substring(text.trimmingSpaces)
    if words.lowercased().hasPrefix("geo:") { words = words.dropFirst(4) }
    // A geo URI may have parameters and an altitude (RFC 5870).
    words = words.prefix { $0 != ";" }
    let numbers = words.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(String(part.filter { $0 != "°" }).trimmingSpaces)
    }
    guard 2...3 ~= numbers.count, let latitude = numbers[0], let longitude = numbers[1],
      -90...90 ~= latitude, -180...180 ~= longitude
    else { return nil }
    self.init(
      latitude: Int64((latitude * 1e7).rounded()), longitude: Int64((longitude * 1e7).rounded()))
  }

  private static let longestText = 200

  // MARK: Distances

  /// Returns the kilometres to another point, along the surface of a sphere.
  func kilometers(to other: TimelinePoint) -> Double {
    let (own, theirs) = (Self.radians(latitude), Self.radians(other.latitude))
    let height = sin((theirs - own) / 2)
    let width = sin((Self.radians(other.longitude) - Self.radians(longitude)) / 2)
    let square = height * height + cos(own) * cos(theirs) * width * width
    return 2 * 6371 * asin(min(1, square.squareRoot()))
  }

  /// Returns the length of a parallel as a share of that of the equator.
  static func shareOfEquator(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }

  private static func radians(_ number: Int32) -> Double { Double(number) * 1e-7 * .pi / 180 }

  // MARK: Words

  /// The coordinates for people, who have no name of the place: `38.7223° N, 9.1393° W`.
  var words: String {
    func degrees(_ number: Int32, _ directions: (String, String)) -> String {
      let rounded = (Int(number.magnitude) + 500) / 1000
      let fraction = String(String(10_000 + rounded % 10_000).dropFirst())
      return "\(rounded / 10_000).\(fraction)° \(number < 0 ? directions.1 : directions.0)"
    }
    return "\(degrees(latitude, ("N", "S"))), \(degrees(longitude, ("E", "W")))"
  }

  /// The numbers as `--home` takes them.
  var option: String { "\(Self.degrees(latitude)),\(Self.degrees(longitude))" }

  /// Returns degrees as JSON states them, without a loss.
  static func degrees(_ number: Int32) -> String {
    let magnitude = Int(number.magnitude)
    var fraction = String(String(10_000_000 + magnitude % 10_000_000).dropFirst())
    while fraction.count > 1, fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(number < 0 ? "-" : "")\(magnitude / 10_000_000).\(fraction)"
  }
}

extension ImportOptions {
  /// Whether a text is a latitude and a longitude for ``homes``.
  public static func isHome(_ text: String) -> Bool { TimelinePoint(text) != nil }
}
