import DocumentFile
import DocumentMigration
import DocumentTables

/// Imports a calendar into a document that may have it already.
///
///     stored components ─► base ───┐
///     the document ────────► ours ─┼─► three-way merge ─► the document with the calendar's changes
///     the file ────────────► theirs┘
///
/// The base is the document with the fields that the stored components state: what the last import made of
/// them. So the merge tells edits of the document from changes of the calendar.
struct CalendarUpdate {
  private let schema: TripSchema
  private let tables: Tables
  private let records: CalendarRecords
  private let removesCancelled: Bool
  private let takesTheirs: Bool
  private var objects: [ObjectKey: TripObject] = [:]
  private var participants: [ObjectKey: [TripObject]] = [:]
  private var parts: [ObjectKey: Set<ObjectKey>] = [:]
  private var base = ObjectChanges()
  private var theirs = ObjectChanges()
  /// The objects of events that are cancelled or missing, with what is stored of them.
  private var removed: [ObjectKey: CalendarRecords.Component?] = [:]
  private var reader: CalendarReader
  private var report: UpdateReport

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
    update.report.importReport = update.reader.report
    var start = tables
    start.history = nil
    let base = start.applying(update.base.changeSet(schema, nextKey: update.reader.nextKey))
    let theirs = base.applying(update.theirs.changeSet(schema, nextKey: update.reader.nextKey))
    let outcome = ThreeWayMerge.merge(
      base: base, ours: start, theirs: theirs, schemas: schemas
    ) { _ in side }
    return (outcome, update.report, update.reader.rejected)
  }

  private init(
    _ tables: Tables, _ schema: TripSchema, _ options: ImportOptions, removesCancelled: Bool,
    takesTheirs: Bool
  ) {
    self.schema = schema
    self.tables = tables
    self.removesCancelled = removesCancelled
    self.takesTheirs = takesTheirs
    records = CalendarRecords(tables)
    reader = CalendarReader(schema, options, nextKey: tables.nextKey)
    report = UpdateReport(ImportReport())
    for object in schema.objects(of: tables) {
      objects[object.key] = object
      guard let trip = object.trip else { continue }
      if object.entity == "Participant" {
        participants[trip, default: []].append(object)
      } else {
        parts[trip, default: []].insert(object.key)
      }
    }
  }

  // MARK: One calendar

  private mutating func add(_ content: CalendarContent) throws(DocumentError) {
    var content = content
    content.identity = records.identity(of: content)
    var stored = StoredCalendar(content.identity, records, schema) { objects[$0] != nil }
    let components = content.parsed.components
    let plan = CalendarPlan(components, content.spans, schema)
    let isCancelling = content.parsed.text("METHOD")?.uppercased() == "CANCEL"
    var keys: [Int: ObjectKey] = [:]
    var isNew: Set<Int> = []
    for index in components.indices where plan.placements[index] != nil {
      guard let identity = content.identities[index] else { continue }
      if let anchor = stored.ofIdentity[identity]?.anchor {
        keys[index] = anchor
      } else if let own = CalendarUID(identity), own.document == tables.documentID,
        objects[own.key] != nil
      {
        keys[index] = own.key
      } else if stored.calendar?.known.contains(identity) == true, !takesTheirs {
        report.note(.deleted, Self.title(components[index]), identity)
      } else {
        keys[index] = try reader.takeKey()
        isNew.insert(index)
      }
    }
    var tripKey = stored.trip?.anchor
    var tripSpans: [CalendarSpan] = []
    for index in components.indices {
      guard let placement = plan.placements[index], let identity = content.identities[index] else {
        try keep(components[index], content, index, &stored)
        continue
      }
      guard let key = keys[index] else { continue }
      let before = reader.report.counts
      let entity = objects[key]?.entity ?? placement.entity
      guard
        let read = content.reading.read(components[index], as: entity, &reader.report)
      else { continue }
      reader.note(components[index], entity, before)
      var record = CalendarRecords.Component(
        key: 0, anchor: key, calendar: content.identity, component: components[index],
        identity: identity, entity: entity, parent: nil)
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
          trip = keys[place]
          record.parent = content.identities[place] ?? nil
        }
        try insert(
          TripObject(entity: entity, key: key, trip: trip, values: read.values), read.participants)
        report.note(.added, Self.title(components[index]), identity)
      } else if let old = stored.ofIdentity[identity] {
        record.parent = old.parent
        try update(key, old, read, components[index], &stored)
      } else {
        try updateOwn(key, read, components[index], identity)
      }
      if record.parent == "" { tripSpans.append(read.span) }
      try put(record, insteadOf: stored.ofIdentity[identity])
      noteCancellation(
        components[index], stored.ofIdentity[identity], key, identity, isCancelling: isCancelling)
    }
    let present = Set(content.identities.compactMap { $0 })
    if !isCancelling { noteMissing(stored, present) }
    removeCancelled(&stored)
    updateTrip(content, stored, tripKey, tripSpans)
    try put(content, stored, plan.placed(content.identities), isCancelling: isCancelling)
  }

  private static func title(_ component: CalendarComponent) -> String {
    component.text("SUMMARY") ?? component.name
  }

  // MARK: Objects

  private mutating func insert(
    _ object: TripObject, _ people: [CalendarParticipant]
  ) throws(DocumentError) {
    theirs.change(object.key, from: nil, to: object)
    for person in people { try insert(person, of: object.key) }
  }

  private mutating func insert(
    _ person: CalendarParticipant, of trip: ObjectKey
  ) throws(DocumentError) {
    let object = Self.object(person, try reader.takeKey(), trip)
    theirs.change(object.key, from: nil, to: object)
  }

  private static func object(
    _ person: CalendarParticipant, _ key: ObjectKey, _ trip: ObjectKey
  ) -> TripObject {
    TripObject(
      entity: "Participant", key: key, trip: trip,
      values: [
        "name": .text(person.name), "email": person.email.map { .text($0) } ?? .null,
      ])
  }

  private mutating func update(
    _ key: ObjectKey, _ old: CalendarRecords.Component, _ read: ComponentContent,
    _ component: CalendarComponent, _ stored: inout StoredCalendar
  ) throws(DocumentError) {
    var unused = ImportReport()
    guard let object = objects[key], let before = old.component,
      let content = stored.reading.read(before, as: object.entity, &unused)
    else { return }
    var baseObject = object
    baseObject.values = content.values
    var newObject = object
    newObject.values = read.values
    base.change(key, from: object, to: baseObject)
    theirs.change(key, from: baseObject, to: newObject)
    var isChanged = content.values != read.values
    if schema.isTrip(object.entity) {
      isChanged = isChanged || content.participants != read.participants
      try updatePeople(of: key, content.participants, read.participants)
    }
    if isChanged { report.note(.updated, Self.title(component), old.identity) }
  }

  /// Finds the participants that are the same in the document, in the base and in the file, and states
  /// their changes.
  private mutating func updatePeople(
    of trip: ObjectKey, _ before: [CalendarParticipant], _ after: [CalendarParticipant]
  ) throws(DocumentError) {
    var present = ParticipantPool(participants[trip] ?? [], Self.person)
    var baseObjects: [TripObject] = []
    for person in before {
      if let object = present.take(person) {
        let baseObject = Self.object(person, object.key, trip)
        base.change(object.key, from: object, to: baseObject)
        baseObjects.append(baseObject)
      } else {
        // Deleted in the document since.
        let object = Self.object(person, try reader.takeKey(), trip)
        base.change(object.key, from: nil, to: object)
        baseObjects.append(object)
      }
    }
    for object in present.rest { base.change(object.key, from: object, to: nil) }
    var stored = ParticipantPool(baseObjects, Self.person)
    for person in after {
      if let object = stored.take(person) {
        theirs.change(object.key, from: object, to: Self.object(person, object.key, trip))
      } else {
        try insert(person, of: trip)
      }
    }
    for object in stored.rest { theirs.change(object.key, from: object, to: nil) }
  }

  private static func person(_ object: TripObject) -> CalendarParticipant {
    CalendarParticipant(name: object.text("name"), email: object.optionalText("email"))
  }

  /// Updates an object that was exported from the document and has no base.
  private mutating func updateOwn(
    _ key: ObjectKey, _ read: ComponentContent, _ component: CalendarComponent, _ identity: String
  ) throws(DocumentError) {
    guard let object = objects[key] else { return }
    let people = (participants[key] ?? []).map(Self.person)
    let hasOtherPeople = schema.isTrip(object.entity) && people != read.participants
    guard object.values != read.values || hasOtherPeople else { return }
    guard takesTheirs else {
      report.note(.undecided, Self.title(component), identity)
      return
    }
    var changed = object
    changed.values = read.values
    theirs.change(key, from: object, to: changed)
    if hasOtherPeople { try updatePeople(of: key, people, read.participants) }
    report.note(.updated, Self.title(component), identity)
  }

  // MARK: The trip of the calendar

  private mutating func makeTrip(_ content: CalendarContent) throws(DocumentError) -> ObjectKey {
    let key = try reader.takeKey()
    let record = CalendarRecords.Component(
      key: try reader.takeKey(), anchor: key, calendar: content.identity, component: nil,
      identity: "", entity: "Trip", parent: nil)
    theirs.extensions.append(Change(old: nil, new: record.record))
    return key
  }

  private mutating func updateTrip(
    _ content: CalendarContent, _ stored: StoredCalendar, _ key: ObjectKey?, _ spans: [CalendarSpan]
  ) {
    guard let key else { return }
    func values(_ properties: [ContentLine], _ spans: [CalendarSpan]) -> [String: Value] {
      CalendarContent.tripValues(
        properties, spans,
        fallbackName: stored.calendar?.fallbackName ?? reader.fallbackName, schema)
    }
    let new = values(content.parsed.properties, spans)
    guard let object = objects[key] else {
      theirs.change(key, from: nil, to: TripObject(entity: "Trip", key: key, values: new))
      return
    }
    guard let calendar = stored.calendar else { return }
    var baseObject = object
    var newObject = object
    baseObject.values.merge(values(calendar.properties, stored.tripSpans)) { $1 }
    newObject.values.merge(new) { $1 }
    base.change(key, from: object, to: baseObject)
    theirs.change(key, from: baseObject, to: newObject)
  }

  // MARK: Cancellations

  private mutating func noteCancellation(
    _ component: CalendarComponent, _ old: CalendarRecords.Component?, _ key: ObjectKey,
    _ identity: String, isCancelling: Bool
  ) {
    func isCancelled(_ component: CalendarComponent?) -> Bool {
      component?.text("STATUS")?.uppercased() == "CANCELLED"
    }
    guard isCancelling || isCancelled(component), !isCancelled(old?.component) else { return }
    report.note(.cancelled, Self.title(component), identity)
    removed[key] = .some(old)
  }

  private mutating func noteMissing(_ stored: StoredCalendar, _ present: Set<String>) {
    for (identity, record) in stored.ofIdentity.sorted(by: { $0.value.key < $1.value.key })
    where !present.contains(identity) {
      report.note(.missing, record.component.map(Self.title) ?? "", identity)
      if let key = record.anchor { removed[key] = .some(record) }
    }
  }

  /// Deletes the objects of cancelled and missing events, but no trip that keeps parts.
  private mutating func removeCancelled(_ stored: inout StoredCalendar) {
    guard removesCancelled, !removed.isEmpty else { return }
    let anchored = Dictionary(grouping: tables.extensions.filter { $0.anchor != nil }, by: \.anchor)
    var gone: Set<ObjectKey> = []
    for (key, record) in removed.sorted(by: { $0.key < $1.key }) {
      guard let object = objects[key],
        (parts[key] ?? []).allSatisfy({ removed.keys.contains($0) })
      else { continue }
      var unused = ImportReport()
      if base.new[key] == nil, let component = record?.component,
        let content = stored.reading.read(component, as: object.entity, &unused)
      {
        var baseObject = object
        baseObject.values = content.values
        base.change(key, from: object, to: baseObject)
      }
      theirs.change(key, from: base.new[key] ?? object, to: nil)
      for person in participants[key] ?? [] {
        theirs.change(person.key, from: base.new[person.key] ?? person, to: nil)
      }
      for extensionRecord in anchored[key] ?? [] {
        gone.insert(extensionRecord.key)
        theirs.extensions.append(Change(old: extensionRecord, new: nil))
      }
    }
    theirs.extensions.removeAll { $0.new.map { gone.contains($0.key) } ?? false }
    removed = [:]
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
      record.key = try reader.takeKey()
    }
    theirs.extensions.append(Change(old: old?.record, new: record.record))
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
    let old = stored.kept.removeValue(forKey: StoredCalendar.identity(ofKept: component))
    try put(
      CalendarRecords.Component(
        key: 0, anchor: nil, calendar: content.identity, component: component, identity: "",
        entity: nil, parent: nil), insteadOf: old)
  }

  private mutating func put(
    _ content: CalendarContent, _ stored: StoredCalendar, _ known: [String], isCancelling: Bool
  ) throws(DocumentError) {
    var key = stored.calendar?.key ?? 0
    if key == 0 { key = try reader.takeKey() }
    var record = CalendarRecords.Calendar(
      key: key, identity: content.identity,
      properties: content.parsed.properties, timeZone: reader.timeZone,
      fallbackName: stored.calendar?.fallbackName ?? reader.fallbackName,
      known: known)
    if isCancelling, let calendar = stored.calendar {
      record.properties = calendar.properties
      record.known = calendar.known
    } else {
      for old in stored.kept.values.sorted(by: { $0.key < $1.key }) {
        theirs.extensions.append(Change(old: old.record, new: nil))
      }
    }
    theirs.extensions.append(Change(old: stored.calendar?.record, new: record.record))
  }
}
