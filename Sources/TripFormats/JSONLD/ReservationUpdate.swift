import DocumentFile
import DocumentMigration
import DocumentTables

/// Imports a file of reservations into a document that may have them already.
///
/// Reservations are found by their identities, whatever file they came in: a mail about a change has the
/// number of the first one. The stored nodes are what the last import read.
struct ReservationUpdate {
  private let schema: TripSchema
  private let records: ReservationRecords
  private let removesCancelled: Bool
  private var objects: ObjectUpdate
  private var reader: ReservationReader
  /// The stored objects that exist, by each of their identities.
  private var ofIdentity: [String: ReservationRecords.Object] = [:]
  private var recordOfObject: [ObjectKey: ReservationRecords.Object] = [:]
  /// The identities of the trips that are made now, by their numbers.
  private var made: [Int: String] = [:]
  /// The identities of objects that a person deleted.
  private var deleted: Set<String> = []

  /// Returns the merge of a document with a file, and the rejected content of the file.
  ///
  /// - Parameters:
  ///   - removesCancelled: Whether to delete objects that are cancelled or missing.
  ///   - side: The side to take in conflicts.
  static func update(
    _ tables: Tables, with bytes: [UInt8], _ schema: TripSchema, _ options: ImportOptions,
    removesCancelled: Bool, schemas: [TableSchema], side: MergeSide
  ) throws(DocumentError) -> (outcome: MergeOutcome, report: UpdateReport, rejected: [UInt8]?) {
    var update = ReservationUpdate(
      tables, schema, options, removesCancelled: removesCancelled, takesTheirs: side == .theirs)
    let content = try update.reader.content(bytes)
    guard
      !content.plan.items.isEmpty || !content.plan.cancellations.isEmpty || content.file.isArchive
    else {
      throw DocumentError(
        .jsonLDMalformed, "it has no reservation, event or trip of schema.org")
    }
    try update.add(content)
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
    records = ReservationRecords(tables)
    reader = ReservationReader(schema, options, nextKey: tables.nextKey)
    objects = ObjectUpdate(tables, schema, takesTheirs: takesTheirs)
    for record in records.objects {
      guard let anchor = record.anchor, objects.objects[anchor] != nil else { continue }
      recordOfObject[anchor] = record
      // A trip that was made has a number for an identity, which is one of its file only.
      for identity in record.identities where !record.isMade && ofIdentity[identity] == nil {
        ofIdentity[identity] = record
      }
    }
    for identity in records.files.flatMap(\.known) where ofIdentity[identity] == nil {
      deleted.insert(identity)
    }
  }

  // MARK: The file

  private mutating func add(_ content: ReservationContent) throws(DocumentError) {
    var content = content
    content.identity = identity(of: content)
    let plan = content.plan
    let stored = records.fileOfIdentity[content.identity]
    var keys: [Int: ObjectKey] = [:]
    var isNew: Set<Int> = []
    var found: Set<ObjectKey> = []
    for (index, item) in plan.items.enumerated() {
      guard let key = key(of: item, besides: found) else { continue }
      keys[index] = key
      found.insert(key)
    }
    findBookings(plan, &keys, &found)
    for (index, item) in plan.items.enumerated() where keys[index] == nil {
      if !objects.takesTheirs, let identity = item.identities.first(where: deleted.contains) {
        objects.report.note(.deleted, item.title, identity)
      } else {
        keys[index] = try reader.keys.take()
        isNew.insert(index)
      }
    }
    let trips = try trips(of: plan, keys, isNew, content)
    for (index, item) in plan.items.enumerated() {
      guard let key = keys[index] else { continue }
      reader.note(item, content)
      if isNew.contains(index) {
        let trip = item.trip.flatMap { trips[$0] }
        try objects.insert(
          TripObject(entity: item.entity, key: key, trip: trip, values: item.content.object.values),
          item.content.object.participants, &reader.keys)
        objects.report.note(.added, item.title, item.identities.first ?? "")
      } else {
        try update(item, key, content)
      }
      try put(item, key, isNew: isNew.contains(index), content)
      noteCancellation(item, key, content)
    }
    for cancellation in plan.cancellations { try cancel(cancellation, &found, content) }
    if let stored { noteMissing(stored, found) }
    if removesCancelled { objects.deleteRemoved() }
    try updateMadeTrips(content, keys, trips)
    try putFile(content, stored)
  }

  /// A file has the identity of a stored one with its name, if they have a reservation in common: mails
  /// have attachments of one name.
  private func identity(of content: ReservationContent) -> String {
    let own = Set(content.identities)
    var identity = content.identity
    var number = 1
    while let file = records.fileOfIdentity[identity] {
      if !own.isDisjoint(with: file.known) { return identity }
      number += 1
      identity = "\(content.identity)\t#\(number)"
    }
    return identity
  }

  private func key(of item: ReservationPlan.Item, besides found: Set<ObjectKey>) -> ObjectKey? {
    for identity in item.identities {
      if let anchor = ofIdentity[identity]?.anchor, !found.contains(anchor) { return anchor }
      if let own = ObjectIdentity(stated: identity), own.document == objects.tables.documentID,
        objects.objects[own.key] != nil,
        !found.contains(own.key)
      {
        return own.key
      }
    }
    return nil
  }

  /// Finds objects by their bookings, where there is one in the document and one in the file.
  private func findBookings(
    _ plan: ReservationPlan, _ keys: inout [Int: ObjectKey], _ found: inout Set<ObjectKey>
  ) {
    var wanted: [String: [Int]] = [:]
    for (index, item) in plan.items.enumerated() where keys[index] == nil {
      if let booking = NodeIdentity.booking(item.form, item.content.object) {
        wanted[booking, default: []].append(index)
      }
    }
    guard !wanted.isEmpty else { return }
    var stored: [String: [ObjectKey]] = [:]
    for (key, record) in recordOfObject where !found.contains(key) {
      guard let node = record.nodes.first, let form = form(of: node, record),
        let content = self.stored(key)?.content,
        let booking = NodeIdentity.booking(form, content)
      else { continue }
      stored[booking, default: []].append(key)
    }
    for (booking, indices) in wanted {
      guard indices.count == 1, let own = stored[booking], own.count == 1 else { continue }
      keys[indices[0]] = own[0]
      found.insert(own[0])
    }
  }

  /// Cancels what was booked with a number, of a type.
  private mutating func cancel(
    _ cancellation: (type: String, number: String, node: Int), _ found: inout Set<ObjectKey>,
    _ content: ReservationContent
  ) throws(DocumentError) {
    guard let status = content.file.tree.nodes[cancellation.node].tree["reservationStatus"] else {
      return
    }
    for (key, record) in recordOfObject.sorted(by: { $0.key < $1.key })
    where !found.contains(key) {
      guard let node = record.nodes.first, let form = form(of: node, record),
        form.type == cancellation.type, let before = stored(key)?.content,
        before.text("reservationNumber") == cancellation.number
      else { continue }
      found.insert(key)
      var new = record
      for index in new.nodes.indices {
        new.nodes[index].tree = new.nodes[index].tree.replacing("reservationStatus", with: status)
      }
      let entity = objects.objects[key]?.entity ?? form.entity
      let after = reading(of: record).read(new.nodes[0].tree, form, as: entity) { _, _, _ in }
      try objects.update(key, from: before, to: after.object, &reader.keys)
      objects.replace(record.record, with: new.record)
      if !NodeReading.isCancelled(node.tree) {
        let title = ["name", "title", "number", "to"].map(before.text).first { !$0.isEmpty }
        objects.report.note(.cancelled, title ?? form.type, record.identities.first ?? "")
      }
      objects.noteRemoved(key, before)
    }
  }

  // MARK: Objects

  private func reading(of record: ReservationRecords.Object) -> NodeReading {
    NodeReading(
      schema: schema,
      floating: records.fileOfIdentity[record.file]?.timeZone.flatMap { KnownZone($0) })
  }

  /// Returns what the last import made of an object, and the people for whom it is reserved.
  private func stored(
    _ key: ObjectKey
  ) -> (content: ObjectContent, travellers: [TripParticipant])? {
    guard let record = recordOfObject[key], let object = objects.objects[key],
      let node = record.nodes.first,
      let form = form(of: node, record)
    else { return nil }
    let reading = reading(of: record)
    let base = form.entity == "Trip" ? partsContent(of: record) : nil
    let content = reading.read(node.tree, form, as: object.entity, base: base) { _, _, _ in }
    return (
      content.object,
      record.nodes.compactMap { $0.tree.value(at: "underName").flatMap(NodeReading.person) }
    )
  }

  private func form(of node: NodeTree.Node, _ record: ReservationRecords.Object) -> NodeForm? {
    let entry = node.place.first.flatMap {
      records.fileOfIdentity[record.file]?.entryNames[$0]
    }
    return entry?.hasPrefix(ReservationFile.Folder.trips) ?? false
      ? .archiveTrip : NodeForm.form(of: node.tree)
  }

  /// Returns what the stored parts of a trip made of it at the last import.
  private func partsContent(of trip: ReservationRecords.Object) -> ObjectContent {
    let identity = trip.identities.first
    var parts: [MadeTrip.Part] = []
    for record in records.ofFile[trip.file] ?? [] where record.trip == identity && !record.isMade {
      guard let node = record.nodes.first, let form = form(of: node, record), form.entity != "Trip"
      else { continue }
      let content = reading(of: record).read(node.tree, form, as: form.entity) { _, _, _ in }
      parts.append(
        (
          form.entity, content.object,
          record.nodes.compactMap { $0.tree.value(at: "underName").flatMap(NodeReading.person) }
        ))
    }
    return MadeTrip.content(parts, schema)
  }

  private mutating func update(
    _ item: ReservationPlan.Item, _ key: ObjectKey, _ content: ReservationContent
  ) throws(DocumentError) {
    var after = item.content.object
    if let object = objects.objects[key], object.entity != item.entity {
      // The type of the node is another one now; the object keeps its own.
      let names = Set(schema.attributes(of: object.entity).map(\.name))
      after.values = after.values.filter { names.contains($0.key) }
    }
    guard let before = stored(key) else {
      if recordOfObject[key] == nil {
        try objects.updateOwn(
          key, to: after, title: item.title, identity: item.identities.first ?? "", &reader.keys)
      }
      return
    }
    if try objects.update(key, from: before.content, to: after, &reader.keys) {
      objects.report.note(.updated, item.title, item.identities.first ?? "")
    }
  }

  // MARK: Trips

  /// Returns the object of each trip: a stated one, or for a made one that of its known parts, or a new one.
  private mutating func trips(
    of plan: ReservationPlan, _ keys: [Int: ObjectKey], _ isNew: Set<Int>,
    _ content: ReservationContent
  ) throws(DocumentError) -> [ReservationPlan.Trip: ObjectKey] {
    var trips: [ReservationPlan.Trip: ObjectKey] = [:]
    for (index, item) in plan.items.enumerated() where schema.isTrip(item.entity) {
      trips[.item(index)] = keys[index]
    }
    for (index, trip) in plan.made.enumerated() {
      let known = trip.items.filter { !isNew.contains($0) }.compactMap { place in
        keys[place].flatMap { objects.objects[$0]?.trip }
      }.first
      if let known {
        trips[.made(index)] = known
      } else if trip.items.contains(where: isNew.contains) {
        trips[.made(index)] = try makeTrip(trip, index, content)
      }
    }
    return trips
  }

  private mutating func makeTrip(
    _ trip: MadeTrip, _ index: Int, _ content: ReservationContent
  ) throws(DocumentError) -> ObjectKey {
    let key = try reader.keys.take()
    let name = ReservationReader.name(of: trip.content, reader.options)
    reader.noteMade(trip, content.plan)
    var values = trip.content.values
    values["name"] = .text(name)
    try objects.insert(
      TripObject(entity: "Trip", key: key, values: values), trip.content.participants, &reader.keys)
    let record = ReservationRecords.Object(
      key: try reader.keys.take(), anchor: key, file: content.identity, nodes: [],
      identities: [Self.identity(ofMade: key)], trip: nil)
    objects.replace(nil, with: record.record)
    made[index] = Self.identity(ofMade: key)
    return key
  }

  private static func identity(ofMade key: ObjectKey) -> String { "made:key:\(key)" }

  /// Brings changes of parts into the trips that were made for them.
  private mutating func updateMadeTrips(
    _ content: ReservationContent, _ keys: [Int: ObjectKey],
    _ trips: [ReservationPlan.Trip: ObjectKey]
  ) throws(DocumentError) {
    for (index, trip) in content.plan.made.enumerated() {
      guard let key = trips[.made(index)], objects.objects[key] != nil,
        let record = recordOfObject[key], record.isMade
      else { continue }
      var before = partsContent(of: record)
      var after = trip.content
      // A name that the file's own stands in for is no change.
      for name in ["name"] where before.text(name).isEmpty || after.text(name).isEmpty {
        before.values[name] = nil
        after.values[name] = nil
      }
      try objects.update(key, from: before, to: after, &reader.keys)
    }
  }

  // MARK: Cancellations

  private mutating func noteCancellation(
    _ item: ReservationPlan.Item, _ key: ObjectKey, _ content: ReservationContent
  ) {
    guard item.content.isCancelled, objects.objects[key]?.text("status") != "cancelled" else {
      return
    }
    let before = recordOfObject[key]?.nodes.first
    let isKnown = before.map { NodeReading.isCancelled($0.tree) } ?? false
    // What is known is reported once, and deleted whenever that is wanted.
    if !isKnown || removesCancelled {
      objects.report.note(.cancelled, item.title, item.identities.first ?? "")
    }
    objects.noteRemoved(key, stored(key)?.content)
  }

  private mutating func noteMissing(_ file: ReservationRecords.File, _ found: Set<ObjectKey>) {
    for record in records.ofFile[file.identity] ?? [] where !record.isMade {
      guard let key = record.anchor, let object = objects.objects[key], !found.contains(key) else {
        continue
      }
      let title = [object.text("name"), object.text("title"), object.text("to")]
        .first { !$0.isEmpty }
      objects.report.note(.missing, title ?? "", record.identities.first ?? "")
      objects.noteRemoved(key, stored(key)?.content)
    }
  }

  // MARK: Records

  private mutating func put(
    _ item: ReservationPlan.Item, _ key: ObjectKey, isNew: Bool, _ content: ReservationContent
  ) throws(DocumentError) {
    let old = recordOfObject[key]
    if old == nil, !isNew, !objects.takesTheirs {
      // An object that was exported and never imported stays one of the document.
      return
    }
    var trip = ReservationReader.identity(of: item.trip, content.plan)
    if case .made(let index)? = item.trip { trip = made[index] ?? old?.trip ?? trip }
    var record = ReservationRecords.Object(
      key: old?.key ?? 0, anchor: key, file: content.identity, nodes: content.nodes(of: item),
      identities: item.identities, trip: isNew ? trip : old?.trip ?? trip)
    if let old {
      // Another name of the same thing, such as an entry of an archive, stays known.
      record.identities += old.identities.filter { !record.identities.contains($0) }
      if old.file != content.identity, records.fileOfIdentity[old.file] != nil {
        // A mail about a change says something new, but the reservation keeps its place in its file.
        record.file = old.file
        for index in record.nodes.indices where index < old.nodes.count {
          record.nodes[index].place = old.nodes[index].place
        }
        record.nodes = Array(record.nodes.prefix(max(old.nodes.count, 1)))
      }
    } else {
      record.key = try reader.keys.take()
    }
    objects.replace(old?.record, with: record.record)
  }

  private mutating func putFile(
    _ content: ReservationContent, _ stored: ReservationRecords.File?
  ) throws(DocumentError) {
    var key = stored?.key ?? 0
    if key == 0 { key = try reader.keys.take() }
    let folder = reader.addAttachments(
      of: content.file, folder: stored?.folder, taken: objects.tables.keptParts)
    var record = ReservationReader.record(content, key, folder: folder, reader.options)
    if let stored, stored.folder != nil, folder == nil { record.folder = stored.folder }
    objects.replace(stored?.record, with: record.record)
    objects.replaceAttachments(
      inFolder: folder == nil ? nil : stored?.folder, with: reader.attachments)
  }
}
