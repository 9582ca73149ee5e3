import DocumentTables

/// One calendar of a file on its way into a document.
struct ImportedCalendar {
  var content: CalendarContent
  /// What the document has of the calendar.
  var stored: StoredCalendar
  let method: ParsedCalendar.Method
  /// The records' key; 0 if the calendar leaves none.
  var key: ObjectKey = 0

  var plan = CalendarPlan()
  /// The components that an option leaves out.
  var left: Set<Int> = []
  /// The objects of components.
  var owners: [Int: CalendarImport.Owner] = [:]
  /// Whether it is a message about events of other calendars only, which leaves no calendar of its own.
  var isForwarded = false
  /// The trips of the document that contain new components.
  var around: [Int: ObjectKey] = [:]
  /// The trip for the components that no other trip contains.
  var ownTrip: CalendarImport.CalendarTrip?
  /// What the rules say of the stored components, by their identities.
  var placements: [ComparisonText: CalendarPlacement] = [:]
  /// When the components of the calendar's own trip take place.
  var tripSpans: [CalendarSpan] = []

  var components: [CalendarComponent] { content.parsed.components }

  /// - Parameter isFirst: Whether the document is empty, so that a message is a calendar like any other.
  init(_ content: CalendarContent, _ stored: StoredCalendar, isFirst: Bool) {
    self.content = content
    self.stored = stored
    method = isFirst ? .publish : content.parsed.method
  }

  /// Makes one component of all versions of an event that neither the file nor the document tells apart.
  mutating func foldVersions(_ report: inout ImportReport) {
    content.foldVersions(
      besides: { [stored] in stored.ofIdentity[$0] != nil || stored.known.contains($0) }, &report)
  }
}
