import DocumentFile
import DocumentMigration
import DocumentTables

/// The objects of a document into which a file is imported again, in three states.
///
///     the document, edits undone ─► base ──┐
///     the document ────────────────► ours ─┼─► three-way merge ─► the document with the file's changes
///     what the file states now ───► theirs ┘
///
/// The base is the document with each edited field as the stored source says. So the merge tells edits of the document
/// from changes of the file, and a field that was never edited gets what the file says, also if a later version of this
/// library reads more of the same source.
///
/// A first import is that into an empty document, in which nothing has to be merged.
struct ObjectUpdate {
  let schema: TripSchema
  let tables: Tables
  /// Whether the file wins where it differs from the document and nothing says who changed it.
  let takesTheirs: Bool
  let objects: [ObjectKey: TripObject]
  /// The participants of each trip, in the order of its list.
  var participants: [ObjectKey: [TripObject]]
  /// The extension records of the document, by their keys.
  let extensions: [ObjectKey: ExtensionRecord]
  let parts: [ObjectKey: Set<ObjectKey>]
  /// The tickets for a leg or an item, and those of a participant, by the key of either.
  let tickets: [ObjectKey: [ObjectKey]]
  var base = ObjectChanges()
  var theirs = ObjectChanges()
  /// The extension records of each object.
  lazy var recordsOfAnchor = Dictionary(
    grouping: tables.extensions.filter { $0.anchor != nil }
  ) { $0.anchor ?? 0 }
  /// The places of changes of records in ``theirs``, by the keys of the records.
  var changeOfRecord: [ObjectKey: Int] = [:]
  /// The attachments of each object.
  private(set) lazy var partsOfAnchor = Dictionary(
    grouping: tables.keptParts.filter { $0.anchor != nil }
  ) { $0.anchor ?? 0 }
  /// The objects that the file cancels or no longer has, with what the last import made of them.
  private var removed: [ObjectKey: ImportedState?] = [:]
  /// The objects of a first import.
  private var added: [TripObject] = []
  /// The trips that get a new part.
  private var gaining: Set<ObjectKey> = []
  var report = UpdateReport(ImportReport())

  init(_ tables: Tables, _ schema: TripSchema, takesTheirs: Bool) {
    self.tables = tables
    self.schema = schema
    self.takesTheirs = takesTheirs
    let all = schema.objects(of: tables)
    var objects: [ObjectKey: TripObject] = [:]
    var parts: [ObjectKey: Set<ObjectKey>] = [:]
    var tickets: [ObjectKey: [ObjectKey]] = [:]
    for object in all {
      objects[object.key] = object
      for key in object.references.values { tickets[key, default: []].append(object.key) }
      if let trip = object.trip, object.entity != "Participant" {
        parts[trip, default: []].insert(object.key)
      }
    }
    self.objects = objects
    extensions = Dictionary(tables.extensions.map { ($0.key, $0) }) { first, _ in first }
    participants = TripOrder(tables, schema).people(all)
    self.parts = parts
    self.tickets = tickets
  }

  /// Merges the states.
  ///
  /// - Parameter side: The side to take in conflicts.
  func merged(nextKey: ObjectKey, schemas: [TableSchema], side: MergeSide) -> MergeOutcome {
    var ours = tables
    ours.history = nil
    let base = ours.applying(base.changeSet(schema, nextKey: nextKey))
    var changes = theirs
    for object in added { changes.change(object.key, from: nil, to: object) }
    var set = changes.changeSet(schema, nextKey: nextKey)
    takeOutOfLists(&set)
    let theirs = base.applying(set)
    return ThreeWayMerge.merge(base: base, ours: ours, theirs: theirs, schemas: schemas) { _ in
      side
    }
  }

  /// Whether the document is empty, so that this is a first import.
  var isFirst: Bool { objects.isEmpty && extensions.isEmpty }

  /// Returns the document that a first import makes.
  func imported(nextKey: ObjectKey) -> Tables {
    var imported = schema.tables(
      of: added, documentID: tables.documentID, nextKey: nextKey,
      extensions: theirs.extensions.compactMap(\.new).sorted { $0.key < $1.key })
    imported.keptParts = theirs.attachments.compactMap(\.new)
      .sorted { utf8Precedes($0.name, $1.name) }
    return imported
  }

  // MARK: Objects

  /// Returns the trip for the parts of what the file takes for a trip; nil for none.
  ///
  /// An object of the document keeps its entity and its trip. If it is no trip, the parts belong to its trip.
  func trip(meantBy key: ObjectKey) -> ObjectKey? {
    guard let object = objects[key], !schema.isTrip(object.entity) else { return key }
    return object.trip
  }

  /// Returns the parts of some trips, in the order of their keys.
  func parts(ofTrips isWanted: (ObjectKey) -> Bool) -> [TripObject] {
    parts.keys.filter(isWanted).flatMap { parts[$0] ?? [] }.sorted()
      .compactMap { objects[$0] }
  }

  /// Whether the document has an object that a file can state.
  func hasStated(_ key: ObjectKey) -> Bool {
    objects[key].map { schema.isStatedAlone($0.entity) } ?? false
  }

  /// Adds an object that the file has and the document never had.
  mutating func insert(
    _ object: TripObject, _ people: [TripParticipant], _ keys: inout ObjectKeys
  ) throws(DocumentError) {
    guard !isFirst else {
      added.append(object)
      for person in people { added.append(person.object(try keys.take(), of: object.key)) }
      return
    }
    theirs.change(object.key, from: nil, to: object)
    if let trip = object.trip { gaining.insert(trip) }
    for person in people { try insert(person, of: object.key, &keys) }
  }

  private mutating func insert(
    _ person: TripParticipant, of trip: ObjectKey, _ keys: inout ObjectKeys
  ) throws(DocumentError) {
    let object = person.object(try keys.take(), of: trip)
    theirs.change(object.key, from: nil, to: object)
  }

  /// What a file does to an object.
  struct Effect {
    /// Whether the file says something else than its stored source.
    var isChanged = false
    /// Whether it says the same, of which a field gets more than the last import read.
    var isReread = false
    /// What the import makes of the object; nil if the document does not have it.
    var made: MadeFields?
    /// The fields of the object that were edited since the last import.
    var edits: Set<String> = []

    var isAny: Bool { isChanged || isReread }
  }

  /// States what the last import made of an object and what the file says now.
  ///
  /// Attributes that a content leaves out are not compared.
  ///
  /// - Parameter trip: The trip of an object that had none.
  @discardableResult
  mutating func update(
    _ key: ObjectKey, from before: ImportedState, to after: ObjectContent,
    in trip: ObjectKey? = nil, _ keys: inout ObjectKeys
  ) throws(DocumentError) -> Effect {
    guard let object = objects[key] else { return Effect() }
    var after = after
    after.values = after.values.filter { name, value in
      !before.made.isKept(name) || before.source.values[name] != value
    }
    let stated = after
    var made = MadeFields(after, of: object.entity, schema, keeping: before.made)
    let (state, edits) = baseContent(of: object, before, to: (after, made))
    // What a person, or another source, has said already is no change.
    for name in edits {
      if let own = object.values[name], let new = after.values[name],
        JoinedValues.says(own, new)
      {
        after.values[name] = own
      }
    }
    var baseObject = object
    baseObject.values.merge(state.values) { $1 }
    var newObject = baseObject
    newObject.values.merge(after.values) { $1 }
    if let trip {
      newObject.trip = trip
      gaining.insert(trip)
    }
    base.change(key, from: object, to: baseObject)
    theirs.change(key, from: baseObject, to: newObject)
    var effect = Effect()
    effect.isChanged = stated.values.contains { name, value in
      before.source.values[name].map { $0 != value } ?? false
    }
    if schema.isTrip(object.entity) {
      if before.source.participants != after.participants { effect.isChanged = true }
      let people = try updatePeople(of: key, state.participants, after.participants, &keys)
      // People who stay keep their places in the list of the document.
      if !edits.contains(MadeFields.participants) { made.set(people) }
    }
    effect.isReread =
      !effect.isChanged
      && after.values.keys.contains { !edits.contains($0) && !made.hasSame($0, as: before.made) }
    effect.made = made
    effect.edits = edits
    return effect
  }

  /// Whether a person or another source has changed an object since the last import.
  func isEdited(_ object: TripObject, _ before: ImportedState) -> Bool {
    !baseContent(of: object, before, to: nil).edits.isEmpty
  }

  /// Returns the edited fields of an object, with the values that they had before the edits.
  ///
  /// - Parameter after: What the file says now, if it still has the object.
  private func baseContent(
    of object: TripObject, _ before: ImportedState,
    to after: (content: ObjectContent, made: MadeFields)?
  ) -> (content: ObjectContent, edits: Set<String>) {
    let people = (participants[object.key] ?? []).map(TripParticipant.init)
    let edits = before.made.edits(
      in: ObjectContent(values: object.values, participants: people), of: object.entity, schema)
    var state = ObjectContent(values: [:], participants: people)
    for name in edits {
      // What the last import made of the field is what the file says now.
      let same = after.flatMap { before.made.hasSame(name, as: $0.made) ? $0.content : nil }
      if name == MadeFields.participants {
        state.participants = (same ?? before.source).participants
      } else if let value = (same ?? before.source).values[name] {
        state.values[name] = value
      }
    }
    return (state, edits)
  }

  /// Finds the participants that are the same in the document, in the base and in the file, and states
  /// their changes.
  ///
  /// - Returns: The participants of the file. Those of the base come first, in its order.
  private mutating func updatePeople(
    of trip: ObjectKey, _ before: [TripParticipant], _ after: [TripParticipant],
    _ keys: inout ObjectKeys
  ) throws(DocumentError) -> [TripParticipant] {
    var present = ParticipantPool(participants[trip] ?? [], TripParticipant.init)
    var baseObjects: [TripObject] = []
    for person in before {
      if let object = present.take(person) {
        let baseObject = person.object(object.key, of: trip)
        base.change(object.key, from: object, to: baseObject)
        baseObjects.append(baseObject)
      } else {
        // Deleted in the document since.
        let object = person.object(try keys.take(), of: trip)
        base.change(object.key, from: nil, to: object)
        baseObjects.append(object)
      }
    }
    for object in present.rest { base.change(object.key, from: object, to: nil) }
    var stored = ParticipantPool(baseObjects, TripParticipant.init)
    var kept: [ObjectKey: TripParticipant] = [:]
    var added: [TripParticipant] = []
    for person in after {
      if let object = stored.take(person) {
        theirs.change(object.key, from: object, to: person.object(object.key, of: trip))
        kept[object.key] = person
      } else {
        try insert(person, of: trip, &keys)
        added.append(person)
      }
    }
    for object in stored.rest { deletePerson(object) }
    return baseObjects.compactMap { kept[$0.key] } + added
  }

  /// Deletes a participant, and takes the participant out of tickets.
  mutating func deletePerson(_ person: TripObject) {
    theirs.change(person.key, from: person, to: nil)
    for key in tickets[person.key] ?? [] {
      guard let old = objects[key], var new = theirs.state(of: old) else { continue }
      new.references = new.references.filter { $0.value != person.key }
      theirs.change(key, from: old, to: new)
    }
  }

  /// Updates an object that was exported from the document and has no base.
  mutating func updateOwn(
    _ key: ObjectKey, to read: ObjectContent, title: String, identity: String,
    _ keys: inout ObjectKeys
  ) throws(DocumentError) {
    guard let object = objects[key] else { return }
    let people = (participants[key] ?? []).map(TripParticipant.init)
    let hasOtherPeople = schema.isTrip(object.entity) && people != read.participants
    guard object.values != read.values || hasOtherPeople else { return }
    guard takesTheirs else {
      report.note(.undecided, title, identity)
      return
    }
    var changed = object
    changed.values = read.values
    theirs.change(key, from: object, to: changed)
    if hasOtherPeople { _ = try updatePeople(of: key, people, read.participants, &keys) }
    report.note(.updated, title, identity)
  }

  // MARK: Records and deletions

  /// Replaces an extension record; nil if there is none before or after.
  mutating func replace(_ old: ExtensionRecord?, with new: ExtensionRecord?) {
    theirs.extensions.append(Change(old: old, new: new))
  }

  /// Replaces the attachments whose names begin with a folder.
  ///
  /// - Parameter folder: Nil if there were none before.
  /// - Returns: Whether any differs.
  mutating func replaceAttachments(inFolder folder: String?, with new: [KeptPart]) -> Bool {
    var old: [String: KeptPart] = [:]
    if let folder {
      for part in tables.keptParts where part.name.begins(with: folder) { old[part.name] = part }
    }
    for part in new {
      let before = old.removeValue(forKey: part.name)
      if before != part { theirs.attachments.append(Change(old: before, new: part)) }
    }
    for part in old.values.sorted(by: { utf8Precedes($0.name, $1.name) }) {
      theirs.attachments.append(Change(old: part, new: nil))
    }
    return !theirs.attachments.isEmpty
  }

  /// Notes an object that the file cancels or no longer has.
  ///
  /// - Parameter state: What the last import made of it; nil if it did not.
  mutating func noteRemoved(_ key: ObjectKey, _ state: ImportedState?) {
    removed[key] = .some(state)
  }

  /// Whether a trip has parts and all of them are noted as removed.
  func losesAllParts(_ trip: ObjectKey) -> Bool {
    !(parts[trip] ?? []).isEmpty && !keepsParts(trip)
  }

  /// Whether a trip has parts that are not noted as removed, or gets new ones.
  private func keepsParts(_ trip: ObjectKey) -> Bool {
    gaining.contains(trip) || !(parts[trip] ?? []).allSatisfy { removed.keys.contains($0) }
  }

  /// Deletes the noted objects, but no trip that keeps parts.
  mutating func deleteRemoved() {
    guard !removed.isEmpty else { return }
    var gone: Set<ObjectKey> = []
    for (key, state) in removed.sorted(by: { $0.key < $1.key }) {
      guard let object = objects[key], !keepsParts(key) else { continue }
      if base.new[key] == nil, let state {
        // An edited object is not deleted in silence.
        var baseObject = object
        baseObject.values.merge(baseContent(of: object, state, to: nil).content.values) { $1 }
        base.change(key, from: object, to: baseObject)
      }
      guard object.entity != "Participant" else {
        deletePerson(base.new[key] ?? object)
        continue
      }
      theirs.change(key, from: base.new[key] ?? object, to: nil)
      for person in participants[key] ?? [] { deletePerson(base.new[person.key] ?? person) }
      for ticket in (tickets[key] ?? []).compactMap({ objects[$0] }) {
        theirs.change(ticket.key, from: ticket, to: nil)
      }
      for record in recordsOfAnchor[key] ?? [] {
        gone.insert(record.key)
        theirs.extensions.append(Change(old: record, new: nil))
      }
    }
    theirs.extensions.removeAll { $0.new.map { gone.contains($0.key) } ?? false }
    removed = [:]
  }
}
