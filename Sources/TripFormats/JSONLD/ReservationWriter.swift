import DocumentFile
import DocumentTables

/// Writes tables of the trip schema as JSON-LD, or as an archive of KDE Itinerary.
///
///     objects, records ─► nodes: as they were read, edited, or new ─► trees of files ─► one file
///
/// A file that was read is written in its own shape. Objects of no file come behind it.
struct ReservationWriter {
  let schema: TripSchema
  let tables: Tables
  let records: StoredFiles<ReservationRecords>
  let isArchive: Bool
  let objects: StatedObjects
  let recordOfObject: [ObjectKey: ReservationRecords.Object]
  /// What the last imports made of the objects.
  let stored: StoredReservations
  /// The names by which each file could refer to its nodes when it was read, by its identity.
  let namesOfFile: [ComparisonText: FileNames]
  /// Whether the stored nodes say something else than the last import made of them.
  private(set) var readsMore = false
  /// The trips that a node states although they were made for reservations.
  private(set) var stated: Set<ObjectKey> = []
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
    let records = StoredFiles<ReservationRecords>(tables)
    self.records = records
    stored = StoredReservations(records, schema)
    objects = StatedObjects(tables, schema)
    namesOfFile = Dictionary(
      records.files.map { (ComparisonText($0.identity), FileNames($0)) }
    ) { first, _ in first }
    recordOfObject = records.ofObjects()
    readsMore = findsMore()
  }

  /// Whether an object of a trip was read from a file.
  func hasImportedParts(_ trip: ObjectKey) -> Bool {
    (objects.parts[trip] ?? []).contains { recordOfObject[$0.key] != nil }
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

  func reading(_ file: ReservationRecords.File?) -> NodeReading {
    NodeReading(schema: schema, floating: file?.timeZone.flatMap { KnownZone($0) })
  }

  func editing(_ file: ReservationRecords.File?) -> NodeEditing {
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
    stated = Set(objects.trips.map(\.key))
    return withTrips(partNodes())
  }

  /// Adds the nodes of trips, and the identifiers by which they name their parts.
  private func withTrips(_ outputs: [Output]) -> [Output] {
    guard !isArchive else { return outputs + tripNodes(outputs) }
    let statedTrips = Set(objects.trips.lazy.filter(isStated).map(\.key))
    var numbers: [ObjectKey: Int] = [:]
    var named = outputs
    for index in named.indices {
      guard let key = named[index].object, let trip = objects.ofKey[key]?.trip,
        statedTrips.contains(trip),
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
    for file in records.files {
      let editing = editing(file)
      for record in records.objects(of: file.identity) {
        guard let object = record.anchor.flatMap({ objects.ofKey[$0] }),
          !schema.isTrip(object.entity), recordOfObject[object.key]?.key == record.key
        else { continue }
        outputs += nodes(of: record, object, file, editing)
      }
    }
    for object in objects.partsInOrder where recordOfObject[object.key] == nil {
      if let node = node(ofNew: object) { outputs.append(Output(tree: node, object: object.key)) }
    }
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
  func edits(
    of object: TripObject, _ record: ReservationRecords.Object
  ) -> Set<String> {
    stored.made(of: record, object)?.fieldsToState(
      in: objects.content(of: object), of: object.entity, schema
    ) { stored.content(of: record, as: object.entity) } ?? []
  }

  private func node(ofNew object: TripObject) -> Tree? {
    let people = object.trip.flatMap { objects.participants[$0] } ?? []
    let node = editing(nil).make(object, [], traveller: people.count == 1 ? people.first : nil)
    return node.map { isArchive ? $0 : $0.replacing("@id", with: .text(identifier(object.key))) }
  }

  func identifier(_ key: ObjectKey) -> String {
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
}
