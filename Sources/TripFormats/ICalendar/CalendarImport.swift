import DocumentFile
import DocumentMigration
import DocumentTables

/// Imports calendars into a document, which may have them already.
///
/// The records say what the last import made of the components. An edited field has in the base of the merge what its stored
/// component says.
struct CalendarImport {
  let schema: TripSchema
  let records: CalendarRecords
  let removesCancelled: Bool
  var objects: ObjectUpdate
  var reader: CalendarReader
  var keys: ObjectKeys
  /// The records of the calendar that is read, in place of the stored ones.
  private var changes: [(old: CalendarRecords.Component?, new: CalendarRecords.Component?)] = []
  /// Whether the calendar changes anything but records.
  private var hasChanged = false
  /// The identities of the calendars so far.
  private var taken: Set<ComparisonText> = []
  /// The objects of other calendars that components of the file were found to be.
  var claimed: Set<ObjectKey> = []
  /// The legs and stays of the document.
  lazy var journeys = JourneyIndex(objects.objects.values)
  /// The other calendars of the document, by their identities.
  var others: [ComparisonText: StoredCalendar] = [:]

  /// Returns what a file makes of a document.
  ///
  /// - Parameter removesCancelled: Whether to delete objects whose events are cancelled or missing.
  /// - Throws: `calendar-malformed`, `limit-calendar-bytes` or `limit-objects`.
  static func run(
    _ tables: Tables, with bytes: [UInt8], _ schema: TripSchema, _ options: ImportOptions,
    removesCancelled: Bool, takesTheirs: Bool
  ) throws(DocumentError) -> FileImport {
    var run = CalendarImport(
      tables, schema, options, removesCancelled: removesCancelled, takesTheirs: takesTheirs)
    for content in try run.reader.contents(bytes) { try run.add(content) }
    run.reader.finish()
    run.objects.report.importReport = run.reader.report
    return FileImport(
      objects: run.objects, nextKey: run.keys.next, rejected: run.reader.rejected)
  }

  private init(
    _ tables: Tables, _ schema: TripSchema, _ options: ImportOptions, removesCancelled: Bool,
    takesTheirs: Bool
  ) {
    self.schema = schema
    self.removesCancelled = removesCancelled
    records = CalendarRecords(tables)
    reader = CalendarReader(schema, options)
    keys = ObjectKeys(next: tables.nextKey, limits: options.limits)
    objects = ObjectUpdate(tables, schema, takesTheirs: takesTheirs)
  }

  // MARK: One calendar

  private mutating func add(_ content: CalendarContent) throws(DocumentError) {
    var content = content
    content.identity = records.identity(of: content, taken: taken)
    taken.insert(ComparisonText(content.identity))
    changes = []
    hasChanged = false
    var stored = StoredCalendar(
      content.identity, records, schema, timeZone: reader.options.timeZone, objects.objects)
    let method = objects.isFirst ? .publish : content.parsed.method
    guard method != .answer else {
      reader.report.note(.init(.calendarAnswer, content.parsed.text("METHOD") ?? ""))
      return
    }
    content.foldVersions(
      besides: { stored.ofIdentity[$0] != nil || stored.known.contains($0) }, &reader.report)
    guard method != .cancel else {
      try cancel(content, &stored)
      return
    }
    let components = content.parsed.components
    var plan = CalendarPlan(components, content.spans, schema, content.reading.spans.zones)
    let left = leaveOut(of: &plan, content, stored)
    var owners = self.owners(plan, content, stored)
    // A message about events of another calendar leaves no calendar of its own.
    let isForwarded =
      method == .request && stored.calendar == nil
      && owners.values.allSatisfy { if case .other = $0 { true } else { false } }
    let calendarKey = isForwarded ? 0 : try keys.take(ifNil: stored.calendar?.key)
    let ownTrip = try giveKeys(to: &owners, plan, content, stored)
    let placements = stored.placements()
    var tripSpans: [CalendarSpan] = []
    for index in components.indices {
      if left.contains(index) {
        reader.noteLeftOut(components[index])
        continue
      }
      guard let placement = plan.placements[index], let identity = content.identities[index] else {
        if !isForwarded { try keep(components[index], content, index, &stored) }
        continue
      }
      guard let owner = owners[index], let key = owner.key else { continue }
      if case .other(let record) = owner {
        try update(record, by: components[index], &content, method)
        continue
      }
      if case .joined = owner {
        try join(key, with: components[index], identity, &content)
        continue
      }
      let old = stored.ofIdentity[ComparisonText(identity)]
      var component = components[index]
      if let before = old?.component, isOlder(component, than: before) {
        objects.report.note(.older, Self.title(component), identity)
        component = before
      }
      let before = reader.report.counts
      let entity = objects.objects[key]?.entity ?? placement.entity
      guard let read = content.reading.read(component, as: entity, &reader.report) else { continue }
      if case .new = owner { reader.notePlan(placement, component, read) }
      reader.note(component, entity, before)
      var record = CalendarRecords.Component(
        key: 0, anchor: key, calendar: content.identity, component: component,
        identity: identity, entity: entity, parent: nil,
        made: MadeFields(read.object, of: entity, schema))
      if case .new = owner {
        var trip: ObjectKey?
        switch placement.parent {
        case .none: break
        case .calendar:
          trip = ownTrip?.key
          record.parent = ownTrip?.isOwn ?? false ? "" : trip.flatMap(stored.identity(ofTrip:))
        case .component(let place):
          (trip, record.parent) = parent(
            owners[place]?.key, content.identities[place] ?? nil, stored)
        }
        try objects.insert(
          TripObject(entity: entity, key: key, trip: trip, values: read.values),
          read.participants, &keys)
        objects.report.note(.added, Self.title(component), identity)
        hasChanged = true
      } else if let old {
        record.entity = old.entity
        record.parent = old.parent
        if let made = try update(key, old, read, component, &stored) { record.made = made }
      } else {
        try objects.updateOwn(
          key, to: read.object, title: Self.title(component), identity: identity, &keys)
      }
      if record.parent?.isEmpty ?? false { tripSpans.append(read.span) }
      let new = CalendarPlacement(placement) { content.identities[$0] }
      if new != CalendarPlacement(record) {
        // Another version of the rules may give the same component another place, which says nothing about the object.
        record.isStated =
          old.map { stored.isStated($0) } ?? true
          || new != placements[ComparisonText(identity)]
      }
      try put(record, insteadOf: old)
      if read.object.isCancelled {
        let before = state(of: old, key, &stored)
        noteCancelled(
          Self.title(component), key, identity, before,
          isKnown: before?.source.isCancelled ?? false)
      }
    }
    if method == .publish {
      let present = Set(content.identities.compactMap { $0.map { ComparisonText($0) } })
      noteMissing(&stored, present)
    }
    if let ownTrip, ownTrip.isOwn {
      try updateTrip(content, &stored, ownTrip.key, tripSpans, isMessage: method != .publish)
    }
    if !isForwarded {
      put(
        content, calendarKey, &stored, plan.placed(content.identities),
        isMessage: method != .publish)
    }
    if removesCancelled { objects.deleteRemoved() }
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

  /// Returns the trip of a component whose parent is another one, and the identity of the trip's component.
  private func parent(
    _ key: ObjectKey?, _ identity: String?, _ stored: StoredCalendar
  ) -> (trip: ObjectKey?, identity: String?) {
    guard let key, let trip = objects.trip(meantBy: key) else { return (nil, nil) }
    return (trip, trip == key ? identity : stored.identity(ofTrip: trip))
  }

  static func title(_ component: CalendarComponent) -> String {
    component.text("SUMMARY") ?? component.name
  }

  // MARK: Objects

  /// - Returns: What the import makes of the object.
  private mutating func update(
    _ key: ObjectKey, _ old: CalendarRecords.Component, _ read: ComponentContent,
    _ component: CalendarComponent, _ stored: inout StoredCalendar
  ) throws(DocumentError) -> MadeFields? {
    guard let before = state(of: old, key, &stored) else { return nil }
    let effect = try objects.update(key, from: before, to: read.object, &keys)
    if effect.isAny {
      hasChanged = true
      objects.report.note(
        effect.isChanged ? .updated : .reread, Self.title(component), old.identity)
    }
    return effect.made
  }

  /// Returns what the last import made of an object.
  func state(
    of old: CalendarRecords.Component?, _ key: ObjectKey, _ stored: inout StoredCalendar
  ) -> ImportedState? {
    guard let object = objects.objects[key], let old else { return nil }
    return stored.state(of: old, as: object.entity)
  }

  /// Brings a component into the object of the same journey, and keeps it with the object.
  private mutating func join(
    _ key: ObjectKey, with component: CalendarComponent, _ identity: String,
    _ content: inout CalendarContent
  ) throws(DocumentError) {
    let counts = reader.report.counts
    guard let entity = objects.objects[key]?.entity,
      let read = content.reading.read(component, as: entity, &reader.report)
    else { return }
    reader.note(component, entity, counts)
    objects.report.note(
      .joined, Self.title(component), identity, differing: objects.join(key, with: read.object))
    hasChanged = true
    try put(
      CalendarRecords.Component(
        key: 0, anchor: key, calendar: content.identity, component: component, identity: identity,
        entity: entity, parent: nil, made: MadeFields(read.object, of: entity, schema),
        isStated: true), insteadOf: nil)
  }

  // MARK: The trip of the calendar

  mutating func makeTrip(_ content: CalendarContent) throws(DocumentError) -> ObjectKey {
    let key = try keys.take()
    let record = CalendarRecords.Component(
      key: try keys.take(), anchor: key, calendar: content.identity, component: nil,
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
    guard objects.objects[key] != nil else {
      try objects.insert(TripObject(entity: "Trip", key: key, values: new), [], &keys)
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
    let people = (objects.participants[key] ?? []).map(TripParticipant.init)
    before = ImportedState(
      made: before.made,
      source: ObjectContent(values: before.source.values, participants: people))
    try objects.update(
      key, from: before, to: ObjectContent(values: new, participants: people), &keys)
    if made != before.made { hasChanged = true }
    var record = old
    record.made = made
    changes.append((old, record))
  }

  // MARK: Cancellations

  /// Notes that the file cancels an object.
  ///
  /// - Parameter isKnown: Whether an earlier import noted it: that is reported once, and deleted whenever it is wanted.
  mutating func noteCancelled(
    _ title: String, _ key: ObjectKey, _ identity: String, _ state: ImportedState?, isKnown: Bool
  ) {
    guard !isKnown || removesCancelled else { return }
    // The document did not follow it: a person or another file says that it takes place.
    if isKnown, let object = objects.objects[key], !object.isCancelled { return }
    if objects.isFirst { reader.report.noteCancelled(title) }
    objects.report.note(.cancelled, title, identity)
    objects.noteRemoved(key, state)
  }

  private mutating func noteMissing(_ stored: inout StoredCalendar, _ present: Set<ComparisonText>)
  {
    for (name, record) in stored.ofIdentity.sorted(by: { $0.value.key < $1.value.key })
    where !present.contains(name) {
      objects.report.note(.missing, record.component.map(Self.title) ?? "", record.identity)
      if let key = record.anchor { objects.noteRemoved(key, state(of: record, key, &stored)) }
    }
  }

  // MARK: Records

  private mutating func put(
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
      record.key = try keys.take()
    }
    changes.append((old, record))
  }

  /// Keeps a component that is no object in place of the stored one with its identity.
  private mutating func keep(
    _ component: CalendarComponent, _ content: CalendarContent, _ index: Int,
    _ stored: inout StoredCalendar
  ) throws(DocumentError) {
    guard content.identities[index] == nil else {
      reader.reject(component)
      return
    }
    reader.report.noteKept(component.name)
    let old = stored.takeKept(component)
    try put(
      CalendarRecords.Component(
        key: 0, anchor: nil, calendar: content.identity, component: component, identity: "",
        entity: nil, parent: nil), insteadOf: old)
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
    let old = stored.calendar.flatMap { objects.extensions[$0.key] }
    let isSame = changes.allSatisfy { old, new in
      guard let old, var new else { return false }
      if old.made == nil { (new.made, new.isStated) = (nil, false) }
      return old.record == new.record
    }
    if isSame, !hasChanged, RecordMarks.areEqual(old, record.record) { return }
    let replaced = Set(changes.compactMap { $0.old?.key })
    for old in stored.ofObjects where old.made == nil && !replaced.contains(old.key) {
      guard let entity = old.anchor.flatMap({ objects.objects[$0]?.entity }) else { continue }
      var new = old
      new.isStated = old.component != nil && stored.isStated(old)
      new.made = stored.made(of: old, as: entity)
      changes.append((old, new))
    }
    for (old, new) in changes { objects.replace(old?.record, with: new?.record) }
    objects.replace(old, with: record.record)
  }
}
