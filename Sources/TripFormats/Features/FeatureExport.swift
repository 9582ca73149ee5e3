import DocumentFile
import DocumentTables

/// Writes tables of the trip schema as a file of features.
///
///     the first stored file, or an empty one ─► its features as they were, edited or gone
///     features of the other stored files, new objects, stated trips ─┴─► edits ─► bytes
///
/// A trip is stated only if reading the file would not make it: features that a person imported stay as they were.
struct FeatureExport {
  let form: FeatureForm
  let schema: TripSchema
  let tables: Tables
  let records: StoredFiles<FeatureRecords>
  let writing: FeatureWriting
  let objects: StatedObjects
  /// The stored files, the first one imported first.
  var sources: [Source] = []
  /// The trips that the file states.
  var stated: Set<ObjectKey> = []
  /// The objects without a trip of which the file states that.
  var loose: Set<ObjectKey> = []
  /// What is written beside features, because other features of the file change what their elements say.
  var exact: [ObjectKey: Tree] = [:]
  /// The objects whose features state who they are.
  var identified: Set<ObjectKey> = []
  /// The trip that the elements of the file state as that of all features.
  let wholeTrip: ObjectKey?
  /// The objects that have no place on a map.
  private var placeless: Set<ObjectKey> = []
  private var unreadParts = 0
  /// Whether the file says what the objects are when it is read again.
  private var isVerified = true

  /// A stored file, and the objects of its features.
  struct Source {
    let record: FeatureRecords.File
    let file: FeatureFile
    /// The record of each feature's object; nil for one that became none.
    let records: [FeatureRecords.Object?]
    /// Whether each feature that became none was deleted by a person.
    let deleted: [Bool]
  }

  /// A feature that the file is to say.
  struct Planned {
    let key: ObjectKey
    let feature: Feature
    /// Whether the times of points count in the file that it is of.
    var takesPointTimes = true
  }

  /// What one round writes.
  struct Output {
    var changes = FeatureForm.Changes()
    var planned: [Planned] = []
    /// What the file says of the trip of all features.
    var whole: Feature
    var written: Set<ObjectKey> = []
  }

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
    records = StoredFiles<FeatureRecords>(tables)
    var writing = FeatureWriting(
      schema: schema, document: tables.documentID, abilities: form.abilities)
    for record in records.objects {
      if let anchor = record.anchor,
        let name = record.feature?.exact?[ExactFeature.identity]?.textValue
      {
        writing.identities[anchor] = name
      }
    }
    self.writing = writing
    objects = StatedObjects(tables, schema)
    // A file that states its only trip as one of several goes on to do so.
    let only = objects.trips.count == 1 ? objects.trips.first?.key : nil
    wholeTrip =
      records.objects.contains { $0.anchor == only && $0.feature?.shape == .object } ? nil : only
    for record in records.files where record.format == form.name {
      let part = tables.keptParts.first { $0.name == record.part }
      if let part, let file = try? form.read(part.bytes) {
        sources.append(source(record, file))
      } else if part != nil {
        unreadParts += 1
      }
    }
  }

  // MARK: The file

  /// The most times that a file is written, read again and corrected.
  private static let mostRounds = 5

  private mutating func bytes() throws(DocumentError) -> [UInt8] {
    let base: FeatureFile
    if let first = sources.first { base = first.file } else { base = try form.read(form.empty) }
    let made = Set(
      sources.first.map {
        records.objects(of: $0.record.identity).filter(\.isMade).compactMap(\.anchor)
      }
        ?? [])
    stated = Set(objects.trips.map(\.key)).subtracting(made)
    var bytes = base.bytes
    for _ in 0..<Self.mostRounds {
      let output = try output(base)
      let changes = output.changes
      bytes = try form.bytes(of: base, changes)
      let file = changes.isEmpty ? base : try form.read(bytes)
      if !correct(output, file), !stateTrips(file) { return bytes }
    }
    isVerified = false
    return bytes
  }

  private func source(_ record: FeatureRecords.File, _ file: FeatureFile) -> Source {
    var ofName: [FeatureName: FeatureRecords.Object] = [:]
    for object in records.objects(of: record.identity) where !object.isMade {
      guard let anchor = object.anchor, objects.ofKey[anchor] != nil else { continue }
      ofName[object.name] = object
    }
    let known = Set(record.known)
    let found = file.features.map { ofName[$0.name] ?? ownRecord(of: $0, record) }
    return Source(
      record: record, file: file, records: found,
      deleted: zip(file.features, found).map { $1 == nil && known.contains($0.digest) })
  }

  /// Returns a record for a feature that this document exported and never read again; nil for any other.
  private func ownRecord(
    of stated: FeatureFile.Stated, _ file: FeatureRecords.File
  ) -> FeatureRecords.Object? {
    guard
      let name = stated.feature.exact?[ExactFeature.identity]?.textValue,
      let own = ObjectIdentity(name), own.document == tables.documentID,
      objects.ofKey[own.key] != nil
    else { return nil }
    return FeatureRecords.Object(
      key: 0, anchor: own.key, file: file.identity, feature: stated.feature, name: stated.name)
  }

  /// Returns what changes in the base, and what comes to it.
  private mutating func output(_ base: FeatureFile) throws(DocumentError) -> Output {
    var output = Output(whole: base.whole.feature)
    for (index, source) in sources.enumerated() {
      var edited: [(stated: FeatureFile.Stated, feature: Feature)] = []
      var kept: [(place: Int, planned: Planned)] = []
      for (place, stated) in source.file.features.enumerated() {
        guard let record = source.records[place],
          let object = record.anchor.flatMap({ objects.ofKey[$0] }),
          output.written.insert(object.key).inserted
        else {
          if index == 0, source.deleted[place] { output.changes.removed.append(stated) }
          continue
        }
        let feature = self.feature(stated.feature, record, object)
        if feature != stated.feature { edited.append((stated, feature)) }
        kept.append(
          (
            place,
            Planned(
              key: object.key, feature: feature, takesPointTimes: source.record.takesPointTimes)
          ))
      }
      if index == 0 {
        output.changes.edited = edited
        output.planned += kept.map(\.planned)
      } else {
        try copy(kept, edited, of: source, to: &output)
      }
    }
    addTrips(base, &output)
    for object in objects.trips.filter({ stated.contains($0.key) }) + objects.partsInOrder
    where output.written.insert(object.key).inserted {
      var feature = writing.feature(
        of: object, objects.participants[object.key] ?? [], trip: trip(of: object))
      if feature.shape == .object, !schema.isTrip(object.entity) { placeless.insert(object.key) }
      if let exact = exact[object.key] { feature.exact = exact }
      output.changes.added.append(feature)
      output.planned.append(Planned(key: object.key, feature: feature))
    }
    return output
  }

  func trip(of object: TripObject) -> FeatureWriting.Trip {
    guard let trip = object.trip else { return loose.contains(object.key) ? .stated(nil) : .open }
    // What states nothing belongs to the only trip.
    return stated.contains(trip) && trip != wholeTrip ? .stated(trip) : .open
  }

  /// Returns a feature with the edits of its object.
  private func feature(
    _ feature: Feature, _ record: FeatureRecords.Object, _ object: TripObject
  ) -> Feature {
    let people = objects.participants[object.key] ?? []
    let fields =
      record.made?.fieldsToState(in: objects.content(of: object), of: object.entity, schema) {
        record.feature.map { reading(of: record).content(of: $0, as: object.entity) }
      } ?? Set(schema.attributes(of: object.entity).map(\.name))
    var edited = writing.edited(
      feature, object, people, trip: trip(of: object), fields: fields, reading(of: record),
      isIdentified: identified.contains(object.key))
    if let exact = exact[object.key] { edited.exact = exact }
    return edited
  }

  private func reading(of record: FeatureRecords.Object) -> FeatureReading {
    records.file(record.file).map { FeatureReading(schema, $0) }
      ?? .alone(schema)
  }

  /// Adds features of another file, with their edits; what cannot be found in the edited file is new.
  private func copy(
    _ kept: [(place: Int, planned: Planned)],
    _ edited: [(stated: FeatureFile.Stated, feature: Feature)], of source: Source,
    to output: inout Output
  ) throws(DocumentError) {
    var file = source.file
    if !edited.isEmpty {
      file = try form.read(form.bytes(of: file, FeatureForm.Changes(edited: edited)))
    }
    let pairs = FeatureMatching.equal(
      kept.map(\.planned.feature), file.features.map(\.feature))
    var features: [FeatureFile.Stated] = []
    for index in kept.indices {
      if let place = pairs[index] {
        features.append(file.features[place])
        output.planned.append(kept[index].planned)
      } else {
        output.written.remove(kept[index].planned.key)
      }
    }
    if !features.isEmpty { output.changes.copied.append((file, features)) }
  }

  // MARK: Trips

  /// States the trip of all features by the elements of the file, if it is the only one.
  private func addTrips(_ base: FeatureFile, _ output: inout Output) {
    // A trip that the features make is read again from them.
    for trip in objects.trips where !stated.contains(trip.key) { output.written.insert(trip.key) }
    var feature = base.whole.feature
    if let trip = wholeTrip.flatMap({ objects.ofKey[$0] }) {
      output.written.insert(trip.key)
      let people = objects.participants[trip.key] ?? []
      if stated.contains(trip.key) {
        feature = writing.whole(feature, trip, people, isStated: true)
        if let exact = exact[trip.key] { feature.exact = exact }
      } else if isEdited(trip) {
        feature = writing.whole(feature, trip, people, isStated: false)
      }
    } else {
      feature.exact = nil
    }
    output.whole = feature
    if feature != base.whole.feature { output.changes.edited.append((base.whole, feature)) }
  }

  /// Whether a person edited what the file says of a trip that was made for its features.
  private func isEdited(_ trip: TripObject) -> Bool {
    guard let source = sources.first,
      let made = records.objects(of: source.record.identity).first(where: { $0.anchor == trip.key }
      )?.made
    else { return false }
    return !made.edits(in: objects.content(of: trip), of: trip.entity, schema)
      .isDisjoint(with: ["name", "notes", "links"])
  }

  // MARK: Notes

  private var notes: [String] {
    let parts = Set(records.files.filter { $0.format == form.name }.compactMap(\.part))
    let unwritten = objects.unwritten(
      holdsRecord: FeatureRecords.isOwn, holdsAttachment: { parts.contains($0.name) })
    let places = [
      UnwrittenContent.count(
        placeless.count, "object has no place on a map, so other programs do not show it",
        "objects have no place on a map, so other programs do not show them")
    ].compactMap { $0 }
    let unread = [
      UnwrittenContent.count(
        unreadParts, "stored file cannot be read, so it is written anew",
        "stored files cannot be read, so they are written anew")
    ].compactMap { $0 }
    let doubts =
      isVerified
      ? [] : ["some objects may come back otherwise, because their features depend on each other"]
    return places + unread + doubts + unwritten.notes(for: "\(form.title) files")
  }
}
