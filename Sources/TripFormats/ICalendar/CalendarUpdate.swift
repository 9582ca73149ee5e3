import DocumentFile
import DocumentMigration
import DocumentTables

/// Imports a calendar into a document that may have it already.
///
/// The records say what the last import made of the components. An edited field has in the base of the merge what its stored
/// component says.
struct CalendarUpdate {
  private let schema: TripSchema
  private let records: CalendarRecords
  private let removesCancelled: Bool
  private var objects: ObjectUpdate
  private var reader: CalendarReader
  /// The records of the calendar that is read, in place of the stored ones.
  private var changes: [(old: CalendarRecords.Component?, new: CalendarRecords.Component?)] = []
  /// Whether the calendar changes anything but records.
  private var hasChanged = false
  /// The identities of the calendars so far.
  private var taken: Set<ComparisonText> = []

  /// Returns the merge of a document with a file, and the rejected content of the file.
  ///
  /// - Parameters:
  ///   - removesCancelled: Whether to delete objects whose events are cancelled or missing.
  ///   - side: The side to take in conflicts.
  static func update(
    _ tables: Tables, with bytes: [UInt8], _ schema: TripSchema, _ options: ImportOptions,
    removesCancelled: Bool, schemas: [TableSchema], side: MergeSide
  ) throws(DocumentError) -> (outcome: MergeOutcome, report: UpdateReport, rejected: [UInt8]?) {
    var update = CalendarUpdate(
      tables, schema, options, removesCancelled: removesCancelled, takesTheirs: side == .theirs)
    for content in try update.reader.contents(bytes) { try update.add(content) }
    update.reader.finish()
    update.objects.report.importReport = update.reader.report
    let outcome = update.objects.merged(
      nextKey: update.reader.keys.next, schemas: schemas, side: side)
    return (outcome, update.objects.report, update.reader.rejected)
  }

  private init(
    _ tables: Tables, _ schema: TripSchema, _ options: ImportOptions, removesCancelled: Bool,
    takesTheirs: Bool
  ) {
    self.schema = schema
    self.removesCancelled = removesCancelled
    records = CalendarRecords(tables)
    reader = CalendarReader(schema, options, nextKey: tables.nextKey)
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
      content.identity, records, schema, timeZone: reader.timeZone, objects.objects)
    let components = content.parsed.components
    var plan = CalendarPlan(components, content.spans, schema, content.reading.spans.zones)
    let isCancelling = content.parsed.text("METHOD")?.listedWord == "CANCEL"
    let known = Set((stored.calendar?.known ?? []).map { ComparisonText($0) })
    var left: Set<Int> = []
    if reader.isTravelOnly {
      left = plan.leaveOut { index in
        content.identities[index].map { identity in
          let name = ComparisonText(identity)
          return stored.ofIdentity[name] != nil || known.contains(name)
        } ?? false
      }
    }
    let placements = stored.placements()
    var keys: [Int: ObjectKey] = [:]
    var isNew: Set<Int> = []
    for index in components.indices where plan.placements[index] != nil {
      guard let identity = content.identities[index] else { continue }
      let name = ComparisonText(identity)
      if let anchor = stored.ofIdentity[name]?.anchor {
        keys[index] = anchor
      } else if let own = ObjectIdentity(identity), own.document == objects.tables.documentID,
        objects.hasStated(own.key)
      {
        keys[index] = own.key
      } else if known.contains(name), !objects.takesTheirs {
        objects.report.note(.deleted, Self.title(components[index]), identity)
      } else {
        keys[index] = try reader.keys.take()
        isNew.insert(index)
      }
    }
    var tripKey = stored.trip?.anchor
    var tripSpans: [CalendarSpan] = []
    for index in components.indices {
      if left.contains(index) {
        reader.noteLeftOut(components[index])
        continue
      }
      guard let placement = plan.placements[index], let identity = content.identities[index] else {
        try keep(components[index], content, index, &stored)
        continue
      }
      guard let key = keys[index] else { continue }
      let before = reader.report.counts
      let entity = objects.objects[key]?.entity ?? placement.entity
      guard
        let read = content.reading.read(components[index], as: entity, &reader.report)
      else { continue }
      reader.note(components[index], entity, before)
      var record = CalendarRecords.Component(
        key: 0, anchor: key, calendar: content.identity, component: components[index],
        identity: identity, entity: entity, parent: nil,
        made: MadeFields(read.object, of: entity, schema))
      if isNew.contains(index) {
        reader.notePlan(placement, components[index], read)
        var trip: ObjectKey?
        switch placement.parent {
        case .none: break
        case .calendar:
          if tripKey == nil { tripKey = try makeTrip(content) }
          trip = tripKey
          record.parent = ""
        case .component(let place):
          (trip, record.parent) = parent(keys[place], content.identities[place] ?? nil, stored)
        }
        try objects.insert(
          TripObject(entity: entity, key: key, trip: trip, values: read.values),
          read.participants, &reader.keys)
        objects.report.note(.added, Self.title(components[index]), identity)
        hasChanged = true
      } else if let old = stored.ofIdentity[ComparisonText(identity)] {
        record.entity = old.entity
        record.parent = old.parent
        if let made = try update(key, old, read, components[index], &stored) { record.made = made }
      } else {
        try objects.updateOwn(
          key, to: read.object, title: Self.title(components[index]), identity: identity,
          &reader.keys)
      }
      if record.parent?.isEmpty ?? false { tripSpans.append(read.span) }
      let old = stored.ofIdentity[ComparisonText(identity)]
      let new = CalendarPlacement(placement) { content.identities[$0] }
      if new != CalendarPlacement(record) {
        // Another version of the rules may give the same component another place, which says nothing about the object.
        record.isStated =
          old.map { stored.isStated($0) } ?? true
          || new != placements[ComparisonText(identity)]
      }
      try put(record, insteadOf: old)
      noteCancellation(
        components[index], old, key, identity, &stored,
        isCancelling: isCancelling)
    }
    let present = Set(content.identities.compactMap { $0.map { ComparisonText($0) } })
    if !isCancelling { noteMissing(&stored, present) }
    try updateTrip(content, &stored, tripKey, tripSpans, isCancelling: isCancelling)
    try put(content, &stored, plan.placed(content.identities), isCancelling: isCancelling)
    if removesCancelled { objects.deleteRemoved() }
  }

  /// Returns the trip of a component whose parent is another one, and the identity of the trip's component.
  private func parent(
    _ key: ObjectKey?, _ identity: String?, _ stored: StoredCalendar
  ) -> (trip: ObjectKey?, identity: String?) {
    guard let key, let trip = objects.trip(meantBy: key) else { return (nil, nil) }
    return (trip, trip == key ? identity : stored.identity(ofTrip: trip))
  }

  private static func title(_ component: CalendarComponent) -> String {
    component.text("SUMMARY") ?? component.name
  }

  // MARK: Objects

  /// - Returns: What the import makes of the object.
  private mutating func update(
    _ key: ObjectKey, _ old: CalendarRecords.Component, _ read: ComponentContent,
    _ component: CalendarComponent, _ stored: inout StoredCalendar
  ) throws(DocumentError) -> MadeFields? {
    guard let before = state(of: old, key, &stored) else { return nil }
    let effect = try objects.update(key, from: before, to: read.object, &reader.keys)
    if effect.isAny {
      hasChanged = true
      objects.report.note(
        effect.isChanged ? .updated : .reread, Self.title(component), old.identity)
    }
    return effect.made
  }

  /// Returns what the last import made of an object.
  private func state(
    of old: CalendarRecords.Component?, _ key: ObjectKey, _ stored: inout StoredCalendar
  ) -> ImportedState? {
    guard let object = objects.objects[key], let old else { return nil }
    return stored.state(of: old, as: object.entity)
  }

  // MARK: The trip of the calendar

  private mutating func makeTrip(_ content: CalendarContent) throws(DocumentError) -> ObjectKey {
    let key = try reader.keys.take()
    let record = CalendarRecords.Component(
      key: try reader.keys.take(), anchor: key, calendar: content.identity, component: nil,
      identity: "", entity: "Trip", parent: nil)
    changes.append((nil, record))
    return key
  }

  private mutating func updateTrip(
    _ content: CalendarContent, _ stored: inout StoredCalendar, _ key: ObjectKey?,
    _ spans: [CalendarSpan], isCancelling: Bool
  ) throws(DocumentError) {
    guard let key else { return }
    let fallbackName = stored.calendar?.fallbackName ?? reader.fallbackName
    let new = CalendarContent.tripValues(
      content.parsed.properties, spans, fallbackName: fallbackName, schema)
    let made = MadeFields(ObjectContent(values: new), of: "Trip", schema)
    guard objects.objects[key] != nil else {
      try objects.insert(TripObject(entity: "Trip", key: key, values: new), [], &reader.keys)
      for index in changes.indices where changes[index].new?.anchor == key {
        changes[index].new?.made = made
      }
      return
    }
    // A cancellation has the cancelled events only, so it says nothing of the trip.
    guard !isCancelling, stored.calendar != nil, let old = stored.trip,
      var before = stored.stateOfTrip()
    else { return }
    // The calendar says nothing about the participants.
    let people = (objects.participants[key] ?? []).map(TripParticipant.init)
    before = ImportedState(
      made: before.made,
      source: ObjectContent(values: before.source.values, participants: people))
    try objects.update(
      key, from: before, to: ObjectContent(values: new, participants: people), &reader.keys)
    if made != before.made { hasChanged = true }
    var record = old
    record.made = made
    changes.append((old, record))
  }

  // MARK: Cancellations

  private mutating func noteCancellation(
    _ component: CalendarComponent, _ old: CalendarRecords.Component?, _ key: ObjectKey,
    _ identity: String, _ stored: inout StoredCalendar, isCancelling: Bool
  ) {
    func isCancelled(_ component: CalendarComponent?) -> Bool {
      ["CANCELLED", "CANCELED"].contains(component?.text("STATUS")?.listedWord)
    }
    guard isCancelling || isCancelled(component) else { return }
    let isKnown = isCancelled(old?.component)
    // What is known is reported once, and deleted whenever that is wanted.
    guard !isKnown || removesCancelled else { return }
    objects.report.note(.cancelled, Self.title(component), identity)
    objects.noteRemoved(key, state(of: old, key, &stored))
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
      record.key = try reader.keys.take()
    }
    changes.append((old, record))
  }

  /// Keeps a component that is no object in place of the stored one with its identity.
  private mutating func keep(
    _ component: CalendarComponent, _ content: CalendarContent, _ index: Int,
    _ stored: inout StoredCalendar
  ) throws(DocumentError) {
    guard content.identities[index] == nil else {
      try reader.keep(component, content.identity, isObject: true)
      return
    }
    reader.noteKeptComponent(component.name)
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
    _ content: CalendarContent, _ stored: inout StoredCalendar, _ known: [String],
    isCancelling: Bool
  ) throws(DocumentError) {
    var key = stored.calendar?.key ?? 0
    if key == 0 { key = try reader.keys.take() }
    var record = CalendarRecords.Calendar(
      key: key, identity: content.identity,
      properties: content.parsed.properties, timeZone: reader.timeZone,
      fallbackName: stored.calendar?.fallbackName ?? reader.fallbackName,
      known: known)
    if isCancelling, let calendar = stored.calendar {
      record.properties = calendar.properties
      record.known = calendar.known
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
