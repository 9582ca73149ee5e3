/// The names of components, properties and parameters that specifications define, or that this library reads.
///
/// Every other name is one of another program, and may say what a person does not want to show.
enum CalendarNames {
  private static let components: Set<String> = [
    "AVAILABLE", "DAYLIGHT", "PARTICIPANT", "STANDARD", "VALARM", "VAVAILABILITY", "VCALENDAR",
    "VEVENT",
    "VFREEBUSY", "VJOURNAL", "VLOCATION", "VRESOURCE", "VTIMEZONE", "VTODO",
  ]
  private static let properties: Set<String> = [
    "ACKNOWLEDGED", "ACTION", "ATTACH", "ATTENDEE", "BEGIN", "CALSCALE", "CATEGORIES", "CLASS",
    "COLOR",
    "COMMENT", "COMPLETED", "CONCEPT", "CONFERENCE", "CONTACT", "CREATED", "DESCRIPTION", "DTEND",
    "DTSTAMP",
    "DTSTART", "DUE", "DURATION", "END", "EXDATE", "EXRULE", "FREEBUSY", "GEO", "IMAGE",
    "LAST-MODIFIED", "LINK",
    "LOCATION", "LOCATION-TYPE", "METHOD", "NAME", "ORGANIZER", "PERCENT-COMPLETE", "PRIORITY",
    "PRODID",
    "PROXIMITY", "RDATE", "RECURRENCE-ID", "REFID", "REFRESH-INTERVAL", "RELATED-TO", "REPEAT",
    "REQUEST-STATUS", "RESOURCES", "RRULE", "SEQUENCE", "SOURCE", "STATUS", "STRUCTURED-DATA",
    "STYLED-DESCRIPTION", "SUMMARY", "TIMEZONE-ID", "TRANSP", "TRIGGER", "TZID", "TZID-ALIAS-OF",
    "TZNAME",
    "TZOFFSETFROM", "TZOFFSETTO", "TZUNTIL", "TZURL", "UID", "URL", "VERSION", "X-ALT-DESC",
    "X-APPLE-CALENDAR-COLOR", "X-APPLE-STRUCTURED-LOCATION", "X-FUNAMBOL-ALLDAY", "X-LIC-LOCATION",
    "X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-CDO-BUSYSTATUS", "X-MICROSOFT-LOCATIONS",
    "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", "X-PUBLISHED-TTL", "X-WR-CALDESC", "X-WR-CALNAME",
    "X-WR-RELCALID",
    "X-WR-TIMEZONE",
  ]
  private static let parameters: Set<String> = [
    "ALTREP", "CN", "CUTYPE", "DELEGATED-FROM", "DELEGATED-TO", "DERIVED", "DIR", "DISPLAY",
    "EMAIL", "ENCODING",
    "FBTYPE", "FEATURE", "FILENAME", "FMTTYPE", "GAP", "LABEL", "LANGUAGE", "LINKREL", "MANAGED-ID",
    "MEMBER",
    "ORDER", "PARTSTAT", "RANGE", "RELATED", "RELTYPE", "ROLE", "RSVP", "SCHEDULE-AGENT",
    "SCHEDULE-FORCE-SEND",
    "SCHEDULE-STATUS", "SCHEMA", "SENT-BY", "SIZE", "TZID", "VALUE",
  ]

  /// Returns the name of a component, in upper case, or its replacement.
  static func component(_ name: String, _ replacement: (String) -> String) -> String {
    name.utf8.count <= 64 && components.contains(name) ? name : replaced(name, replacement)
  }

  static func property(_ name: String, _ replacement: (String) -> String) -> String {
    properties.contains(name) || name.hasPrefix(ComponentReading.prefix)
      ? name : replaced(name, replacement)
  }

  static func parameter(_ name: String, _ replacement: (String) -> String) -> String {
    parameters.contains(name) || name == ComponentReading.guardParameter
      ? name : replaced(name, replacement)
  }

  /// Replaces what is behind the mark of a name that no specification defines.
  private static func replaced(_ name: String, _ replacement: (String) -> String) -> String {
    let mark = "X-"
    return name.begins(with: mark)
      ? mark + replacement(String(decoding: name.utf8.dropFirst(mark.utf8.count), as: UTF8.self))
      : replacement(name)
  }
}
