import DocumentFile
import DocumentTables
import Foundation

/// A zone of the IANA database, or an offset.
struct KnownZone: Sendable {
  /// The name of the database; for an offset without one such as `UTC+05_30`.
  let identifier: String
  let zone: TimeZone
  /// Whether the name states an offset only, which no summer time changes.
  var isOffset = false

  /// The most bytes of a name that can be one of a zone.
  static let longestName = 255

  /// Finds the zone that a name means; nil if there is none.
  ///
  /// The name is one of these:
  /// - a name of the database, a link too: `Europe/Berlin`, `Japan`, `US/Eastern`;
  /// - the same behind a prefix of another program: `/mozilla.org/20050126_1/Europe/Berlin`;
  /// - a name of Windows: `W. Europe Standard Time`;
  /// - an offset: `+02:00`, `GMT+0200`, `UTC-3`;
  /// - what programs show: `(UTC+01:00) Amsterdam, Berlin, Bern`;
  /// - an abbreviation that means one offset only: `CEST`.
  init?(_ name: String, _ edition: TimeEdition = .current) {
    guard name.utf8.count <= Self.longestName else { return nil }
    let trimmed = name.trimmingSpaces.filter { $0 != "\"" }
    guard let found = edition == .first ? Self.first(trimmed) : Self.find(trimmed) else {
      return nil
    }
    self = found
  }

  /// Creates the zone of an offset in minutes.
  init?(offset: Int64) {
    guard abs(offset) < 24 * 60, let zone = TimeZone(secondsFromGMT: Int(offset) * 60) else {
      return nil
    }
    self.init(identifier: Self.identifier(ofOffset: offset), zone: zone, isOffset: true)
  }

  private init(identifier: String, zone: TimeZone, isOffset: Bool) {
    self.identifier = identifier
    self.zone = zone
    self.isOffset = isOffset
  }

  private init?(exactly identifier: String) {
    guard let zone = TimeZone(identifier: identifier) else { return nil }
    self.init(identifier: identifier, zone: zone, isOffset: false)
  }

  // MARK: Names

  private static func find(_ name: String) -> KnownZone? {
    guard !name.isEmpty else { return nil }
    if ZoneNames.isUniversal(name) { return KnownZone(exactly: "Etc/UTC") }
    if let windows = WindowsZones.identifier(name) { return KnownZone(exactly: windows) }
    if let known = database(name) { return known }
    if let minutes = ZoneNames.offset(name) ?? ZoneNames.offsets[name.uppercased()] {
      return KnownZone(offset: minutes)
    }
    return shown(name)
  }

  /// Finds a name of the database, alone or behind a prefix of another program.
  private static func database(_ name: String) -> KnownZone? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: true)
    guard let first = parts.first else { return nil }
    // Only the name of a program has a point; without it, `x/Japan` would be a name of its own.
    let hasPrefix = first.contains(".") || name.hasPrefix("/")
    for count in [parts.count, 3, 2, 1] where count <= parts.count {
      if count == 1, parts.count > 1, !hasPrefix { continue }
      let candidate = parts.suffix(count).joined(separator: "/")
      if ZoneNames.isUniversal(candidate) { return KnownZone(exactly: "Etc/UTC") }
      // Foundation finds abbreviations and offsets too, which no name with a slash is.
      if count > 1, let found = KnownZone(exactly: candidate) { return found }
      if let spelled = ZoneNames.spelled(candidate), let found = KnownZone(exactly: spelled) {
        return found
      }
    }
    return nil
  }

  /// Finds a zone by what programs show: an offset in parentheses, and cities, a region or a name.
  private static func shown(_ name: String) -> KnownZone? {
    guard name.hasPrefix("("), let close = name.firstIndex(of: ")") else { return nil }
    let stated = String(name[name.index(after: name.startIndex)..<close])
    guard let offset = ZoneNames.isUniversal(stated) ? 0 : ZoneNames.offset(stated) else {
      return nil
    }
    let title = String(name[name.index(after: close)...]).trimmingSpaces
    func fits(_ zone: KnownZone) -> Bool {
      // Days of winter and of summer, on either half of the globe.
      [725_846_400, 741_484_800].contains { zone.offset(atInstant: $0) == offset }
    }
    if title.isEmpty { return KnownZone(offset: offset) }
    if let windows = WindowsZones.regions[title.lowercased()].flatMap(WindowsZones.identifier),
      let zone = KnownZone(exactly: windows), fits(zone)
    {
      return zone
    }
    if title.utf8.first != UInt8(ascii: "("), let zone = find(title), !zone.isOffset, fits(zone) {
      return zone
    }
    let cities = title.parts(dividedBy: " - ").last.map(String.init) ?? title
    let zones = cities.parts(dividedBy: ",").prefix(16)
      .flatMap { ZoneNames.zones(ofCity: String($0).trimmingSpaces) }
      .compactMap { KnownZone(exactly: $0) }.filter(fits)
    return zones.first { WindowsZones.main.contains($0.identifier) } ?? zones.first
  }

  /// Finds the zone as the first edition did.
  private static func first(_ name: String) -> KnownZone? {
    if ["UTC", "GMT", "Z", "tzone://Microsoft/Utc"].contains(name) {
      return KnownZone(exactly: "Etc/UTC")
    }
    if let windows = WindowsZones.ofFirstEdition[name] { return KnownZone(exactly: windows) }
    let parts = name.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count > 1 else { return nil }
    for count in [parts.count, 3, 2] where count <= parts.count {
      let candidate = parts.suffix(count).joined(separator: "/")
      if count == parts.count, candidate != name { continue }
      if let found = KnownZone(exactly: candidate) { return found }
    }
    return nil
  }

  // MARK: Times

  /// Returns a local time in the zone; nil if a document cannot state it.
  ///
  /// - Parameter isSkipped: Set to true if the zone skips the time.
  func time(
    local second: Int64, nanosecond: Int64 = 0, isSkipped: inout Bool
  ) -> ClockTimeText? {
    ClockTimeText(
      second: second, nanosecond: nanosecond,
      offset: offset(ofLocal: second, isSkipped: &isSkipped), zone: identifier)
  }

  /// Returns an instant, in seconds of UTC, by the clock of the zone.
  func time(instant second: Int64, nanosecond: Int64 = 0) -> ClockTimeText? {
    let offset = offset(atInstant: second)
    return ClockTimeText(
      second: second + offset * 60, nanosecond: nanosecond, offset: offset, zone: identifier)
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

  // MARK: Offsets

  /// Returns the name of the database's zone with a fixed offset in minutes; nil for offsets that no such
  /// zone has.
  static func name(ofOffset offset: Int64) -> String? {
    let hours = offset / 60
    guard offset % 60 == 0, -12...14 ~= hours else { return nil }
    return hours == 0 ? "Etc/UTC" : "Etc/GMT" + (hours > 0 ? "-" : "+") + String(abs(hours))
  }

  /// Returns the name of the database, or one such as `UTC+05_30` for an offset that no zone has for all times, such as
  /// that of India.
  static func identifier(ofOffset offset: Int64) -> String {
    if let name = name(ofOffset: offset) { return name }
    let minutes = offset.magnitude
    func digits(_ number: UInt64) -> String { (number < 10 ? "0" : "") + String(number) }
    return "UTC" + (offset < 0 ? "-" : "+") + digits(minutes / 60) + "_" + digits(minutes % 60)
  }
}

extension ImportOptions {
  /// Whether a text is a name for ``timeZone``.
  public static func isTimeZone(_ name: String) -> Bool { KnownZone(name) != nil }

  /// Returns the zone of ``timeZone``; nil if none is stated.
  ///
  /// - Parameter code: The code of the error for a name of no zone.
  func zone(_ code: DocumentError.Code) throws(DocumentError) -> KnownZone? {
    guard let timeZone else { return nil }
    if let zone = KnownZone(timeZone) { return zone }
    throw DocumentError(code, "\(timeZone) is not a time zone, such as Europe/Lisbon or +02:00")
  }
}
