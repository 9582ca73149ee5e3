import DocumentTables
import Foundation

/// A zone of the IANA database.
struct KnownZone {
  let identifier: String
  let zone: TimeZone

  /// The most bytes of a name that can be one of a zone.
  static let longestName = 255

  /// Finds the zone that a name means; nil if there is none.
  ///
  /// The name is that of the database, also behind a prefix of other programs such as
  /// `/mozilla.org/20050126_1/Europe/Berlin`, or the name of Windows.
  init?(_ name: String) {
    guard name.utf8.count <= Self.longestName else { return nil }
    let trimmed = name.trimmingSpaces.filter { $0 != "\"" }
    if ["UTC", "GMT", "Z", "tzone://Microsoft/Utc"].contains(trimmed) {
      self.init(exactly: "Etc/UTC")
      return
    }
    if let windows = WindowsZones.identifiers[trimmed] {
      self.init(exactly: windows)
      return
    }
    let parts = trimmed.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count > 1 else { return nil }
    for count in [parts.count, 3, 2] where count <= parts.count {
      let candidate = parts.suffix(count).joined(separator: "/")
      // Foundation finds abbreviations and offsets too, which no name with a slash is.
      guard (count == parts.count) == (candidate == trimmed) || count < parts.count,
        let found = KnownZone(exactly: candidate)
      else { continue }
      self = found
      return
    }
    return nil
  }

  private init?(exactly identifier: String) {
    guard let zone = TimeZone(identifier: identifier) else { return nil }
    self.identifier = identifier
    self.zone = zone
  }

  /// Returns the minutes by which a local time is ahead of UTC.
  ///
  /// A local time that happens twice is the first of both; one that the zone skips has the offset before
  /// the gap (RFC 5545, 3.3.5).
  ///
  /// - Parameter isSkipped: Set to true if the zone skips the time.
  func offset(ofLocal second: Int64, isSkipped: inout Bool) -> Int64 {
    let before = seconds(atInstant: second - 86_400)
    let after = seconds(atInstant: second + 86_400)
    if before == after, seconds(atInstant: second - before) == before {
      return Self.minutes(before)
    }
    if seconds(atInstant: second - before) == before { return Self.minutes(before) }
    if seconds(atInstant: second - after) == after { return Self.minutes(after) }
    // Two changes within two days.
    let middle = seconds(atInstant: second - before)
    if seconds(atInstant: second - middle) == middle { return Self.minutes(middle) }
    isSkipped = true
    return Self.minutes(before)
  }

  /// Returns the minutes by which the zone is ahead of UTC at an instant.
  func offset(atInstant second: Int64) -> Int64 { Self.minutes(seconds(atInstant: second)) }

  private func seconds(atInstant instant: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double(instant))))
  }

  /// Offsets of local mean time have seconds, which a time at a place does not have.
  private static func minutes(_ seconds: Int64) -> Int64 {
    (seconds >= 0 ? seconds + 30 : seconds - 30) / 60
  }

  /// Returns the name of the database's zone with a fixed offset in minutes; nil for offsets that no such
  /// zone has.
  static func name(ofOffset offset: Int64) -> String? {
    let hours = offset / 60
    guard offset % 60 == 0, -12...14 ~= hours else { return nil }
    return hours == 0 ? "Etc/UTC" : "Etc/GMT" + (hours > 0 ? "-" : "+") + String(abs(hours))
  }
}

extension ImportOptions {
  /// Whether a text is a name for ``timeZone``.
  public static func isTimeZone(_ name: String) -> Bool { KnownZone(name) != nil }
}
