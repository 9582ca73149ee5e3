import Foundation

/// How far the clock of a time zone is from the sun at a longitude, which tells without a map that a zone is
/// that of another part of the world.
///
/// The sun is an hour later with each 15 degrees. Real zones differ from it by up to 3.1 hours: China has one
/// zone for five (UTC+8 at 73° E), western Greenland, Spain and Argentina follow. Zones beyond the date line
/// (Kiribati's UTC+14 at 157° W, Samoa, the Aleutian and the Chukchi) differ by a day and little, so the
/// distance is that on a clock of 24 hours. Daylight saving time is left out. More than ``mostHours`` are in
/// doubt. Near the poles zones are a choice of those who are there, and zones such as `Etc/UTC` are of no
/// place: these are never in doubt.
struct ZoneDistance {
  static let mostHours = 4

  private enum Zone {
    case unknown
    /// A zone of no place.
    case anywhere
    /// The hours by which standard time is ahead of UTC.
    case hours(Double)
  }

  private var zones: [String: Zone] = [:]
  /// Whether the machine has the time zone database, without which no zone is known.
  private let hasDatabase = TimeZone(identifier: "Europe/Paris") != nil

  /// Whether a name is one of the time zone database; true if this cannot be told.
  mutating func isKnown(_ name: String) -> Bool {
    guard hasDatabase else { return true }
    if case .unknown = zone(name) { return false }
    return true
  }

  /// Returns the contradiction between a zone and a place in words; nil if there is none.
  mutating func detail(_ name: String, latitude: Double, longitude: Double) -> String? {
    guard (-60...75).contains(latitude), case .hours(let hours) = zone(name) else { return nil }
    let distance = abs((hours - longitude / 15).remainder(dividingBy: 24))
    guard distance > Double(Self.mostHours) else { return nil }
    func utc(_ hours: Double) -> String {
      let minutes = Int((hours * 60).rounded())
      let rest = abs(minutes) % 60
      return "UTC" + (minutes < 0 ? "-" : "+") + "\(abs(minutes) / 60)"
        + (rest == 0 ? "" : ":" + (rest < 10 ? "0" : "") + "\(rest)")
    }
    return "\(name) is \(utc(hours)); at longitude \(longitude) the sun is at about "
      + utc((longitude / 15).rounded())
  }

  private mutating func zone(_ name: String) -> Zone {
    if let zone = zones[name] { return zone }
    let zone = Self.find(name)
    // A file may state any number of names.
    if zones.count < 1000 { zones[name] = zone }
    return zone
  }

  private static func find(_ name: String) -> Zone {
    guard let zone = TimeZone(identifier: name) else { return .unknown }
    let isOfNoPlace =
      !name.contains("/") || name.hasPrefix("Etc/") || name.hasPrefix("Antarctica/")
      || name.hasPrefix("Arctic/")
    if isOfNoPlace { return .anywhere }
    let now = Date()
    let seconds = Double(zone.secondsFromGMT(for: now)) - zone.daylightSavingTimeOffset(for: now)
    return .hours(seconds / 3600)
  }
}
