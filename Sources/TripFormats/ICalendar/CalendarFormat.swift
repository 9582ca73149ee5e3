import DocumentTables

extension TripFormat {
  /// Calendars and feeds: RFC 5545, RFC 7986, RFC 6868.
  public static let iCalendar = TripFormat(
    FormatDefinition(
      name: "icalendar", title: "iCalendar", suffixes: [".ics", ".ical"],
      mediaType: "text/calendar",
      losses: [
        "attachments, such as images", "extension records of other programs and formats",
        "data of other programs in objects", "data that a migration carries", "the history",
        "orders of lists whose objects were read from another file", "participants of no trip",
        "tickets",
        "whether a list without members is empty or null",
      ],
      begins: { CalendarStream.begins($0) },
      model: .objects(read: CalendarImport.run, write: { CalendarWriter.bytes($0, $1) })))
}
