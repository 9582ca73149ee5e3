import DocumentFile
import DocumentTables

/// Imports a file of reservations into a document, which may have them already.
///
/// Reservations are found by their identities, in any file: a mail about a change has the
/// number of the first one. The records say what the last import made of them.
struct ReservationImport {
  let schema: TripSchema
  let records: StoredFiles<ReservationRecords>
  var items: ItemImport
  var reader: ReservationReader
  /// The stored objects that exist, by each of their identities.
  var ofIdentity: [ComparisonText: ReservationRecords.Object] = [:]
  var recordOfObject: [ObjectKey: ReservationRecords.Object] = [:]
  /// The records as the file makes them, by their objects.
  var updated: [ObjectKey: ReservationRecords.Object] = [:]
  /// The items that belong to another one, by it.
  var attached: [Int: [Int]] = [:]
  /// The objects of which the file has another booking.
  var rebooked: Set<ObjectKey> = []
  /// The identities of objects that a person deleted.
  var deleted: Set<ComparisonText> = []
  /// What the last imports made of the objects.
  private(set) var stored: StoredReservations
  /// The identities of the trips that were made for reservations.
  var madeIdentities: Set<ComparisonText> = []
  var lastMade = 0

  /// Returns what a file makes of a document.
  ///
  /// - Throws: `json-ld-malformed`, `limit-json-ld-bytes`, `limit-objects`, or the codes of zip archives.
  static func run(
    _ items: ItemImport, with bytes: [UInt8], _ options: ImportOptions
  ) throws(DocumentError) -> FileImport {
    var run = ReservationImport(items, options)
    let content = try run.reader.content(bytes)
    let plan = content.plan
    // A graph without nodes is what a document without trips becomes.
    let isEmpty = content.file.tree.nodes.isEmpty
    guard
      !plan.items.isEmpty || content.file.isArchive || isEmpty
        || !run.items.isFirst && !plan.cancellations.isEmpty
    else {
      throw DocumentError(
        .jsonLDMalformed, "it has no reservation, event or trip of schema.org")
    }
    try run.add(content)
    return run.items.finished(run.reader.report)
  }

  private init(_ items: ItemImport, _ options: ImportOptions) {
    self.items = items
    let (tables, schema) = (items.objects.tables, items.objects.schema)
    self.schema = schema
    records = StoredFiles<ReservationRecords>(tables)
    stored = StoredReservations(records, schema)
    reader = ReservationReader(schema, options)
    for record in records.objects {
      if record.isMade { madeIdentities.formUnion(record.identities.map { ComparisonText($0) }) }
      guard let anchor = record.anchor, items.objects.hasStated(anchor) else { continue }
      recordOfObject[anchor] = record
      // A trip that was made has a number for an identity, which is one of its file only.
      for identity in record.identities.lazy.map({ ComparisonText($0) })
      where !record.isMade && ofIdentity[identity] == nil {
        ofIdentity[identity] = record
      }
    }
    for identity in records.files.lazy.flatMap(\.known).map({ ComparisonText($0) })
    where ofIdentity[identity] == nil {
      deleted.insert(identity)
    }
  }

  // MARK: The file

  private mutating func add(_ content: ReservationContent) throws(DocumentError) {
    var content = content
    content.identity = identity(of: content)
    let plan = content.plan
    let name = ComparisonText(content.identity)
    let file = records.file(name)
    stored = StoredReservations(
      records, schema, newFile: (name, content.reading.floating))
    let fileKey = try items.keys.take(ifNil: file?.key)
    let (owners, isNew, joined) = try owners(content)
    attached = attachedItems(plan, owners)
    let trips = try trips(of: plan, owners, isNew, content)
    // The record of a part names the first identity of its trip.
    let order =
      plan.items.indices.filter { schema.isTrip(plan.items[$0].entity) }
      + plan.items.indices.filter { !schema.isTrip(plan.items[$0].entity) }
    for index in order {
      guard let key = owners[index] else { continue }
      let item = plan.items[index]
      reader.note(item, content)
      if let old = recordOfObject[key] {
        try update(old, with: item, index, key, content, isJoined: joined.contains(index))
      } else {
        try add(
          item, key, to: item.trip.flatMap { trips[$0] }, content, isNew: isNew.contains(index),
          isJoined: joined.contains(index))
      }
    }
    for index in plan.kept { reader.noteKept(content.file.tree.nodes[index]) }
    var found = Set(owners.values)
    try cancel(plan.cancellations, &found, content)
    if let file { noteMissing(file, found) }
    try updateMadeTrips()
    putFile(content, fileKey, file)
    if items.removesCancelled {
      noteEmptyTrips()
      items.objects.deleteRemoved()
    }
  }

  /// Updates an object of which the document has a record.
  private mutating func update(
    _ old: ReservationRecords.Object, with item: ReservationPlan.Item, _ index: Int,
    _ key: ObjectKey, _ content: ReservationContent, isJoined: Bool
  ) throws(DocumentError) {
    let record = record(old, with: item, nodes(of: index, content), content)
    updated[key] = record
    guard isJoined else {
      try update(item, key, old, content)
      noteCancellation(item, key)
      return
    }
    _ = items.join(key, with: Self.stated(item, values(of: item, for: key)))
    let marked = items.objects.recordsOfAnchor[key]?.first { $0.key == record.key }
    updated[key]?.made = MadeFields(marked?.value[MadeFields.member])
  }

  /// Makes an object, or the record of one that an export stated or that is the same journey in another file.
  private mutating func add(
    _ item: ReservationPlan.Item, _ key: ObjectKey, to trip: ObjectKey?,
    _ content: ReservationContent, isNew: Bool, isJoined: Bool
  ) throws(DocumentError) {
    let made: MadeFields
    let stated = Self.stated(item, values(of: item, for: key))
    if isNew {
      made = try items.add(stated, as: key, to: trip)
    } else if isJoined {
      made = items.join(key, with: stated)
    } else {
      try items.updateOwn(key, with: stated)
      guard items.objects.takesTheirs else { return }
      made = try items.update(key, with: stated, nil)
    }
    updated[key] = ReservationRecords.Object(
      key: try items.keys.take(), anchor: key, file: content.identity,
      nodes: content.nodes(of: item), identities: item.identities,
      trip: trip.flatMap(identity(ofTrip:)), made: made)
    if !isJoined { noteCancellation(item, key) }
  }

  // MARK: Objects

  /// Returns what the stored nodes of an object say.
  func storedContent(of record: ReservationRecords.Object, _ key: ObjectKey) -> ObjectContent? {
    items.objects.objects[key].flatMap { stored.content(of: record, as: $0.entity) }
  }

  /// Returns what the last import made of an object.
  func state(_ key: ObjectKey) -> ImportedState? {
    guard let record = recordOfObject[key], let object = items.objects.objects[key] else {
      return nil
    }
    return stored.state(of: record, object)
  }

  /// Returns the values of an item that its object has.
  ///
  /// If the type of the node is another one now, the object keeps its own.
  private func values(of item: ReservationPlan.Item, for key: ObjectKey) -> ObjectContent {
    var content = item.content.object
    if let object = items.objects.objects[key], object.entity != item.entity {
      let names = Set(schema.attributes(of: object.entity).map(\.name))
      content.values = content.values.filter { names.contains($0.key) }
    }
    return content
  }

  private mutating func update(
    _ item: ReservationPlan.Item, _ key: ObjectKey, _ old: ReservationRecords.Object,
    _ content: ReservationContent
  ) throws(DocumentError) {
    guard let new = updated[key], let object = items.objects.objects[key] else { return }
    var after = values(of: item, for: key)
    if !new.file.isSpelled(content.identity) || new.nodes.count > 1,
      let joined = stored.content(of: new, as: object.entity)
    {
      // The nodes of a mail were joined with those of the file.
      after = joined
    }
    let made = try items.update(
      key, with: Self.stated(item, after), state(key),
      isChanged: new.nodes.count > old.nodes.count, of: old.key)
    updated[key]?.made = made
  }

  private static func stated(
    _ item: ReservationPlan.Item, _ content: ObjectContent
  ) -> TravelItem {
    TravelItem(
      entity: item.entity, identity: item.identities.first ?? "", title: item.title,
      content: content)
  }

  /// Returns the record of an object with the nodes of an item.
  private func record(
    _ old: ReservationRecords.Object, with item: ReservationPlan.Item, _ nodes: [NodeTree.Node],
    _ content: ReservationContent
  ) -> ReservationRecords.Object {
    var new = old
    // Another name of the same thing, such as an entry of an archive, stays known.
    let named = Set(item.identities.map { ComparisonText($0) })
    let known = Set(old.identities.map { ComparisonText($0) })
    if let anchor = old.anchor, rebooked.contains(anchor) {
      // A later message about the earlier booking is not about this one.
      new.identities = item.identities
    } else if !named.isSubset(of: known) {
      new.identities =
        item.identities + old.identities.filter { !named.contains(ComparisonText($0)) }
    }
    if old.file.isSpelled(content.identity)
      || records.file(old.file) == nil
    {
      new.file = content.identity
      // The file says nothing of the nodes of others.
      let others = old.nodes.filter { $0.file.map { !$0.isSpelled(content.identity) } ?? false }
      new.nodes = JoinedNodes(nodes, others, ofFile: content.identity).nodes
    } else {
      new.nodes = JoinedNodes(old.nodes, nodes, ofFile: content.identity).nodes
    }
    return new
  }

  // MARK: Records

  /// Replaces the records, unless nothing has changed.
  ///
  /// All records of the file say then what was made of their objects, because the record of the file may give the stored
  /// nodes another meaning.
  private mutating func putFile(
    _ content: ReservationContent, _ key: ObjectKey, _ file: ReservationRecords.File?
  ) {
    let folder = reader.addAttachments(
      of: content.file, folder: file?.folder, taken: items.objects.tables.keptParts)
    var record = ReservationReader.record(content, key, folder: folder, reader.options)
    if let file, file.folder != nil, folder == nil { record.folder = file.folder }
    let hasOtherParts = items.objects.replaceAttachments(
      inFolder: folder == nil ? nil : file?.folder, with: reader.attachments)
    let old = file.flatMap { items.objects.extensions[$0.key] }
    let isSame = updated.allSatisfy { key, new in
      guard let old = recordOfObject[key] else { return false }
      var new = new
      if old.made == nil { new.made = nil }
      return old.record == new.record
    }
    if isSame, !items.hasChanged, !hasOtherParts, RecordMarks.areEqual(old, record.record) {
      return
    }
    for old in records.objects(of: content.identity) where old.made == nil {
      guard let key = old.anchor, updated[key] == nil, recordOfObject[key]?.key == old.key,
        let object = items.objects.objects[key]
      else { continue }
      updated[key] = old
      updated[key]?.made = stored.made(of: old, object)
    }
    for (key, record) in updated.sorted(by: { $0.value.key < $1.value.key }) {
      items.objects.replace(recordOfObject[key]?.record, with: record.record)
    }
    items.objects.replace(old, with: record.record)
  }
}
