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
  private var ofIdentity: [ComparisonText: ReservationRecords.Object] = [:]
  var recordOfObject: [ObjectKey: ReservationRecords.Object] = [:]
  /// The records as the file makes them, by their objects.
  var updated: [ObjectKey: ReservationRecords.Object] = [:]
  /// The items that belong to another one, by it.
  private var attached: [Int: [Int]] = [:]
  /// The objects of which the file has another booking.
  private var rebooked: Set<ObjectKey> = []
  /// The identities of objects that a person deleted.
  private var deleted: Set<ComparisonText> = []
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
      let trip = item.trip.flatMap { trips[$0] }
      if let old = recordOfObject[key] {
        let record = record(old, with: item, nodes(of: index, content), content)
        updated[key] = record
        if joined.contains(index) {
          _ = items.join(key, with: Self.stated(item, values(of: item, for: key)))
          let marked = items.objects.recordsOfAnchor[key]?.first { $0.key == record.key }
          updated[key]?.made = MadeFields(marked?.value[MadeFields.member])
          continue
        }
        try update(item, key, old, content)
      } else {
        let made: MadeFields
        let stated = Self.stated(item, values(of: item, for: key))
        if isNew.contains(index) {
          made = try items.add(stated, as: key, to: trip)
        } else if joined.contains(index) {
          made = items.join(key, with: stated)
        } else {
          try items.updateOwn(key, with: stated)
          guard items.objects.takesTheirs else { continue }
          made = try items.update(key, with: stated, nil)
        }
        updated[key] = ReservationRecords.Object(
          key: try items.keys.take(), anchor: key, file: content.identity,
          nodes: content.nodes(of: item), identities: item.identities,
          trip: trip.flatMap(identity(ofTrip:)), made: made)
        if joined.contains(index) { continue }
      }
      noteCancellation(item, key)
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

  /// Returns the items that an object has been joined with, by the item that is found for it.
  ///
  /// An export states each node of a joined object, and two nodes of different travellers need not be one item.
  private func attachedItems(
    _ plan: ReservationPlan, _ owners: [Int: ObjectKey]
  ) -> [Int: [Int]] {
    var first: [ObjectKey: Int] = [:]
    for (index, key) in owners { first[key] = index }
    var attached: [Int: [Int]] = [:]
    for index in plan.items.indices where owners[index] == nil {
      if let key = joinedKey(of: plan.items[index]), let owner = first[key] {
        attached[owner, default: []].append(index)
      }
    }
    return attached
  }

  /// Returns the object of several nodes of which one has an identity of an item.
  private func joinedKey(of item: ReservationPlan.Item) -> ObjectKey? {
    for identity in item.identities {
      if let record = ofIdentity[ComparisonText(identity)], record.nodes.count > 1 {
        return record.anchor
      }
    }
    return nil
  }

  /// The nodes of an item, with those of items that are joined with it.
  private func nodes(of index: Int, _ content: ReservationContent) -> [NodeTree.Node] {
    ([index] + (attached[index] ?? [])).flatMap { content.nodes(of: content.plan.items[$0]) }
  }

  /// Finds the objects of items, and gives keys to new ones.
  private mutating func owners(
    _ content: ReservationContent
  ) throws(DocumentError) -> (owners: [Int: ObjectKey], isNew: Set<Int>, joined: Set<Int>) {
    let plan = content.plan
    var owners: [Int: ObjectKey] = [:]
    var isNew: Set<Int> = []
    var found: Set<ObjectKey> = []
    for (index, item) in plan.items.enumerated() {
      guard let key = key(of: item, besides: found) else { continue }
      owners[index] = key
      found.insert(key)
    }
    findBookings(plan, &owners, &found)
    var new: [Int] = []
    for (index, item) in plan.items.enumerated() where owners[index] == nil {
      if let key = joinedKey(of: item), found.contains(key) { continue }
      if !items.objects.takesTheirs,
        let identity = item.identities.first(where: {
          deleted.contains(ComparisonText($0))
        })
      {
        items.objects.report.note(.deleted, item.title, identity)
      } else {
        new.append(index)
      }
    }
    var joined: Set<Int> = []
    let candidates = new.map { place in
      (place, plan.items[place].entity, plan.items[place].content.object)
    }
    for (index, key) in items.pairs(candidates, { !found.contains($0) }) {
      owners[index] = key
      if isRebooked(plan.items[index], key, content) {
        rebooked.insert(key)
      } else {
        joined.insert(index)
      }
    }
    for index in new where owners[index] == nil {
      owners[index] = try items.keys.take()
      isNew.insert(index)
    }
    return (owners, isNew, joined)
  }

  /// Whether a file has a node of the same travellers in place of that of an object: with another number of the booking.
  private func isRebooked(
    _ item: ReservationPlan.Item, _ key: ObjectKey, _ content: ReservationContent
  ) -> Bool {
    guard !item.content.object.isCancelled, let record = recordOfObject[key],
      record.file.isSpelled(content.identity),
      record.nodes.allSatisfy({ $0.file?.isSpelled(content.identity) ?? true })
    else { return false }
    // Two mails of one name may be those of two travellers.
    let people = record.nodes.map(JoinedNodes.person)
    return !people.contains(nil)
      && Set(people) == Set(content.nodes(of: item).map(JoinedNodes.person))
  }

  /// Whether a file has most legs and stays of the stored one of its name, under other numbers.
  private mutating func isRebooked(_ content: ReservationContent) -> Bool {
    let items = content.plan.items
    let own = items.indices.filter { Journey.isOne(items[$0].entity) }
    if own.isEmpty { return false }
    let candidates = own.map { ($0, items[$0].entity, items[$0].content.object) }
    let file = content.identity
    let records = recordOfObject
    let pairs = self.items.pairs(candidates) { records[$0]?.file.isSpelled(file) ?? false }
    let stored = records.values.count { record in
      record.file.isSpelled(file)
        && record.anchor.flatMap { self.items.objects.objects[$0] }.map { Journey.isOne($0.entity) }
          ?? false
    }
    return pairs.count { isRebooked(items[$0.key], $0.value, content) } * 2 > max(own.count, stored)
  }

  /// A file has the identity of a stored one with its name, if they have a reservation in common, or most journeys, or neither has
  /// any: mails have attachments of one name.
  private mutating func identity(of content: ReservationContent) -> String {
    let own = Set(content.identities.map { ComparisonText($0) })
    var identity = content.identity
    var number = 1
    while let file = records.file(identity) {
      if own.isEmpty && file.known.isEmpty
        || file.known.contains(where: { own.contains(ComparisonText($0)) })
        || number == 1 && isRebooked(content)
      {
        return identity
      }
      number += 1
      identity = "\(content.identity)\t#\(number)"
    }
    return identity
  }

  private func key(of item: ReservationPlan.Item, besides found: Set<ObjectKey>) -> ObjectKey? {
    for identity in item.identities {
      if let anchor = ofIdentity[ComparisonText(identity)]?.anchor, !found.contains(anchor) {
        return anchor
      }
      if let own = items.own(ObjectIdentity(stated: identity)), !found.contains(own) { return own }
    }
    return nil
  }

  /// Finds objects by their bookings, where there is one in the document and one in the file.
  private func findBookings(
    _ plan: ReservationPlan, _ owners: inout [Int: ObjectKey], _ found: inout Set<ObjectKey>
  ) {
    let pairs = SingleMatches.pairs(
      plan.items.indices.filter { owners[$0] == nil },
      recordOfObject.filter { !found.contains($0.key) },
      { index in
        NodeIdentity.booking(plan.items[index].form, plan.items[index].content.object)
          .map { ComparisonText($0) }
      },
      { key, record in
        guard let node = record.nodes.first, let form = stored.form(of: node, record),
          let content = storedContent(of: record, key)
        else { return nil }
        return NodeIdentity.booking(form, content).map { ComparisonText($0) }
      })
    for (index, other) in pairs {
      owners[index] = other.key
      found.insert(other.key)
    }
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
