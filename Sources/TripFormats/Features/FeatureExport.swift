import DocumentFile
import DocumentTables

/// Writes tables of the trip schema as a file of features.
///
///     the first stored file, or an empty one ─► its features as they were, edited or gone
///     features of the other stored files, new objects, stated trips ─┴─► edits ─► bytes
///
/// A trip is stated only if reading the file would not make it: features that a person imported stay as they were.
struct FeatureExport {
  private let form: FeatureForm
  private let schema: TripSchema
  private let tables: Tables
  private let records: FeatureRecords
  private let writing: FeatureWriting
  private let objects: [TripObject]
  private let ofKey: [ObjectKey: TripObject]
  private let participants: [ObjectKey: [TripParticipant]]
  private let looseParticipants: Int
  private let tripCount: Int
  /// The trips that the file states.
  private var stated: Set<ObjectKey> = []
  /// The objects without a trip of which the file states that.
  private var loose: Set<ObjectKey> = []
  /// The objects that have no place on a map.
  private var placeless: Set<ObjectKey> = []

  /// Returns the writer of a format.
  static func write(
    _ form: FeatureForm
  ) -> @Sendable (Tables, TripSchema) throws(DocumentError) -> (bytes: [UInt8], notes: [String]) {
    { (tables, schema) throws(DocumentError) in
      var export = FeatureExport(form, tables, schema)
      let bytes = try export.bytes()
      return (bytes, export.notes)
    }
  }

  private init(_ form: FeatureForm, _ tables: Tables, _ schema: TripSchema) {
    self.form = form
    self.schema = schema
    self.tables = tables
    records = FeatureRecords(tables)
    var writing = FeatureWriting(schema: schema, document: tables.documentID)
    for record in records.objects {
      if let anchor = record.anchor, let name = record.feature?.exact?[Exact.identity]?.textValue {
        writing.identities[anchor] = name
      }
    }
    self.writing = writing
    let all = schema.objects(of: tables)
    objects = all.filter { schema.isStatedAlone($0.entity) }
    ofKey = Dictionary(objects.map { ($0.key, $0) }) { first, _ in first }
    tripCount = objects.count { schema.isTrip($0.entity) }
    participants = TripOrder(tables, schema).participants(all)
    looseParticipants = all.count { $0.entity == "Participant" && $0.trip == nil }
  }

  // MARK: The file

  /// A stored file, and the objects of its features.
  private struct Source {
    let record: FeatureRecords.File
    var file: FeatureFile
    /// The record of each feature's object; nil for one that became none.
    var records: [FeatureRecords.Object?]
    /// Whether each feature that became none was deleted by a person.
    var deleted: [Bool]
  }

  private mutating func bytes() throws(DocumentError) -> [UInt8] {
    var sources: [Source] = []
    for record in records.files where record.format == form.name {
      guard let part = tables.keptParts.first(where: { $0.name == record.part }),
        let file = try? form.read(part.bytes)
      else { continue }
      sources.append(source(record, file))
    }
    let base: FeatureFile
    if let first = sources.first { base = first.file } else { base = try form.read(form.empty) }
    let trips = objects.filter { schema.isTrip($0.entity) }
    let made = Set(
      sources.first.map { records.objects(of: $0.record).filter(\.isMade).compactMap(\.anchor) }
        ?? [])
    stated = Set(trips.map(\.key)).subtracting(made)
    var bytes = base.bytes
    for _ in 0..<3 {
      let changes = try changes(sources, base)
      bytes = changes.isEmpty ? base.bytes : base.text.file(with: form.edit(base, changes))
      let missing = missing(in: changes.isEmpty ? base : try form.read(bytes), sources.first)
      if missing.isSubset(of: stated.union(loose)) { return bytes }
      stated.formUnion(missing.filter { ofKey[$0].map { schema.isTrip($0.entity) } ?? false })
      loose.formUnion(missing.subtracting(stated))
    }
    stated = Set(trips.map(\.key))
    loose = Set(objects.map(\.key))
    return base.text.file(with: form.edit(base, try changes(sources, base)))
  }

  private func source(_ record: FeatureRecords.File, _ file: FeatureFile) -> Source {
    struct Name: Hashable {
      let digest: String
      let number: Int64
    }
    var ofName: [Name: FeatureRecords.Object] = [:]
    for object in records.objects(of: record) where !object.isMade {
      guard let anchor = object.anchor, ofKey[anchor] != nil else { continue }
      ofName[Name(digest: object.digest, number: object.number)] = object
    }
    let known = Set(record.known)
    var numbers: [String: Int64] = [:]
    var source = Source(record: record, file: file, records: [], deleted: [])
    for stated in file.features {
      let number = numbers[stated.digest, default: 0]
      numbers[stated.digest] = number + 1
      let object = ofName[Name(digest: stated.digest, number: number)]
      source.records.append(object)
      source.deleted.append(object == nil && known.contains(stated.digest))
    }
    return source
  }

  /// Returns what changes in the base, and what comes to it.
  private mutating func changes(
    _ sources: [Source], _ base: FeatureFile
  ) throws(DocumentError) -> FeatureForm.Changes {
    var changes = FeatureForm.Changes()
    var written: Set<ObjectKey> = []
    for (index, source) in sources.enumerated() {
      var edited: [(stated: FeatureFile.Stated, feature: Feature)] = []
      var kept: [Int] = []
      for (place, stated) in source.file.features.enumerated() {
        guard let record = source.records[place], let object = record.anchor.flatMap({ ofKey[$0] }),
          written.insert(object.key).inserted
        else {
          if index == 0, source.deleted[place] { changes.removed.append(stated) }
          continue
        }
        kept.append(place)
        if let feature = self.edited(stated.feature, record, object, isOfBase: index == 0) {
          edited.append((stated, feature))
        }
      }
      if index == 0 {
        changes.edited = edited
      } else {
        changes.copied += try copied(kept, edited, of: source)
      }
    }
    addTrips(sources.first, base, &written, &changes)
    for object in ordered where written.insert(object.key).inserted {
      let feature = writing.feature(
        of: object, participants[object.key] ?? [], trip: trip(of: object))
      if feature.shape == .object, !schema.isTrip(object.entity) { placeless.insert(object.key) }
      changes.added.append(feature)
    }
    return changes
  }

  /// The objects in the order of the lists of their trips.
  private var ordered: [TripObject] {
    let order = TripOrder(tables, schema)
    let parts = Dictionary(grouping: objects.filter { $0.trip != nil }) { $0.trip ?? 0 }
    let trips = objects.filter { schema.isTrip($0.entity) }
    return trips.filter { stated.contains($0.key) }
      + trips.flatMap { order.sorted(parts[$0.key] ?? [], of: $0.key) }
      + objects.filter { $0.trip == nil && !schema.isTrip($0.entity) }
  }

  private func trip(of object: TripObject) -> FeatureWriting.Trip {
    guard let trip = object.trip else { return loose.contains(object.key) ? .stated(nil) : .open }
    // What states nothing belongs to the only trip.
    return stated.contains(trip) && tripCount > 1 ? .stated(trip) : .open
  }

  /// Returns a feature with the edits of its object; nil if it says what the object is.
  private func edited(
    _ feature: Feature, _ record: FeatureRecords.Object, _ object: TripObject, isOfBase: Bool
  ) -> Feature? {
    let people = participants[object.key] ?? []
    let content = ObjectContent(values: object.values, participants: people)
    let fields =
      record.made?.fieldsToState(in: content, of: object.entity, schema) {
        reading(of: record).content(of: feature, as: object.entity)
      } ?? Set(schema.attributes(of: object.entity).map(\.name))
    let trip = trip(of: object)
    let isStated = if case .stated = trip { true } else { false }
    let wasStated = feature.exact?[Exact.trip] != nil
    guard !fields.isEmpty || isStated || wasStated || !isOfBase else { return nil }
    let edited = writing.edited(feature, object, people, trip: trip, fields: fields)
    return edited == feature ? nil : edited
  }

  private func reading(of record: FeatureRecords.Object) -> FeatureReading {
    let file = records.files.first { $0.identity.isSpelled(record.file) }
    return FeatureImport.reading(schema, record.file, file?.timeZone)
  }

  /// Returns features of another file, with their edits.
  private func copied(
    _ places: [Int], _ edited: [(stated: FeatureFile.Stated, feature: Feature)],
    of source: Source
  ) throws(DocumentError) -> [(stated: FeatureFile.Stated, file: FeatureFile)] {
    var file = source.file
    if !edited.isEmpty {
      let changes = FeatureForm.Changes(edited: edited)
      let changed = try form.read(file.text.file(with: form.edit(file, changes)))
      // An edit changes no number of features.
      guard changed.features.count == file.features.count else { return [] }
      file = changed
    }
    return places.map { (file.features[$0], file) }
  }

  // MARK: Trips

  /// States the trip of all features by the elements of the file, if it is the only one.
  private func addTrips(
    _ source: Source?, _ base: FeatureFile, _ written: inout Set<ObjectKey>,
    _ changes: inout FeatureForm.Changes
  ) {
    let trips = objects.filter { schema.isTrip($0.entity) }
    // A trip that the features make is read again from them.
    for trip in trips where !stated.contains(trip.key) { written.insert(trip.key) }
    guard trips.count == 1, let trip = trips.first else {
      var feature = base.whole.feature
      feature.exact = nil
      if feature != base.whole.feature { changes.edited.append((base.whole, feature)) }
      return
    }
    written.insert(trip.key)
    let people = participants[trip.key] ?? []
    let record = source.flatMap { source in
      records.objects(of: source.record).first { $0.anchor == trip.key }
    }
    var feature = base.whole.feature
    if let record, let made = record.made, !stated.contains(trip.key) {
      let content = ObjectContent(values: trip.values, participants: people)
      let fields = made.edits(in: content, of: trip.entity, schema)
      guard !fields.isDisjoint(with: ["name", "notes", "links"]) else { return }
      feature = writing.whole(feature, trip, people, isStated: false)
    } else {
      feature = writing.whole(feature, trip, people, isStated: stated.contains(trip.key))
    }
    if feature != base.whole.feature { changes.edited.append((base.whole, feature)) }
  }

  /// Returns the trips that reading a file would not make of its features, and the objects without a trip that would get one.
  private func missing(in file: FeatureFile, _ source: Source?) -> Set<ObjectKey> {
    let reading = FeatureImport.reading(
      schema, source?.record.identity ?? "", source?.record.timeZone)
    let plan = FeaturePlan(file, reading)
    let owners = owners(of: plan, source)
    var partCounts: [ObjectKey: Int] = [:]
    for object in objects { if let trip = object.trip { partCounts[trip, default: 0] += 1 } }
    var missing = Set(objects.lazy.filter { schema.isTrip($0.entity) }.map(\.key))
      .subtracting(stated)
    for (index, item) in plan.items.enumerated() where item.trip != nil {
      if let object = owners[index].flatMap({ ofKey[$0] }), object.trip == nil,
        !schema.isTrip(object.entity)
      {
        missing.insert(object.key)
      }
    }
    for made in plan.made {
      let parts = made.items.compactMap { owners[$0] }.compactMap { ofKey[$0] }
      let trips = Set(parts.map(\.trip))
      guard parts.count == made.items.count, trips.count == 1,
        let trip = trips.first.flatMap({ $0 }), let object = ofKey[trip], object.entity == "Trip",
        parts.count == partCounts[trip]
      else { continue }
      let content = FeaturePlan.content(
        of: made.items.map { (plan.items[$0].stated.feature, plan.items[$0].entity) },
        whole: made.whole, reading)
      let same = ObjectContent(values: object.values, participants: participants[trip] ?? [])
      if MadeFields(content, of: "Trip", schema) == MadeFields(same, of: "Trip", schema) {
        missing.remove(trip)
      }
    }
    return missing
  }

  /// Returns the objects of the items of a plan of the written file.
  private func owners(of plan: FeaturePlan, _ source: Source?) -> [Int: ObjectKey] {
    var owners: [Int: ObjectKey] = [:]
    let features = (source.map { records.objects(of: $0.record) } ?? []).filter { record in
      !record.isMade && record.anchor.map { ofKey[$0] != nil } ?? false
    }
    let pairs = FeatureMatching.pairs(
      plan.items.map {
        .init(feature: $0.stated.feature, digest: $0.stated.digest, number: $0.number)
      },
      features.compactMap { record in
        record.feature.map { .init(feature: $0, digest: record.digest, number: record.number) }
      })
    for (index, place) in pairs { owners[index] = features[place].anchor }
    for (index, item) in plan.items.enumerated() {
      let name = item.stated.feature.exact?[Exact.identity]?.textValue
      if let own = name.flatMap({ ObjectIdentity($0) }), own.document == tables.documentID {
        owners[index] = own.key
      }
    }
    return owners
  }

  // MARK: Notes

  private var notes: [String] {
    var unwritten = UnwrittenContent()
    unwritten.looseParticipants = looseParticipants
    unwritten.addObjects(of: tables) { _ in false }
    let parts = Set(records.files.filter { $0.format == form.name }.compactMap(\.part))
    unwritten.addSurroundings(
      of: tables, holdsRecord: FeatureRecords.isOwn, holdsAttachment: { parts.contains($0.name) })
    let places = [
      UnwrittenContent.count(
        placeless.count, "object has no place on a map, so other programs do not show it",
        "objects have no place on a map, so other programs do not show them")
    ].compactMap { $0 }
    return places + unwritten.notes(for: "\(form.name.uppercased()) files")
  }
}
