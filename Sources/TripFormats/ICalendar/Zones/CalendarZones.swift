import DocumentTables

/// The zones of a calendar: what a TZID means.
struct CalendarZones {
  /// A zone with its offsets.
  enum Zone {
    /// A zone of the IANA database.
    case known(KnownZone)
    /// A zone of another name, with rules of the calendar's own component.
    ///
    /// The name itself may be that of a zone, which counts where the rules agree.
    case custom(KnownZone?)
    /// A name without rules.
    case unknown(String)
  }

  let edition: TimeEdition
  /// The zone for times without one; nil if it is not known.
  let floating: KnownZone?
  /// The name for ``floating`` that the calendar states, if it means no zone.
  let unknown: String?
  private let calendar: ParsedCalendar
  private var rules: [ComparisonText: ZoneRules]
  private var zones: [ComparisonText: Zone] = [:]

  /// - Parameters:
  ///   - components: The components of the calendar; those of the name VTIMEZONE are read.
  ///   - floating: The zone for times without one, from the options.
  ///   - edition: The rules by which names are read.
  init(_ calendar: ParsedCalendar, floating: String?, _ edition: TimeEdition = .current) {
    self.edition = edition
    self.calendar = calendar
    let stated =
      floating ?? calendar.text("X-WR-TIMEZONE") ?? calendar.text("TIMEZONE-ID")
    let known = stated.flatMap { KnownZone($0, edition) }
    self.floating = known
    unknown = known == nil ? stated?.trimmingSpaces : nil
    var rules: [ComparisonText: ZoneRules] = [:]
    for component in calendar.components where component.isNamed("VTIMEZONE") {
      guard let name = component.text("TZID").map({ ComparisonText($0) }), rules[name] == nil
      else { continue }
      rules[name] = ZoneRules(component, edition)
    }
    self.rules = rules
  }

  /// The zones as the first version read them, without an option.
  var first: CalendarZones { CalendarZones(calendar, floating: nil, .first) }

  /// Returns the zone of a TZID.
  mutating func zone(_ name: String) -> Zone {
    let key = ComparisonText(name)
    if let known = zones[key] { return known }
    let zone: Zone
    let found = KnownZone(name, edition)
    let location = rules[key]?.location.flatMap { KnownZone($0, edition) }
    let hasRules = rules[key].map { !$0.isEmpty } ?? false
    // Programs call zones with summer time GMT+0100 and EST.
    let isCertain = name.contains(" ") || found?.identifier.contains("/") ?? false
    if let found, !found.isOffset, isCertain {
      zone = .known(found)
    } else if let location {
      zone = .known(location)
    } else if hasRules {
      zone = .custom(found)
    } else if let found {
      zone = .known(found)
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
