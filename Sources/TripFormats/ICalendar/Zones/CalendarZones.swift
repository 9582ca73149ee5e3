/// The zones of a calendar: what a TZID means.
struct CalendarZones {
  /// A zone with its offsets.
  enum Zone {
    /// A zone of the IANA database.
    case known(KnownZone)
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
    self.floating = stated.flatMap { KnownZone($0)?.identifier }
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
    if let known = KnownZone(name)
      ?? rules[name]?.location.flatMap(KnownZone.init)
    {
      zone = .known(known)
    } else if let rules = rules[name], !rules.isEmpty {
      zone = .custom(name, rules)
    } else {
      zone = .unknown(name)
    }
    zones[name] = zone
    return zone
  }
}
