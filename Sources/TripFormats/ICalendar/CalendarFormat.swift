import DocumentTables

extension TripFormat {
  /// Calendars and feeds: RFC 5545, RFC 7986, RFC 6868.
  public static let iCalendar = TripFormat(
    FormatDefinition(
      name: "icalendar", title: "iCalendar", suffixes: [".ics", ".ical"],
      mediaType: "text/calendar",
      losses: ["attachments, such as images"] + FormatDefinition.lossesOfObjects,
      begins: { CalendarStream.begins($0) },
      model: .objects(read: CalendarImport.run, write: { CalendarWriter.bytes($0, $1) })))
}
