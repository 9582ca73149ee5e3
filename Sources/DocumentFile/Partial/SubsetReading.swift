import DocumentTables

/// A query that gathers objects, the objects they own, and the objects they require, chunk by
/// chunk.
///
///     requested ─► owned ─► owned by these ─► …      each step reads the chunks of all its objects
final class SubsetReading {
  typealias Place = PartialReading.Place

  let reading: PartialReading
  private let document: PartialDocumentReader
  private let schema: TableSchema
  /// The rows in the subset, by hierarchy, then chunk.
  private var taken: [[Int: Set<Int>]]

  init(_ document: PartialDocumentReader) {
    self.document = document
    reading = PartialReading(document)
    schema = document.schema
    taken = schema.hierarchies.map { _ in [:] }
  }

  /// Creates the subset of some rows.
  func subset(of roots: [Place], withOwned: Bool = true) throws(DocumentError) -> TablesSubset {
    var next = take(roots)
    // Terminates: each row is taken at most once, and their number is finite.
    if withOwned {
      while !next.isEmpty {
        next = take(try related(to: next) { $0.relationship.deleteRule == .cascade })
      }
    }
    next = allTaken()
    while !next.isEmpty {
      next = take(
        try related(to: next) { !$0.relationship.isToMany && !$0.relationship.isNullable })
    }
    let objects = roots.compactMap { place in
      reading.segment(place.hierarchy, place.chunk).map {
        TablesSubset.Object(entity: entity(of: place).name, key: $0.keys[place.row])
      }
    }
    return TablesSubset(
      objects: objects, tables: tables(), unreadRelationships: unread(withOwned),
      reliesOnIndexes: reading.reliesOnIndexes)
  }

  func isKind(_ place: Place, of entity: String?) -> Bool {
    entity.map { schema.isEntity(self.entity(of: place).name, kindOf: $0) } ?? true
  }

  /// Returns the rows to which one object is related.
  func members(
    of key: ObjectKey, entity: String, through relationship: String
  ) throws(DocumentError) -> [Place] {
    guard let hierarchy = schema.hierarchyIndex(of: entity) else { return [] }
    let places = try reading.places(ofKeys: [key], hierarchy: hierarchy)
    return try related(to: places.filter { isKind($0, of: entity) }) {
      $0.relationship.name == relationship
    }
  }

  private func take(_ places: [Place]) -> [Place] {
    places.filter { taken[$0.hierarchy][$0.chunk, default: []].insert($0.row).inserted }
  }

  private func allTaken() -> [Place] {
    taken.enumerated().flatMap { hierarchy, chunks in
      chunks.flatMap { chunk, rows in
        rows.map { Place(hierarchy: hierarchy, chunk: chunk, row: $0) }
      }
    }
  }

  private func entity(of place: Place) -> EntityLayout {
    let discriminator = reading.segment(place.hierarchy, place.chunk)?.entities[place.row]
    return schema.hierarchies[place.hierarchy].entities[Int(discriminator ?? 0)]
  }

  /// The rows to find: by their keys, or by their references to keys.
  private struct Wanted {
    var keys: [Int: Set<ObjectKey>] = [:]
    /// The keys referred to, by hierarchy, then column.
    var members: [Int: [Int: Set<ObjectKey>]] = [:]
    /// The members that records list, whichever end stores the relationship.
    var listed:
      [(owner: TablesSubset.Object, property: String, hierarchy: Int, keys: [ObjectKey])] = []
  }

  private func related(
    to places: [Place], through isWanted: (RelationshipEnd) -> Bool
  ) throws(DocumentError) -> [Place] {
    var ends: [String: [RelationshipEnd]] = [:]
    var wanted = Wanted()
    for place in places {
      guard let segment = reading.segment(place.hierarchy, place.chunk) else { continue }
      let entity = entity(of: place)
      if ends[entity.name] == nil {
        ends[entity.name] = entity.properties.compactMap {
          schema.relationshipEnd(named: $0.name, of: entity.name)
        }.filter(isWanted)
      }
      for end in ends[entity.name, default: []] {
        switch end.storage {
        case .reference, .list:
          guard let column = end.column else { continue }
          let content = segment.columns[column]
          let targets = content.reference(at: place.row).map { [$0] }
          wanted.keys[end.destinationHierarchy, default: []].formUnion(
            targets ?? content.references(at: place.row).map(Array.init) ?? [])
        case .order, .derived:
          guard let column = end.inverseColumn else { continue }
          wanted.members[end.destinationHierarchy, default: [:]][column, default: []].insert(
            segment.keys[place.row])
          if end.storage == .order, let list = end.column.map({ segment.columns[$0] }),
            let keys = list.references(at: place.row)
          {
            wanted.listed.append(
              (
                TablesSubset.Object(entity: entity.name, key: segment.keys[place.row]),
                end.relationship.name, end.destinationHierarchy, Array(keys)
              ))
          }
        }
      }
    }
    return try find(wanted)
  }

  private func find(_ wanted: Wanted) throws(DocumentError) -> [Place] {
    var found: [Place] = []
    for (hierarchy, keys) in wanted.keys.sorted(by: { $0.key < $1.key }) {
      let places = try reading.places(ofKeys: keys.sorted(), hierarchy: hierarchy)
      if places.count < keys.count {
        let there = places.compactMap {
          reading.segment($0.hierarchy, $0.chunk)?.keys[$0.row]
        }
        throw try wrongReference(to: keys.subtracting(there).min() ?? 0)
      }
      found += places
    }
    let members = wanted.members.sorted { $0.key < $1.key }.flatMap { hierarchy, columns in
      columns.sorted { $0.key < $1.key }.map { column, keys in
        PartialReading.Referring(hierarchy: hierarchy, column: column, keys: keys)
      }
    }
    let referring = try reading.places(members)
    try checkListed(wanted, among: referring)
    return found + referring
  }

  /// Throws if index parts hide a listed member: a record lists it, but no index part leads to its
  /// chunk.
  private func checkListed(_ wanted: Wanted, among places: [Place]) throws(DocumentError) {
    guard reading.reliesOnIndexes, !wanted.listed.isEmpty else { return }
    var found: [Int: Set<ObjectKey>] = [:]
    for place in places {
      guard let segment = reading.segment(place.hierarchy, place.chunk) else { continue }
      found[place.hierarchy, default: []].insert(segment.keys[place.row])
    }
    for (owner, property, hierarchy, keys) in wanted.listed {
      guard let hidden = keys.first(where: { found[hierarchy]?.contains($0) != true }) else {
        continue
      }
      throw DocumentError(
        .indexMismatch, entity: owner.entity, key: owner.key, property: property,
        "it lists object \(hidden), and no index part leads to that")
    }
  }

  /// Returns the error of a reference that leads to no object of its destination.
  private func wrongReference(to key: ObjectKey) throws(DocumentError) -> DocumentError {
    for hierarchy in schema.hierarchies.indices {
      guard let place = try reading.places(ofKeys: [key], hierarchy: hierarchy).first else {
        continue
      }
      return DocumentError(
        DocumentError.Code(TableFinding.Rule.wrongDestination.rawValue),
        "object \(key) is of entity \(entity(of: place).name)")
    }
    return DocumentError(
      DocumentError.Code(TableFinding.Rule.danglingReference.rawValue),
      "there is no object \(key)")
  }

  private func tables() -> Tables {
    Tables(
      schema: schema, documentID: document.header.documentID,
      tables: schema.hierarchies.enumerated().map { hierarchy, layout in
        Table(
          segments: taken[hierarchy].sorted { $0.key < $1.key }.compactMap { chunk, rows in
            guard let segment = reading.segment(hierarchy, chunk) else { return nil }
            if rows.count == segment.count { return segment }
            let builder = SegmentBuilder(layout, expectedRows: rows.count)
            for row in rows.sorted() { builder.append(segment, rows: row..<row + 1) }
            return builder.finish()
          })
      }, nextKey: document.nextKey)
  }

  private func unread(_ withOwned: Bool) -> [TablesSubset.UnreadRelationship] {
    let entities = Set(allTaken().map { entity(of: $0).name }).sorted(by: utf8Precedes)
    return entities.flatMap { name in
      (schema.lineage(of: name).flatMap(\.relationships)).compactMap { relationship in
        guard let end = schema.relationshipEnd(named: relationship.name, of: name),
          end.storage == .order || end.storage == .derived,
          !(withOwned && relationship.deleteRule == .cascade),
          relationship.isToMany || relationship.isNullable
        else { return nil }
        return TablesSubset.UnreadRelationship(entity: name, property: relationship.name)
      }
    }
  }
}
