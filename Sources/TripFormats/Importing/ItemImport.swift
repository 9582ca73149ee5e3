import DocumentFile
import DocumentTables

/// What a file states about one object.
struct TravelItem {
  let entity: String
  /// What identifies it in the file.
  var identity: String
  /// The words for people.
  let title: String
  var content: ObjectContent
}

/// Brings the items of a file into a document, in any format.
///
///     new ──────► an object
///     known ────► the changes since the last import, by three states
///     joined ───► what the object of another file leaves open
///     cancelled, missing ─► listed, and deleted if that is wanted
struct ItemImport {
  var objects: ObjectUpdate
  var keys: ObjectKeys
  /// Whether to delete objects that are cancelled or missing.
  let removesCancelled: Bool
  /// The objects that keep a row of a table, which is no record.
  private lazy var rows = Self.rows(objects.tables)
  /// Whether the file changes anything but records.
  var hasChanged = false
  /// The names of what a first import cancels.
  private(set) var cancelledTitles: [String] = []
  private lazy var journeys = JourneyIndex(objects.objects.values)
  private lazy var trips = TripsOfDocument(objects)

  init(
    _ tables: Tables, _ schema: TripSchema, _ options: ImportOptions,
    removesCancelled: Bool = false, takesTheirs: Bool = false
  ) {
    objects = ObjectUpdate(tables, schema, takesTheirs: takesTheirs)
    keys = ObjectKeys(next: tables.nextKey, limits: options.limits)
    self.removesCancelled = removesCancelled
  }

  var isFirst: Bool { objects.isFirst }

  // MARK: Finding

  /// Returns the object that an identity names as one of this document; nil if it names none.
  func own(_ identity: ObjectIdentity?) -> ObjectKey? {
    guard let identity, identity.document == objects.tables.documentID,
      objects.hasStated(identity.key)
    else { return nil }
    return identity.key
  }

  /// Finds new legs and stays that the document has of other files.
  ///
  /// - Parameter isFree: Whether the file does not state an object otherwise.
  mutating func pairs<Place: Hashable>(
    _ new: [(place: Place, entity: String, content: ObjectContent)],
    _ isFree: (ObjectKey) -> Bool
  ) -> [Place: ObjectKey] {
    isFirst || new.isEmpty ? [:] : journeys.pairs(new, isFree)
  }

  /// Returns the trip of the document in whose days a new part lies that states no trip: the shortest; nil for none.
  ///
  /// - Parameter isWanted: Whether a trip may be the one.
  mutating func trip(
    around first: Int64?, _ last: Int64?, where isWanted: (ObjectKey) -> Bool = { _ in true }
  ) -> ObjectKey? {
    guard !isFirst, let first, let last else { return nil }
    let objects = objects
    return trips.trip(around: first, last) { key in
      // A file of several calendars may have deleted it.
      objects.objects[key].flatMap { objects.theirs.state(of: $0) } != nil && isWanted(key)
    }
  }

  /// Whether people can be those of a trip: not if both name some and have none in common.
  func canTravel(_ travellers: Set<TripParticipant>, in trip: ObjectKey) -> Bool {
    let people = objects.participants[trip] ?? []
    if people.isEmpty || travellers.isEmpty { return true }
    return !travellers.isDisjoint(with: people.map(TripParticipant.init))
  }

  // MARK: Bringing

  /// Adds an object.
  ///
  /// - Returns: What the import makes of it.
  mutating func add(
    _ item: TravelItem, as key: ObjectKey, to trip: ObjectKey?
  ) throws(DocumentError) -> MadeFields {
    try objects.insert(
      TripObject(entity: item.entity, key: key, trip: trip, values: item.content.values),
      item.content.participants, &keys)
    objects.report.note(.added, item.title, item.identity)
    hasChanged = true
    return MadeFields(item.content, of: item.entity, objects.schema)
  }

  /// Brings the changes of an item into its object.
  ///
  /// - Parameters:
  ///   - before: What the last import made of the object; nil for one that was exported from the document and never
  ///     imported.
  ///   - isChanged: Whether the file says more than another state of the item.
  ///   - record: The key of the record of the item's source; nil if it has none.
  ///   - trip: The trip that the object gets; nil if it keeps its own.
  /// - Returns: What the import makes of it.
  mutating func update(
    _ key: ObjectKey, with item: TravelItem, _ before: ImportedState?, isChanged: Bool = false,
    of record: ObjectKey? = nil, in trip: ObjectKey? = nil
  ) throws(DocumentError) -> MadeFields {
    let entity = objects.objects[key]?.entity ?? item.entity
    guard let before else {
      return MadeFields(item.content, of: entity, objects.schema)
    }
    let effect = try objects.update(key, from: before, to: item.content, in: trip, &keys)
    if effect.isAny { objects.markOthers(of: key, besides: record, edits: effect.edits) }
    if effect.isAny || isChanged {
      hasChanged = true
      objects.report.note(
        effect.isChanged || isChanged ? .updated : .reread, item.title, item.identity)
    }
    return effect.made ?? MadeFields(item.content, of: entity, objects.schema)
  }

  /// Updates an object that was exported from the document and never imported.
  mutating func updateOwn(_ key: ObjectKey, with item: TravelItem) throws(DocumentError) {
    try objects.updateOwn(
      key, to: item.content, title: item.title, identity: item.identity, &keys)
  }

  /// Brings an item into the object of the same journey of another file.
  ///
  /// - Returns: What the import makes of it, with marks for the values that are those of another file.
  mutating func join(_ key: ObjectKey, with item: TravelItem) -> MadeFields {
    objects.report.note(
      .joined, item.title, item.identity, differing: objects.join(key, with: item.content))
    hasChanged = true
    objects.markOthers(of: key, besides: nil)
    let entity = objects.objects[key]?.entity ?? item.entity
    var made = MadeFields(item.content, of: entity, objects.schema)
    if let joined = objects.joined(key) {
      made.keep(MadeFields(joined, of: entity, objects.schema))
    }
    return made
  }

  // MARK: What does not take place

  /// Notes that the file cancels an object.
  ///
  /// - Parameters:
  ///   - state: What the last import made of it.
  ///   - isKnown: Whether an earlier import noted it, which is reported once, and deleted whenever it is wanted; nil for
  ///     what the state says.
  mutating func noteCancelled(
    _ key: ObjectKey, _ title: String, _ identity: String, _ state: ImportedState?,
    isKnown: Bool? = nil
  ) {
    let isKnown = isKnown ?? state?.source.isCancelled ?? false
    guard !isKnown || removesCancelled else { return }
    // The document did not follow it: a person or another file says that it takes place.
    if isKnown, let object = objects.objects[key], !object.isCancelled { return }
    if isFirst { cancelledTitles.append(title) }
    objects.report.note(.cancelled, title, identity)
    noteRemoved(key, state)
  }

  /// Notes an object that is to be deleted, if that is wanted: not one that another file states, too.
  mutating func noteRemoved(_ key: ObjectKey, _ state: ImportedState?) {
    if !hasOtherSource(key) { objects.noteRemoved(key, state) }
  }

  /// Whether another file states an object, too, so that it is not deleted by one.
  mutating func hasOtherSource(_ key: ObjectKey) -> Bool {
    let records = objects.recordsOfAnchor[key, default: []].count {
      $0.entity.begins(with: "org.tripdocuments.")
    }
    return records + (rows.contains(key) ? 1 : 0) > 1
  }

  private static func rows(_ tables: Tables) -> Set<ObjectKey> {
    var rows: Set<ObjectKey> = []
    for segment in tables.tables.lazy.flatMap(\.segments) {
      for (row, tree) in segment.foreign where tree[UnwrittenContent.importedRow] != nil {
        rows.insert(segment.keys[row])
      }
    }
    return rows
  }

  /// Notes that the file no longer has an object.
  ///
  /// - Parameter record: The record of the file's source, which goes if another source keeps the object.
  mutating func noteMissing(
    _ key: ObjectKey, _ title: String, _ identity: String, _ state: ImportedState?,
    _ record: ExtensionRecord? = nil
  ) {
    objects.report.note(.missing, title, identity)
    if removesCancelled, let record, hasOtherSource(key) {
      objects.replace(record, with: nil)
      hasChanged = true
    }
    noteRemoved(key, state)
  }

  /// Returns what the file makes of the document.
  ///
  /// - Parameter report: How the file was read.
  func finished(_ report: ImportReport, rejected: [UInt8]? = nil) -> FileImport {
    var objects = objects
    objects.report.importReport = report
    for title in cancelledTitles { objects.report.importReport.noteCancelled(title) }
    return FileImport(objects: objects, nextKey: keys.next, rejected: rejected)
  }
}

/// The trips of a document by their days.
private struct TripsOfDocument {
  private let keys: [ObjectKey]
  private let containment: TripContainment

  init(_ update: ObjectUpdate) {
    var keys: [ObjectKey] = []
    var days: [TripContainment.Trip] = []
    for trip in update.objects.values.sorted(by: { $0.key < $1.key })
    where update.schema.isTrip(trip.entity) && !trip.isCancelled {
      guard let first = trip.day("startDate"), let last = trip.day("endDate"), first <= last
      else { continue }
      days.append((keys.count, first, last))
      keys.append(trip.key)
    }
    self.keys = keys
    containment = TripContainment(days)
  }

  func trip(
    around first: Int64, _ last: Int64, where isWanted: (ObjectKey) -> Bool
  ) -> ObjectKey? {
    containment.shortest(of: first, last) { isWanted(keys[$0]) }.map { keys[$0.index] }
  }
}
