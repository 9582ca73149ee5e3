import DocumentFile
import DocumentTables

/// Imports calendars into a document, which may have them already.
///
/// The records say what the last import made of the components. An edited field has in the base of the merge what its stored
/// component says.
struct CalendarImport {
  let schema: TripSchema
  let records: StoredFiles<CalendarRecords>
  var items: ItemImport
  var reader: CalendarReader
  /// The records of the calendar that is read, in place of the stored ones.
  private var changes: [(old: CalendarRecords.Component?, new: CalendarRecords.Component?)] = []
  /// The objects that calendars of the file state as their own.
  private(set) var stated: Set<ObjectKey> = []
  /// The objects of other calendars that components of the file were found to be.
  var claimed: Set<ObjectKey> = []
  /// The components that became objects, of all calendars, by their identities.
  lazy var recordsOfIdentity = Dictionary(
    grouping: records.objects.filter { $0.anchor != nil && $0.component != nil }
  ) { ComparisonText($0.identity) }
  /// The stays of two events, of all calendars, by the identities of the events of their departures.
  lazy var staysOfDeparture = Dictionary(
    grouping: records.objects.compactMap { record in
      record.component?.departureIdentity.map { (identity: $0, record: record) }
    }
  ) { ComparisonText($0.identity) }.mapValues { $0.prefix(Self.mostLooked).map(\.record) }
  /// The other calendars of the document, by their identities.
  var others: [ComparisonText: StoredCalendar] = [:]

  /// Returns what a file makes of a document.
  ///
  /// - Throws: `calendar-malformed`, `limit-calendar-bytes` or `limit-objects`.
  static func run(
    _ items: ItemImport, with bytes: [UInt8], _ options: ImportOptions
  ) throws(DocumentError) -> FileImport {
    var run = CalendarImport(items, options)
    var contents = try run.reader.contents(bytes)
    run.identify(&contents)
    for content in contents { try run.add(content) }
    run.reader.finish()
    return run.items.finished(run.reader.report, rejected: run.reader.rejected)
  }

  private init(_ items: ItemImport, _ options: ImportOptions) {
    self.items = items
    let (tables, schema) = (items.objects.tables, items.objects.schema)
    self.schema = schema
    records = StoredFiles<CalendarRecords>(tables)
    reader = CalendarReader(schema, options)
  }

  // MARK: One calendar

  /// Finds the calendars of the document that those of the file are, and the objects that they state.
  private mutating func identify(_ contents: inout [CalendarContent]) {
    var taken: Set<ComparisonText> = []
    let all = Set(
      contents.flatMap { [$0.identity, CalendarRecords.digest(of: $0.identity)] }
        .map { ComparisonText($0) })
    for index in contents.indices {
      let identity = records.identity(
        of: contents[index], taken: taken, besides: all, inFile: reader.options.fallbackName)
      contents[index].identity = identity
      taken.insert(ComparisonText(identity))
      let own = Set(contents[index].identities.compactMap { $0.map { ComparisonText($0) } })
      for record in records.objects(of: identity)
      where own.contains(ComparisonText(record.identity)) {
        if let anchor = record.anchor { stated.insert(anchor) }
      }
    }
  }

  private mutating func add(_ content: CalendarContent) throws(DocumentError) {
    changes = []
    items.hasChanged = false
    var calendar = ImportedCalendar(
      content,
      StoredCalendar(
        content.identity, records, schema, timeZone: reader.options.timeZone,
        items.objects.objects),
      isFirst: items.objects.isFirst)
    guard calendar.method != .answer else {
      reader.report.note(.init(.calendarAnswer, content.parsed.text("METHOD") ?? ""))
      return
    }
    calendar.foldVersions(&reader.report)
    guard calendar.method != .cancel else {
      try cancel(calendar.content, &calendar.stored)
      return
    }
    joinStays(&calendar.content, calendar.stored, calendar.method)
    try place(&calendar)
    for index in calendar.components.indices { try add(index, of: &calendar) }
    try finish(&calendar)
  }

  /// Finds the trip and the object of each component.
  private mutating func place(_ calendar: inout ImportedCalendar) throws(DocumentError) {
    let content = calendar.content
    calendar.plan = CalendarPlan(
      content.parsed.components, content.spans, schema, content.reading.spans.zones)
    calendar.left = leaveOut(of: &calendar.plan, content, calendar.stored)
    calendar.owners = owners(calendar.plan, content, calendar.stored)
    calendar.isForwarded =
      calendar.method == .request && calendar.stored.calendar == nil
      && calendar.owners.values.allSatisfy { if case .other = $0 { true } else { false } }
    calendar.key =
      calendar.isForwarded ? 0 : try items.keys.take(ifNil: calendar.stored.calendar?.key)
    calendar.around = tripsOfDocument(
      calendar.owners, calendar.plan, content, calendar.stored)
    calendar.ownTrip = try giveKeys(
      to: &calendar.owners, calendar.plan, content, calendar.stored, besides: calendar.around)
    calendar.placements = calendar.stored.placements()
  }

  /// Notes what is missing, updates the trip of the calendar, and replaces the records.
  private mutating func finish(_ calendar: inout ImportedCalendar) throws(DocumentError) {
    let content = calendar.content
    let isMessage = calendar.method != .publish
    if !isMessage {
      let renamed = calendar.owners.values.compactMap(\.renamedRecord?.identity)
      let present = Set((content.identities.compactMap { $0 } + renamed).map { ComparisonText($0) })
      noteMissing(&calendar.stored, present)
    }
    if let ownTrip = calendar.ownTrip, ownTrip.isOwn {
      try updateTrip(
        content, &calendar.stored, ownTrip.key, calendar.tripSpans, isMessage: isMessage)
    }
    if !calendar.isForwarded {
      put(
        content, calendar.key, &calendar.stored,
        calendar.plan.placed(content.identities, calendar.components), isMessage: isMessage)
    }
    if items.removesCancelled { items.objects.deleteRemoved() }
  }

  /// Leaves the components out that an option leaves out.
  private func leaveOut(
    of plan: inout CalendarPlan, _ content: CalendarContent, _ stored: StoredCalendar
  ) -> Set<Int> {
    guard reader.options.isTravelOnly else { return [] }
    return plan.leaveOut { index in
      content.identities[index].map { identity in
        let name = ComparisonText(identity)
        return stored.ofIdentity[name] != nil || stored.known.contains(name)
      } ?? false
    }
  }

  static func title(_ component: CalendarComponent) -> String {
    component.whole.text("SUMMARY") ?? component.name
  }

  // MARK: Objects

  /// Returns what the last import made of an object.
  func state(
    of old: CalendarRecords.Component?, _ key: ObjectKey, _ stored: inout StoredCalendar
  ) -> ImportedState? {
    guard let object = items.objects.objects[key], let old else { return nil }
    return stored.state(of: old, as: object.entity)
  }

  // MARK: The trip of the calendar

  mutating func makeTrip(_ content: CalendarContent) throws(DocumentError) -> ObjectKey {
    let key = try items.keys.take()
    let record = CalendarRecords.Component(
      key: try items.keys.take(), anchor: key, calendar: content.identity, component: nil,
      identity: "", entity: "Trip", parent: nil)
    changes.append((nil, record))
    reader.report.note(.init(.calendarTrip))
    return key
  }

  private mutating func updateTrip(
    _ content: CalendarContent, _ stored: inout StoredCalendar, _ key: ObjectKey,
    _ spans: [CalendarSpan], isMessage: Bool
  ) throws(DocumentError) {
    let fallbackName = stored.calendar?.fallbackName ?? reader.options.fallbackName
    let new = CalendarContent.tripValues(
      content.parsed.properties, spans, fallbackName: fallbackName, schema)
    let made = MadeFields(ObjectContent(values: new), of: "Trip", schema)
    guard items.objects.objects[key] != nil else {
      try items.objects.insert(TripObject(entity: "Trip", key: key, values: new), [], &items.keys)
      for index in changes.indices where changes[index].new?.anchor == key {
        changes[index].new?.made = made
      }
      return
    }
    // A message has some of the events only, so it says nothing of the trip.
    guard !isMessage, stored.calendar != nil, let old = stored.trip,
      var before = stored.stateOfTrip()
    else { return }
    // The calendar says nothing about the participants.
    let people = (items.objects.participants[key] ?? []).map(TripParticipant.init)
    before = ImportedState(
      made: before.made,
      source: ObjectContent(values: before.source.values, participants: people))
    try items.objects.update(
      key, from: before, to: ObjectContent(values: new, participants: people), &items.keys)
    if made != before.made { items.hasChanged = true }
    var record = old
    record.made = made
    changes.append((old, record))
  }

  private mutating func noteMissing(_ stored: inout StoredCalendar, _ present: Set<ComparisonText>)
  {
    for (name, record) in stored.ofIdentity.sorted(by: { $0.value.key < $1.value.key })
    where !present.contains(name) {
      guard let key = record.anchor else { continue }
      items.noteMissing(
        key, record.component.map(Self.title) ?? "", record.identity,
        state(of: record, key, &stored), record.record)
    }
  }

  // MARK: Records

  mutating func put(
    _ record: CalendarRecords.Component, insteadOf old: CalendarRecords.Component?
  ) throws(DocumentError) {
    var record = record
    if let old {
      record.key = old.key
      // Feeds state a new time whenever they are asked.
      if let before = old.component, let now = record.component, before.isSame(as: now) {
        record.component = before
      }
    } else {
      record.key = try items.keys.take()
    }
    changes.append((old, record))
  }

  /// Replaces the records of the calendar, unless nothing has changed.
  ///
  /// All records say then what was made of their objects, because the properties of the calendar may give the stored
  /// components another meaning.
  private mutating func put(
    _ content: CalendarContent, _ key: ObjectKey, _ stored: inout StoredCalendar,
    _ known: [String], isMessage: Bool
  ) {
    var record = CalendarRecords.Calendar(
      key: key, identity: content.identity,
      properties: content.parsed.properties, timeZone: reader.options.timeZone,
      fallbackName: stored.calendar?.fallbackName ?? reader.options.fallbackName,
      known: known)
    if isMessage, let calendar = stored.calendar {
      record.properties = calendar.properties
      record.known = calendar.known + known.filter { !stored.known.contains(ComparisonText($0)) }
    } else {
      for old in stored.kept.values.joined().sorted(by: { $0.key < $1.key }) {
        changes.append((old, nil))
      }
    }
    let old = stored.calendar.flatMap { items.objects.extensions[$0.key] }
    let isSame = changes.allSatisfy { old, new in
      guard let old, var new else { return false }
      if old.made == nil { (new.made, new.isStated) = (nil, false) }
      return old.record == new.record
    }
    if isSame, !items.hasChanged, RecordMarks.areEqual(old, record.record) { return }
    let replaced = Set(changes.compactMap { $0.old?.key })
    for old in stored.ofObjects where old.made == nil && !replaced.contains(old.key) {
      guard let entity = old.anchor.flatMap({ items.objects.objects[$0]?.entity }) else { continue }
      var new = old
      new.isStated = old.component != nil && stored.isStated(old)
      new.made = stored.made(of: old, as: entity)
      changes.append((old, new))
    }
    for (old, new) in changes { items.objects.replace(old?.record, with: new?.record) }
    items.objects.replace(old, with: record.record)
  }
}
