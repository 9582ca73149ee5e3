import DocumentFile
import DocumentMigration
import DocumentTables

/// Some trips of a document, with what they own and refer to, and nothing of the others.
///
///     trips ─► what they own ─► what these refer to ─► rows
///           └► what is anchored to the rows, and of the records about files the parts that belong to them
package struct TripSelection {
  /// The document with these objects only, and without a history, which tells of all objects.
  package private(set) var tables: Tables
  /// How many extension records, attachments and carried entries belong to no object of the document, and so to none
  /// of the trips.
  package private(set) var ownerless = 0
  private let whole: Tables
  private let schema: TableSchema
  private let tripHierarchy: Int
  /// The objects of the selection, by hierarchy.
  private var kept: [Set<ObjectKey>]

  /// - Parameters:
  ///   - trips: The keys of the trips.
  ///   - hierarchy: The hierarchy of the trips.
  package init(_ trips: Set<ObjectKey>, hierarchy: Int, of whole: Tables) {
    self.whole = whole
    schema = whole.schema
    tripHierarchy = hierarchy
    kept = whole.schema.hierarchies.map { _ in [] }
    tables = whole
    let owned = followed(from: trips.sorted().map { (hierarchy, $0) }, through: isOwning)
    _ = followed(from: owned, through: isReferring)
    tables.history = nil
    tables.extensions = []
    tables.keptParts = []
    tables.carried = []
    tables = tables.applying(rowChanges())
    selectSurroundings()
  }

  // MARK: Objects

  private typealias Place = (hierarchy: Int, key: ObjectKey)

  /// Adds objects, and those that their relationships lead to.
  ///
  /// - Returns: The objects that were added.
  private mutating func followed(
    from places: [Place], through follows: (RelationshipEnd, Int) -> Bool
  ) -> [Place] {
    var ends: [String: [RelationshipEnd]] = [:]
    var waiting = places
    for place in places { kept[place.hierarchy].insert(place.key) }
    var added: [Place] = []
    while let place = waiting.popLast() {
      guard let location = whole.tables[place.hierarchy].location(of: place.key) else { continue }
      added.append(place)
      let segment = whole.tables[place.hierarchy].segments[location.segment]
      let entity = schema.hierarchies[place.hierarchy].entities[
        Int(segment.entities[location.row])]
      if ends[entity.name] == nil {
        ends[entity.name] = entity.properties.compactMap {
          schema.relationshipEnd(named: $0.name, of: entity.name)
        }.filter { follows($0, place.hierarchy) }
      }
      for end in ends[entity.name] ?? [] {
        let keys =
          whole.relatedKeys(of: place.key, in: segment, row: location.row, through: end) ?? []
        for key in keys where kept[end.destinationHierarchy].insert(key).inserted {
          waiting.append((end.destinationHierarchy, key))
        }
      }
    }
    return added
  }

  /// Whether objects own what a relationship leads to: it is deleted with them, or it refers to a trip.
  private func isOwning(_ end: RelationshipEnd, _ hierarchy: Int) -> Bool {
    guard end.destinationHierarchy != tripHierarchy else { return false }
    if end.relationship.deleteRule == .cascade { return true }
    return hierarchy == tripHierarchy && (end.storage == .order || end.storage == .derived)
  }

  /// Whether objects refer to what a relationship leads to; of other trips only to those that they need.
  private func isReferring(_ end: RelationshipEnd, _ hierarchy: Int) -> Bool {
    guard end.storage == .reference || end.storage == .list else { return false }
    return end.destinationHierarchy != tripHierarchy
      || !end.relationship.isToMany && !end.relationship.isNullable
  }

  /// The deletion of all other rows, and of references to them.
  private func rowChanges() -> ChangeSet {
    var changes = ChangeSet(nextKey: whole.nextKey)
    for (hierarchy, table) in whole.tables.enumerated() {
      for segment in table.segments {
        for row in 0..<segment.count where !kept[hierarchy].contains(segment.keys[row]) {
          changes.deleted.append(
            DeletedRow(
              hierarchy: hierarchy, key: segment.keys[row], discriminator: segment.entities[row]))
        }
      }
    }
    changes.updated = whole.updates { !kept[$0].contains($1) }
    return changes
  }

  // MARK: What is beside the objects

  private mutating func selectSurroundings() {
    let part = tables
    func isKept(_ key: ObjectKey) -> Bool { part.find(key) != nil }
    let calendars = StoredFiles<CalendarRecords>(whole).records(of: isKept)
    let reservations = ReservationSelection(whole, isKept)
    let features = FeatureSelection(whole, Self.form(ofFormat:), isKept)
    ownerless += calendars.ownerless
    tables.extensions =
      (calendars.records + reservations.records + features.records
      + CSVFileRecord.records(of: tables, in: whole)
      + whole.extensions.filter { record in
        !Self.isOfFormat(record) && (record.anchor.map(isKept) ?? false)
      }).sorted { $0.key < $1.key }
    ownerless += whole.extensions.count { !Self.isOfFormat($0) && $0.anchor == nil }
    tables.keptParts = features.parts
    for part in whole.keptParts where !part.name.begins(with: FeatureRecords.folder) {
      if let anchor = part.anchor {
        if isKept(anchor) { tables.keptParts.append(part) }
      } else if reservations.owns(part) {
        tables.keptParts.append(part)
      } else if ArchiveFolder.folder(ofAttachment: part.name) == nil {
        ownerless += 1
      }
    }
    tables.keptParts.sort { utf8Precedes($0.name, $1.name) }
    let carried = whole.carriedEntries(of: tables)
    tables.carried = carried.entries
    ownerless += carried.unread
  }

  /// Whether a record is kept of a file of another program.
  private static func isOfFormat(_ record: ExtensionRecord) -> Bool {
    ReservationRecords.isOwn(record) || FeatureRecords.isOwn(record)
      || CalendarRecords.isOwn(record) || record.entity == CSVFileRecord.entity
  }

  private static func form(ofFormat name: String) -> FeatureForm? {
    TripFormat.all.lazy.compactMap(\.definition.features).first { $0.name == name }
  }
}
