import DocumentFile
import DocumentMigration
import DocumentTables

/// A document in which another one was added, with what both have as one object (spec 14.10).
///
///     trips of one name and days ─► their items ─► legs and stays of the whole document ─► trips that have nothing else
package struct JoinedDuplicates: Sendable {
  /// An object of the document, and the added object that it was joined with.
  package struct Pair: Sendable {
    package let title: String
    package let entity: String
    package let kept: ObjectKey
    package let joined: ObjectKey
    /// The attributes that the joined object stated otherwise.
    package let differing: [String]
  }

  package private(set) var tables: Tables
  package private(set) var pairs: [Pair] = []
  /// The data of other programs, and the rows of tables, of each object.
  private var foreign: [ObjectKey: [TreeMember]] = [:]
  private var moved: Set<ObjectKey> = []

  /// Joins the added objects of a document with the objects that it had before.
  ///
  /// - Parameters:
  ///   - tables: A document of ``TripFormat/schemaVersion``.
  ///   - isOurs: Whether the document had an object before.
  /// - Throws: `DocumentError` if the result broke a rule.
  package init(_ tables: Tables, besides isOurs: (ObjectKey) -> Bool) throws(DocumentError) {
    self.tables = tables
    let schema = try TripSchema.released()
    var update = ObjectUpdate(tables, schema, takesTheirs: true)
    foreign = Self.foreign(tables)
    let all = update.objects.values.sorted { $0.key < $1.key }
    let ours = all.filter { isOurs($0.key) }
    let theirs = all.filter { !isOurs($0.key) }
    var trips: [ObjectKey: ObjectKey] = [:]
    for (new, own) in Self.pairs(theirs, ours, { Self.name(ofTrip: $0, schema) }) {
      trips[new.key] = own.key
      join(new, into: own, &update)
    }
    func name(ofItem item: TripObject) -> [ComparisonText]? {
      Self.name(ofItem: item, trip: item.trip.map { trips[$0] ?? $0 })
    }
    for (new, own) in Self.pairs(theirs, ours, name) {
      // Two cafés of one name may be in two towns.
      let places = [new, own].map { Journey.Place(ObjectContent(values: $0.values)) }
      if !places[0].contradicts(places[1]) { join(new, into: own, &update) }
    }
    let journeys = JourneyIndex(ours).pairs(
      theirs.map { ($0.key, $0.entity, ObjectContent(values: $0.values)) }, isOurs)
    for new in theirs {
      if let own = journeys[new.key].flatMap({ update.objects[$0] }) {
        join(new, into: own, &update)
      }
    }
    let kept = Dictionary(pairs.map { ($0.joined, $0.kept) }) { first, _ in first }
    for trip in theirs where schema.isTrip(trip.entity) && trips[trip.key] == nil {
      if let own = Self.successor(of: trip, kept, update) { join(trip, into: own, &update) }
    }
    guard !pairs.isEmpty else { return }
    self.tables =
      update.merged(nextKey: tables.nextKey, schemas: [schema.tables], side: .theirs).tables
    putForeign()
    try DocumentFile.requireValid(self.tables)
  }

  private static func foreign(_ tables: Tables) -> [ObjectKey: [TreeMember]] {
    var foreign: [ObjectKey: [TreeMember]] = [:]
    for segment in tables.tables.lazy.flatMap(\.segments) {
      for (row, tree) in segment.foreign {
        if case .object(let members) = tree { foreign[segment.keys[row]] = members }
      }
    }
    return foreign
  }

  /// Gives the kept objects the data of the joined ones.
  private mutating func putForeign() {
    var changes = ChangeSet(nextKey: tables.nextKey)
    for key in moved.sorted() {
      guard let place = tables.find(key) else { continue }
      let segment = tables.tables[place.hierarchy].segments[place.location.segment]
      changes.updated.append(
        UpdatedRow(
          hierarchy: place.hierarchy, key: key, changes: [],
          foreign: Change(
            old: segment.foreign[place.location.row], new: .object(foreign[key] ?? []))))
    }
    if !changes.updated.isEmpty { tables = tables.applying(changes) }
  }

  /// Returns the trip of all objects that stand for the parts of a trip now; nil if there are others.
  private static func successor(
    of trip: TripObject, _ kept: [ObjectKey: ObjectKey], _ update: ObjectUpdate
  ) -> TripObject? {
    let parts = update.parts[trip.key] ?? []
    let owners = Set(parts.map { part in kept[part].flatMap { update.objects[$0]?.trip } })
    guard owners.count == 1, let owner = owners.first, let owner, owner != trip.key else {
      return nil
    }
    return update.objects[owner]
  }

  private mutating func join(
    _ object: TripObject, into own: TripObject, _ update: inout ObjectUpdate
  ) {
    // An object has one row of a table, so two with rows stay two.
    if let members = foreign[object.key] {
      let own = foreign[own.key] ?? []
      guard Set(own.map(\.name)).isDisjoint(with: members.map(\.name)) else { return }
    }
    if let members = foreign.removeValue(forKey: object.key) {
      foreign[own.key, default: []] += members
      moved.insert(own.key)
    }
    let differing = update.absorb(
      object.key, into: own.key
    ) { ReservationRecords.joined($0, $1) ?? FeatureRecords.joined($0, $1) }
    pairs.append(
      Pair(
        title: own.title, entity: own.entity, kept: own.key, joined: object.key,
        differing: differing))
  }

  /// Returns the objects of which one on each side has a name.
  private static func pairs(
    _ theirs: [TripObject], _ ours: [TripObject], _ name: (TripObject) -> [ComparisonText]?
  ) -> [(theirs: TripObject, ours: TripObject)] {
    SingleMatches.pairs(theirs, ours, name, name).map { ($0.left, $0.right) }
      .sorted { $0.theirs.key < $1.theirs.key }
  }

  /// The name and the days of a trip; nil if it lacks either.
  private static func name(ofTrip trip: TripObject, _ schema: TripSchema) -> [ComparisonText]? {
    guard schema.isTrip(trip.entity), let first = trip.day("startDate"),
      let last = trip.day("endDate"), !trip.text("name").isEmpty
    else { return nil }
    return [trip.entity, trip.text("name").trimmingSpaces.lowercased(), "\(first)", "\(last)"]
      .map { ComparisonText($0) }
  }

  /// The title and the beginning of an item of a trip.
  private static func name(ofItem item: TripObject, trip: ObjectKey?) -> [ComparisonText]? {
    guard item.entity == "BucketListItem", let trip, !item.text("title").isEmpty else { return nil }
    let start = PartSpan.start(of: item.values, item.entity)
    return [
      "\(trip)", item.text("title").trimmingSpaces.lowercased(),
      start.map { "\($0.day) \($0.clock ?? -1)" } ?? "",
    ].map { ComparisonText($0) }
  }
}
