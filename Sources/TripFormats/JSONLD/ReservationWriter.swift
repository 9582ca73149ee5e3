import DocumentFile
import DocumentTables

/// Writes tables of the trip schema as JSON-LD, or as an archive of KDE Itinerary.
///
///     objects, records ─► nodes: as they were read, edited, or new ─► trees of files ─► one file
///
/// A file that was read is written in its own shape. Objects of no file come behind it.
struct ReservationWriter {
  private let schema: TripSchema
  let tables: Tables
  let records: ReservationRecords
  let isArchive: Bool
  private let objects: [TripObject]
  private let parts: [ObjectKey: [TripObject]]
  private let participants: [ObjectKey: [TripParticipant]]
  let looseParticipants: Int
  private let recordOfObject: [ObjectKey: ReservationRecords.Object]
  /// What the last imports made of the objects.
  private let stored: StoredReservations
  private let fileOfIdentity: [ComparisonText: ReservationRecords.File]
  /// The names by which each file could refer to its nodes when it was read, by its identity.
  private let namesOfFile: [ComparisonText: FileNames]
  /// Whether the stored nodes say something else than the last import made of them.
  private var readsMore = false
  /// The trips that a node states although they were made for reservations.
  private var stated: Set<ObjectKey> = []
  /// The attachments that the entries of an archive have.
  var writtenAttachments: Set<String> = []

  /// Returns the bytes of a file.
  ///
  /// - Parameter isArchive: Whether to write an archive of KDE Itinerary.
  static func bytes(
    _ tables: Tables, _ schema: TripSchema, isArchive: Bool
  ) throws(DocumentError) -> (bytes: [UInt8], notes: [String]) {
    var writer = ReservationWriter(tables, schema, isArchive: isArchive)
    let nodes = writer.nodes()
    let bytes = isArchive ? try writer.archive(nodes) : writer.text(nodes)
    return (bytes, writer.notes(nodes))
  }

  private init(_ tables: Tables, _ schema: TripSchema, isArchive: Bool) {
    self.schema = schema
    self.tables = tables
    self.isArchive = isArchive
    let records = ReservationRecords(tables)
    self.records = records
    stored = StoredReservations(records, schema)
    let all = schema.objects(of: tables)
    objects = all.filter { schema.isStatedAlone($0.entity) }
    let order = TripOrder(tables, schema)
    participants = order.participants(all)
    looseParticipants = all.count { $0.entity == "Participant" && $0.trip == nil }
    var parts: [ObjectKey: [TripObject]] = [:]
    for object in objects {
      if let trip = object.trip { parts[trip, default: []].append(object) }
    }
    self.parts = Dictionary(
      uniqueKeysWithValues: parts.map { ($0, order.sorted($1, of: $0)) })
    fileOfIdentity = records.fileOfIdentity
    namesOfFile = records.fileOfIdentity.mapValues(FileNames.init)
    recordOfObject = Dictionary(
      records.objects.compactMap { record in
        guard let anchor = record.anchor, records.fileOfIdentity[ComparisonText(record.file)] != nil
        else {
          return nil
        }
        return (anchor, record)
      }
    ) { first, _ in first }
    readsMore = findsMore()
  }

  /// Whether an object of a trip was read from a file.
  func hasImportedParts(_ trip: ObjectKey) -> Bool {
    (parts[trip] ?? []).contains { recordOfObject[$0.key] != nil }
  }

  // MARK: Nodes

  /// A node of the output, and the object that it states.
  struct Output {
    var tree: Tree
    /// The object; nil for a node that is only kept.
    var object: ObjectKey?
    /// The file that it was read from, and its place there; nil for a new one.
    var origin: (file: String, place: [Int])?
    /// The name of its entry in an archive.
    var entry: String?
  }

  private func reading(_ file: ReservationRecords.File?) -> NodeReading {
    NodeReading(schema: schema, floating: file?.timeZone.flatMap { KnownZone($0) })
  }

  private func editing(_ file: ReservationRecords.File?) -> NodeEditing {
    NodeEditing(reading: reading(file), statesZones: isArchive)
  }

  /// Returns the nodes of all objects, with nodes for the trips that reading them would not make again.
  private mutating func nodes() -> [Output] {
    for _ in 0..<4 {
      let outputs = partNodes()
      let missing = missingTrips(outputs)
      if missing.isEmpty { return withTrips(outputs) }
      stated.formUnion(missing)
    }
    stated = Set(objects.filter { schema.isTrip($0.entity) }.map(\.key))
    return withTrips(partNodes())
  }

  /// Adds the nodes of trips, and the identifiers by which they name their parts.
  private func withTrips(_ outputs: [Output]) -> [Output] {
    guard !isArchive else { return outputs + tripNodes(outputs) }
    let statedTrips = Set(
      objects.lazy.filter { schema.isTrip($0.entity) && isStated($0) }.map(\.key))
    let tripOfObject = Dictionary(
      objects.compactMap { object in object.trip.map { (object.key, $0) } }
    ) { first, _ in first }
    var numbers: [ObjectKey: Int] = [:]
    var named = outputs
    for index in named.indices {
      guard let key = named[index].object, let trip = tripOfObject[key], statedTrips.contains(trip),
        named[index].tree.nodeIdentifier == nil
      else { continue }
      let number = numbers[key, default: 0]
      numbers[key] = number + 1
      let identity = ObjectIdentity(document: tables.documentID, key: key)
      named[index].tree = named[index].tree.replacing(
        "@id", with: .text(identity.identifier(ofNode: number)))
    }
    return named + tripNodes(named)
  }

  /// Returns the nodes of stays, legs and items: first the imported ones, in the order of their files,
  /// then those of trips, in the order of their lists.
  private func partNodes() -> [Output] {
    var outputs: [Output] = []
    var objectOfKey: [ObjectKey: TripObject] = [:]
    for object in objects where !schema.isTrip(object.entity) { objectOfKey[object.key] = object }
    for file in records.files {
      let editing = editing(file)
      for record in records.ofFile[ComparisonText(file.identity)] ?? [] {
        guard let object = record.anchor.flatMap({ objectOfKey[$0] }),
          recordOfObject[object.key]?.key == record.key
        else { continue }
        outputs += nodes(of: record, object, file, editing)
      }
    }
    var made: Set<ObjectKey> = []
    func make(_ object: TripObject) {
      guard recordOfObject[object.key] == nil, made.insert(object.key).inserted,
        let node = node(ofNew: object)
      else { return }
      outputs.append(Output(tree: node, object: object.key))
    }
    for trip in objects where schema.isTrip(trip.entity) { (parts[trip.key] ?? []).forEach(make) }
    for object in objects where !schema.isTrip(object.entity) { make(object) }
    return outputs
  }

  /// Returns the nodes of an object with its edits.
  ///
  /// The object is what the first node says. So the others, which may say something else about their
  /// traveller's reservation, get the edited fields only.
  private func nodes(
    of record: ReservationRecords.Object, _ object: TripObject, _ file: ReservationRecords.File,
    _ editing: NodeEditing
  ) -> [Output] {
    var changed: Set<String> = []
    return record.nodes.enumerated().compactMap { index, node in
      guard let form = NodeForm.form(of: node.tree) else { return nil }
      var tree = node.tree
      if index == 0 {
        let edits = self.edits(of: object, record)
        changed = editing.changes(tree, form, object, edits)
        tree = editing.edit(tree, form, object, [], edits)
      } else if !changed.isEmpty {
        tree = editing.setting(tree, form, changed, object)
      }
      // A node that joined one of an archive has an entry of its own.
      let isJoined = file.isArchive && index > 0 && node.place == record.nodes[0].place
      return Output(
        tree: tree, object: object.key, origin: isJoined ? nil : (file.identity, node.place),
        entry: isJoined ? nil : node.place.first.flatMap { file.entryNames[$0] })
    }
  }

  /// Returns the fields of an object that have been edited since its record was written.
  private func edits(
    of object: TripObject, _ record: ReservationRecords.Object
  ) -> Set<String> {
    let content = ObjectContent(
      values: object.values, participants: participants[object.key] ?? [])
    return stored.made(of: record, object)?.edits(in: content, of: object.entity, schema) ?? []
  }

  private func node(ofNew object: TripObject) -> Tree? {
    let people = object.trip.flatMap { participants[$0] } ?? []
    let node = editing(nil).make(object, [], traveller: people.count == 1 ? people.first : nil)
    return node.map { isArchive ? $0 : $0.replacing("@id", with: .text(identifier(object.key))) }
  }

  private func identifier(_ key: ObjectKey) -> String {
    ObjectIdentity(document: tables.documentID, key: key).identifier
  }

  /// The name of an object's entry in an archive.
  ///
  /// - Parameter number: The number of the node, from 0, of several about one object.
  func entryName(_ key: ObjectKey, _ number: Int = 0, isTrip: Bool) -> String {
    let name = ObjectIdentity(document: tables.documentID, key: key).text
    if isTrip { return ReservationFile.Folder.trips + name }
    return ReservationFile.Folder.reservations + name
      + (number == 0 ? ".json" : "-\(number + 1).json")
  }

  /// The nodes of a file: those that are kept, and those that were read from it and edited.
  func tree(of file: ReservationRecords.File, _ outputs: [Output]) -> NodeTree {
    var tree = NodeTree()
    tree.containers = file.containers
    tree.nodes = file.nodes
    for output in outputs {
      guard let origin = output.origin, origin.file.isSpelled(file.identity) else { continue }
      tree.nodes.append(NodeTree.Node(place: origin.place, tree: output.tree))
    }
    return tree
  }

  // MARK: Trips

  /// Whether a node states a trip: it was read, or the trip is new, or it is not what its reservations make
  /// of it.
  private func isStated(_ trip: TripObject) -> Bool {
    guard let record = recordOfObject[trip.key] else { return true }
    return !record.isMade || stated.contains(trip.key)
  }

  /// Returns the fields of a trip that a node has to state if reading the written nodes makes something else of them.
  ///
  /// These are all fields. If this version reads more of the nodes, they are those that were edited, and those that edits
  /// of the parts change.
  ///
  /// - Parameter parts: What the written parts make of the trip.
  private func edits(of trip: TripObject, movedBy parts: ObjectContent) -> Set<String> {
    guard readsMore, let record = recordOfObject[trip.key] else {
      return Set(trip.values.keys).union([MadeFields.participants])
    }
    var edits = self.edits(of: trip, record)
    let before = stored.partsContent(ofTrip: record)
    for (name, value) in parts.values where before.values[name] != value { edits.insert(name) }
    if before.participants != parts.participants { edits.insert(MadeFields.participants) }
    return edits
  }

  /// Returns what the nodes of a trip's part say.
  private func part(of object: TripObject, _ nodes: [Output]) -> MadeTrip.Part {
    var content = ObjectContent(values: object.values)
    if let node = nodes.first, let form = NodeForm.form(of: node.tree) {
      let file = node.origin.flatMap { fileOfIdentity[ComparisonText($0.file)] }
      content =
        reading(file).read(node.tree, form, as: object.entity) { _, _, _ in }.object
    }
    return (
      object.entity, content,
      nodes.compactMap { $0.tree.value(at: "underName").flatMap(NodeReading.person) }
    )
  }

  /// Returns the trips of which reading the nodes would make something else.
  private func missingTrips(_ outputs: [Output]) -> Set<ObjectKey> {
    let trips = objects.filter { schema.isTrip($0.entity) && !isStated($0) }
    guard !trips.isEmpty, !readsMore || !isUnedited(outputs) else { return [] }
    let statedTrips = Set(
      objects.lazy.filter { schema.isTrip($0.entity) && isStated($0) }.map(\.key))
    // What belongs to stated trips takes no part in the grouping.
    let tripOfObject = Dictionary(
      objects.compactMap { object in object.trip.map { (object.key, $0) } }
    ) { first, _ in first }
    let free = outputs.filter { output in
      guard let key = output.object else { return false }
      return tripOfObject[key].map { !statedTrips.contains($0) } ?? true
    }
    let plan = ReservationPlan(
      free.map { output in
        ReservationPlan.Source(
          tree: output.tree,
          reservationIdentifier: output.entry.flatMap(ReservationFile.reservationIdentifier))
      }, reading(records.files.count == 1 ? records.files.first : nil))
    var made: [Set<ObjectKey>: MadeTrip] = [:]
    for trip in plan.made {
      let keys = Set(trip.items.flatMap { plan.items[$0].nodes.compactMap { free[$0].object } })
      made[keys] = trip
    }
    return Set(
      trips.filter { trip in
        guard trip.entity == "Trip",
          let found = made[Set((parts[trip.key] ?? []).map(\.key))]
        else { return true }
        var values = trip.values
        // The name of the file is no part of it.
        if found.content.text("name").isEmpty { values["name"] = .text("") }
        let fields = self.edits(of: trip, movedBy: found.content)
        return values.contains {
          fields.contains($0.key) && found.content.values[$0.key] != $0.value
        }
          || fields.contains(MadeFields.participants)
            && (participants[trip.key] ?? []) != found.content.participants
      }.map(\.key))
  }

  /// Whether the nodes are as the last import kept them, and so are the trips.
  private func isUnedited(_ outputs: [Output]) -> Bool {
    guard records.files.count == 1, let file = records.files.first else { return false }
    var names: Set<ComparisonText> = []
    for object in objects {
      guard let record = recordOfObject[object.key], edits(of: object, record).isEmpty,
        object.trip.flatMap({ recordOfObject[$0]?.identities.first }).map({ ComparisonText($0) })
          == record.trip.map({ ComparisonText($0) })
      else { return false }
      names.formUnion(record.identities.lazy.map { ComparisonText($0) })
    }
    // What was deleted has no record.
    guard file.known.allSatisfy({ names.contains(ComparisonText($0)) }) else { return false }
    return outputs.allSatisfy { output in
      guard let record = output.object.flatMap({ recordOfObject[$0] }) else { return false }
      return record.nodes.contains { $0.tree == output.tree }
    }
  }

  /// Whether the stored nodes say something else than the last import made of them: that of an earlier version may have
  /// read less.
  private func findsMore() -> Bool {
    objects.contains { object in
      guard let record = recordOfObject[object.key], let state = stored.state(of: record, object)
      else { return false }
      return MadeFields(state.source, of: object.entity, schema) != state.made
    }
  }

  private func tripNodes(_ outputs: [Output]) -> [Output] {
    var nodesOfObject: [ObjectKey: [Output]] = [:]
    for output in outputs {
      if let key = output.object { nodesOfObject[key, default: []].append(output) }
    }
    let present = Set(outputs.compactMap { $0.tree.nodeIdentifier.map { ComparisonText($0) } })
    return objects.compactMap { trip -> Output? in
      guard schema.isTrip(trip.entity), isStated(trip) else { return nil }
      let record = recordOfObject[trip.key].flatMap { $0.isMade ? nil : $0 }
      let file = record.flatMap { fileOfIdentity[ComparisonText($0.file)] }
      let names = record.flatMap { namesOfFile[ComparisonText($0.file)] }
      let people = participants[trip.key] ?? []
      let nodes = (parts[trip.key] ?? []).flatMap { nodesOfObject[$0.key] ?? [] }
      let content = MadeTrip.content(
        (parts[trip.key] ?? []).map { part(of: $0, nodesOfObject[$0.key] ?? []) }, schema)
      let edits = self.edits(of: trip, movedBy: content)
      let isArchiveNode = record?.nodes.first.map { node in
        node.place.first.flatMap { file?.entryNames[$0] }?
          .begins(with: ReservationFile.Folder.trips) ?? false
      }
      let origin = record.flatMap { record in record.nodes.first.map { (record.file, $0.place) } }
      if isArchive {
        let old = isArchiveNode == true ? record?.nodes.first?.tree : nil
        var node = editing(file).edit(
          old ?? .object([]), .archiveTrip, trip, people,
          old == nil ? Set(trip.values.keys).union([MadeFields.participants]) : edits,
          base: old == nil ? nil : content, parts: content)
        node = node.replacing("elements", with: .array(elements(nodes, old, names)))
        return Output(
          tree: node, object: trip.key, origin: old == nil ? nil : origin,
          entry: old == nil
            ? nil : record?.nodes.first?.place.first.flatMap { file?.entryNames[$0] })
      }
      let old = isArchiveNode == false ? record?.nodes.first?.tree : nil
      guard
        let node = old.map({
          editing(file).edit($0, .trip, trip, people, edits, base: content, parts: content)
        })
          ?? editing(nil).make(trip, people, parts: content).map({
            $0.replacing("@id", with: .text(identifier(trip.key)))
          })
      else { return nil }
      return Output(
        tree: listing(nodes, in: node, present: present, known: names?.known ?? []),
        object: trip.key, origin: old == nil ? nil : origin)
    }
  }

  /// The names of a trip's reservations; those that were named are kept as they were.
  private func elements(
    _ nodes: [Output], _ old: Tree?, _ file: FileNames?
  ) -> [Tree] {
    var numbers: [ObjectKey: Int] = [:]
    let names = nodes.map { output -> String in
      guard output.entry == nil, let key = output.object else {
        return output.entry.flatMap(ReservationFile.reservationIdentifier) ?? ""
      }
      let number = numbers[key, default: 0]
      numbers[key] = number + 1
      return ReservationFile.reservationIdentifier(ofEntry: entryName(key, number, isTrip: false))
        ?? ""
    }
    let values = old?.nodeValues("elements") ?? []
    let stated = values.compactMap(\.textValue)
    // The program names one reservation of several travellers for all of them.
    let known = Set(stated.map { ComparisonText($0) })
    let objects = Set(
      zip(nodes, names).compactMap { known.contains(ComparisonText($1)) ? $0.object : nil })
    let rest = zip(nodes, names).filter { node, name in
      !known.contains(ComparisonText(name)) && !(node.object.map(objects.contains) ?? false)
    }.map(\.1)
    let present = Set(names.map { ComparisonText($0) })
    // What names no entry that the file had means something to the program only.
    let kept = values.filter { value in
      guard let name = value.textValue.map({ ComparisonText($0) }) else { return true }
      return present.contains(name) || !(file?.entries.contains(name) ?? false)
    }
    return kept + rest.map { .text($0) }
  }

  /// Returns a trip that names its parts; the same one if it does.
  ///
  /// - Parameters:
  ///   - present: The identifiers of all nodes.
  ///   - known: Those of the file when it was read.
  private func listing(
    _ nodes: [Output], in trip: Tree, present: Set<ComparisonText>, known: Set<ComparisonText>
  ) -> Tree {
    let ids = nodes.compactMap { $0.tree.nodeIdentifier }
    let named = Set(
      ReservationPlan.parts(of: ReservationPlan.Source(tree: trip)).map { ComparisonText($0) })
    // A name of nothing in the file, such as a page, stays.
    if named.intersection(present) == Set(ids.map { ComparisonText($0) }),
      named.subtracting(present).isDisjoint(with: known)
    {
      return trip
    }
    let items = ids.map { Tree.members(["@id": .text($0)]) }
    let list: Tree? =
      items.isEmpty
      ? nil : .members(["@type": .text("ItemList"), "itemListElement": .array(items)])
    let others = trip.nodeValues("itinerary").filter { !$0.nodeTypes.contains("ItemList") }
    let all = others + (list.map { [$0] } ?? [])
    return trip.replacing(
      "itinerary", with: all.isEmpty ? nil : all.count == 1 ? all[0] : .array(all))
  }
}

/// The names by which a file could refer to its nodes when it was read.
private struct FileNames {
  /// The identities of its nodes.
  let known: Set<ComparisonText>
  /// The names of its reservations, in an archive.
  let entries: Set<ComparisonText>

  init(_ file: ReservationRecords.File) {
    known = Set(file.known.map { ComparisonText($0) })
    entries = Set(
      file.entryNames.values.compactMap(ReservationFile.reservationIdentifier).map {
        ComparisonText($0)
      })
  }
}
