import DocumentTables
import Foundation

/// The zones of a calendar: what a TZID means, and which offset a local time has.
struct CalendarZones {
  /// A zone with its offsets.
  enum Zone {
    /// A zone of the IANA database.
    case known(String, TimeZone)
    /// A zone of another name, with the rules of the calendar's own component.
    case custom(String, ZoneRules)
    /// A name without rules.
    case unknown(String)
  }

  /// The zone for times without one; nil for UTC.
  private let floating: String?
  private let rules: [String: ZoneRules]
  private var zones: [String: Zone] = [:]

  /// - Parameters:
  ///   - components: The components of the calendar; those of the name VTIMEZONE are read.
  ///   - floating: The zone for times without one, from the options.
  init(_ calendar: ParsedCalendar, floating: String?) {
    let stated =
      floating ?? calendar.text("X-WR-TIMEZONE") ?? calendar.text("TIMEZONE-ID")
    self.floating = stated.flatMap { Self.knownZone(of: $0)?.identifier }
    var rules: [String: ZoneRules] = [:]
    for component in calendar.components where component.name == "VTIMEZONE" {
      guard let name = component.text("TZID"), rules[name] == nil else { continue }
      rules[name] = ZoneRules(component)
    }
    self.rules = rules
  }

  /// The zone in which times without one are read, in words and as a name.
  var floatingZone: String { floating ?? "Etc/UTC" }

  /// Returns the zone of a TZID.
  mutating func zone(_ name: String) -> Zone {
    if let known = zones[name] { return known }
    let zone: Zone
    if let known = Self.knownZone(of: name)
      ?? rules[name]?.location.flatMap(Self.knownZone)
    {
      zone = .known(known.identifier, known.zone)
    } else if let rules = rules[name], !rules.isEmpty {
      zone = .custom(name, rules)
    } else {
      zone = .unknown(name)
    }
    zones[name] = zone
    return zone
  }

  /// Returns the zone of the IANA database that a name means: the name itself, its end behind a prefix of
  /// other programs such as `/mozilla.org/20050126_1/Europe/Berlin`, or the name of Windows.
  static func knownZone(of name: String) -> (identifier: String, zone: TimeZone)? {
    let trimmed = name.trimmingSpaces.filter { $0 != "\"" }
    if ["UTC", "GMT", "Z", "tzone://Microsoft/Utc"].contains(trimmed) {
      return TimeZone(identifier: "Etc/UTC").map { ("Etc/UTC", $0) }
    }
    if let windows = WindowsZones.identifiers[trimmed], let zone = TimeZone(identifier: windows) {
      return (windows, zone)
    }
    let parts = trimmed.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count > 1 else { return nil }
    for count in [parts.count, 3, 2] where count <= parts.count {
      let candidate = parts.suffix(count).joined(separator: "/")
      // Foundation finds abbreviations and offsets too, which no name with a slash is.
      guard (count == parts.count) == (candidate == trimmed) || count < parts.count,
        let zone = TimeZone(identifier: candidate)
      else { continue }
      return (candidate, zone)
    }
    return nil
  }

  /// Returns the minutes by which a local time of a zone is ahead of UTC.
  ///
  /// A local time that happens twice is the first of both; one that the zone skips has the offset before
  /// the gap (RFC 5545, 3.3.5).
  ///
  /// - Parameter isSkipped: Set to true if the zone skips the time.
  static func offset(ofLocal second: Int64, in zone: TimeZone, isSkipped: inout Bool) -> Int64 {
    func seconds(atInstant instant: Int64) -> Int64 {
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double(instant))))
    }
    let before = seconds(atInstant: second - 86_400)
    let after = seconds(atInstant: second + 86_400)
    if before == after, seconds(atInstant: second - before) == before { return minutes(before) }
    if seconds(atInstant: second - before) == before { return minutes(before) }
    if seconds(atInstant: second - after) == after { return minutes(after) }
    // Two changes within two days.
    let middle = seconds(atInstant: second - before)
    if seconds(atInstant: second - middle) == middle { return minutes(middle) }
    isSkipped = true
    return minutes(before)
  }

  /// Offsets of local mean time have seconds, which a time at a place does not have.
  private static func minutes(_ seconds: Int64) -> Int64 {
    (seconds >= 0 ? seconds + 30 : seconds - 30) / 60
  }
}

extension ImportOptions {
  /// Whether a text is a name for ``timeZone``.
  public static func isTimeZone(_ name: String) -> Bool {
    CalendarZones.knownZone(of: name) != nil
  }
}
