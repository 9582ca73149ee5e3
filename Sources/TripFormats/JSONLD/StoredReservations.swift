import DocumentTables

/// What the last imports made of the objects of nodes.
struct StoredReservations {
  private let schema: TripSchema
  private let records: StoredFiles<ReservationRecords>
  /// The zone of times without one in a file that is read again, from the options.
  private let newFile: (identity: ComparisonText, floating: KnownZone?)?
  /// The records of the parts of each trip, by its identity.
  private let parts: [ComparisonText: [ReservationRecords.Object]]
  /// The files of which all objects that were imported still exist.
  private let completeFiles: Set<ComparisonText>

  /// - Parameter newFile: The identity of a file that is read again, and the zone of its times without one.
  init(
    _ records: StoredFiles<ReservationRecords>, _ schema: TripSchema,
    newFile: (identity: ComparisonText, floating: KnownZone?)? = nil
  ) {
    self.records = records
    self.schema = schema
    self.newFile = newFile
    let present = Set(records.objects.flatMap { $0.identities.map { ComparisonText($0) } })
    completeFiles = Set(
      records.files.filter { $0.known.allSatisfy { present.contains(ComparisonText($0)) } }
        .map { ComparisonText($0.identity) })
    parts = Dictionary(grouping: records.objects.filter { $0.trip != nil }) {
      ComparisonText($0.trip ?? "")
    }
  }

  // MARK: Readings

  /// Returns the reading of stored nodes, which is that of new ones.
  func reading(of record: ReservationRecords.Object) -> NodeReading {
    let file = ComparisonText(record.file)
    if let newFile, newFile.identity == file {
      return NodeReading(schema: schema, floating: newFile.floating)
    }
    return NodeReading(schema: schema, floating: floating(file))
  }

  /// Returns the reading of the import that kept a record without saying what it made of the object.
  private func earlier(_ record: ReservationRecords.Object) -> NodeReading {
    NodeReading(
      schema: schema, floating: floating(ComparisonText(record.file), .first), edition: .first)
  }

  private func floating(_ file: ComparisonText, _ edition: TimeEdition = .current) -> KnownZone? {
    records.file(file)?.timeZone.flatMap { KnownZone($0, edition) }
  }

  func form(of node: NodeTree.Node, _ record: ReservationRecords.Object) -> NodeForm? {
    let entry = node.place.first.flatMap {
      records.file(record.file)?.entryNames[$0]
    }
    return entry?.begins(with: ReservationFile.Folder.trips) ?? false
      ? .archiveTrip : NodeForm.form(of: node.tree)
  }

  // MARK: Objects

  /// Returns what the stored nodes of an object say; nil for a trip that was made for reservations.
  func content(of record: ReservationRecords.Object, as entity: String) -> ObjectContent? {
    content(of: record, as: entity, reading)
  }

  /// Returns what the last import made of an object; nil for a record of another form.
  func state(of record: ReservationRecords.Object, _ object: TripObject) -> ImportedState? {
    let source =
      record.isMade
      ? madeTrip(record, object, reading) : content(of: record, as: object.entity)
    guard let source, let made = made(of: record, object) else { return nil }
    return ImportedState(made: made, source: source)
  }

  /// Returns what the last import made of the fields of an object.
  func made(of record: ReservationRecords.Object, _ object: TripObject) -> MadeFields? {
    // The digests of a made trip count parts that were deleted since, too.
    if let made = record.made,
      !record.isMade || completeFiles.contains(ComparisonText(record.file))
    {
      return made
    }
    let content =
      record.isMade
      ? madeTrip(record, object, record.made == nil ? earlier : reading)
      : content(of: record, as: object.entity, earlier)
    return content.map { MadeFields($0, of: object.entity, schema) }
  }

  /// Returns what the parts of a trip make of it.
  func partsContent(of records: [ReservationRecords.Object]) -> ObjectContent {
    partsContent(of: records, reading)
  }

  /// Returns what the stored parts of a trip make of it.
  func partsContent(ofTrip record: ReservationRecords.Object) -> ObjectContent {
    partsContent(of: parts(of: record), reading)
  }

  /// Returns the people for whom an object is reserved.
  static func travellers(_ record: ReservationRecords.Object) -> [TripParticipant] {
    record.nodes.flatMap { NodeReading.travellers(of: $0.tree) }
  }

  private func parts(of trip: ReservationRecords.Object) -> [ReservationRecords.Object] {
    trip.identities.first.flatMap { parts[ComparisonText($0)] } ?? []
  }

  private typealias Reading = (ReservationRecords.Object) -> NodeReading

  private func content(
    of record: ReservationRecords.Object, as entity: String, _ reading: Reading
  ) -> ObjectContent? {
    guard let node = record.nodes.first, let form = form(of: node, record) else { return nil }
    let base = form.entity == "Trip" ? partsContent(of: parts(of: record), reading) : nil
    let nodeReading = reading(record)
    var content = nodeReading.read(node.tree, form, as: entity, base: base) { _, _, _ in }.object
    // It takes place as long as one traveller's reservation stands.
    if content.isCancelled,
      let other = record.nodes.first(where: { !NodeReading.isCancelled($0.tree) })
    {
      content.revive(by: nodeReading.read(other.tree, form, as: entity) { _, _, _ in }.object)
    }
    return content
  }

  private func madeTrip(
    _ record: ReservationRecords.Object, _ object: TripObject, _ reading: Reading
  ) -> ObjectContent {
    var content = partsContent(of: parts(of: record), reading)
    // A trip without a name has the name of its file.
    if content.text("name").isEmpty { content.values["name"] = object.values["name"] }
    return content
  }

  private func partsContent(
    of records: [ReservationRecords.Object], _ reading: Reading
  ) -> ObjectContent {
    var parts: [MadeTrip.Part] = []
    for record in records.sorted(by: { $0.key < $1.key }) {
      guard let node = record.nodes.first, let form = form(of: node, record), form.entity != "Trip"
      else { continue }
      let content = reading(record).read(node.tree, form, as: form.entity) { _, _, _ in }
      parts.append((form.entity, content.object, Self.travellers(record)))
    }
    return MadeTrip.content(parts, schema)
  }
}
