import DocumentTables

/// The zones of a calendar: what a TZID means.
struct CalendarZones {
  /// A zone with its offsets.
  enum Zone {
    /// A zone of the IANA database.
    case known(KnownZone)
    /// A zone of another name, with rules of the calendar's own component.
    case custom
    /// A name without rules.
    case unknown(String)
  }

  /// The zone for times without one; nil if it is not known.
  let floating: KnownZone?
  private var rules: [ComparisonText: ZoneRules]
  private var zones: [ComparisonText: Zone] = [:]

  /// - Parameters:
  ///   - components: The components of the calendar; those of the name VTIMEZONE are read.
  ///   - floating: The zone for times without one, from the options.
  init(_ calendar: ParsedCalendar, floating: String?) {
    let stated =
      floating ?? calendar.text("X-WR-TIMEZONE") ?? calendar.text("TIMEZONE-ID")
    self.floating = stated.flatMap { KnownZone($0) }
    var rules: [ComparisonText: ZoneRules] = [:]
    for component in calendar.components where component.isNamed("VTIMEZONE") {
      guard let name = component.text("TZID").map({ ComparisonText($0) }), rules[name] == nil
      else { continue }
      rules[name] = ZoneRules(component)
    }
    self.rules = rules
  }

  /// Returns the zone of a TZID.
  mutating func zone(_ name: String) -> Zone {
    let key = ComparisonText(name)
    if let known = zones[key] { return known }
    let zone: Zone
    if let known = KnownZone(name)
      ?? rules[key]?.location.flatMap(KnownZone.init)
    {
      zone = .known(known)
    } else if let rules = rules[key], !rules.isEmpty {
      zone = .custom
    } else {
      zone = .unknown(name)
    }
    zones[key] = zone
    return zone
  }

  /// Returns the offset of a local time in a zone with rules of its own, in minutes.
  mutating func offset(ofLocal second: Int64, in name: String) -> Int64 {
    rules[ComparisonText(name)]?.offset(ofLocal: second) ?? 0
  }
}
