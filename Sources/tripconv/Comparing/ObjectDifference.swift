import DocumentTables
import TripPages

/// One object that two documents do not share, or that differs between them.
struct ObjectDifference {
  enum Kind: String, CaseIterable {
    case changed, added, removed
  }

  /// A property that differs.
  struct Property {
    enum Content {
      case attribute(TableAttribute, old: Value, new: Value)
      /// The related objects in order; nil if the relationship is nil.
      case relationship(RelationshipEnd, old: [ObjectKey]?, new: [ObjectKey]?)
      /// The data of other programs in the object.
      case foreign(old: Tree?, new: Tree?)
    }

    let name: String
    let content: Content
  }

  let kind: Kind
  /// The object in the first document; nil if it is added.
  let old: ObjectReader.Object?
  /// The object in the second document; nil if it is removed.
  let new: ObjectReader.Object?
  let properties: [Property]

  /// The entity in the second document, or, if the object is removed, in the first.
  var entity: String { (new ?? old)?.entity.name ?? "" }
}

/// The objects that differ between two documents, by entity.
struct ObjectDifferences {
  /// The place of an object's change in the change set.
  private enum Place {
    case inserted(Int)
    case updated(Int)
    case deleted(Int)
    /// The object has another entity.
    case replaced(deleted: Int, inserted: Int)
  }

  struct Counts {
    var changed = 0
    var added = 0
    var removed = 0

    static func + (left: Counts, right: Counts) -> Counts {
      Counts(
        changed: left.changed + right.changed, added: left.added + right.added,
        removed: left.removed + right.removed)
    }
  }

  let oldReader: ObjectReader
  let newReader: ObjectReader
  private let changes: ChangeSet
  private let columns: [[ComparedColumn]]
  /// The position of each attribute in the presentation of its entity.
  private let ranks: [String: [String: Int]]
  /// The changes of each entity's objects.
  private var places: [String: [Place]] = [:]
  private(set) var counts: [String: Counts] = [:]

  init(_ documents: ComparedDocuments) {
    oldReader = ObjectReader(documents.old)
    newReader = ObjectReader(documents.new)
    changes = documents.changes
    columns = documents.old.schema.comparedColumns()
    ranks = newReader.presentations.mapValues { presentation in
      Dictionary(presentation.attributes.enumerated().map { ($0.element.name, $0.offset) }) {
        first, _ in first
      }
    }
    let schema = documents.old.schema
    var replaced: [ObjectKey: Int] = [:]
    if !changes.inserted.isEmpty {
      for (position, row) in changes.deleted.enumerated() { replaced[row.key] = position }
    }
    var gone: Set<Int> = []
    var added: [String: [Place]] = [:]
    for (position, row) in changes.inserted.enumerated() {
      let entity = schema.hierarchies[row.hierarchy].entities[Int(row.discriminator)].name
      if let old = replaced[row.key], changes.deleted[old].hierarchy == row.hierarchy {
        gone.insert(old)
        places[entity, default: []].append(.replaced(deleted: old, inserted: position))
        counts[entity, default: Counts()].changed += 1
      } else {
        added[entity, default: []].append(.inserted(position))
        counts[entity, default: Counts()].added += 1
      }
    }
    for (position, row) in changes.updated.enumerated() {
      guard let object = newReader.object(row.key, hierarchy: row.hierarchy) else { continue }
      places[object.entity.name, default: []].append(.updated(position))
      counts[object.entity.name, default: Counts()].changed += 1
    }
    for (entity, more) in added { places[entity, default: []] += more }
    for (position, row) in changes.deleted.enumerated() where !gone.contains(position) {
      let entity = schema.hierarchies[row.hierarchy].entities[Int(row.discriminator)].name
      places[entity, default: []].append(.deleted(position))
      counts[entity, default: Counts()].removed += 1
    }
  }

  var total: Counts { counts.values.reduce(Counts(), +) }

  /// The entities with differences: those whose objects no other owns first, then by name.
  var entities: [String] {
    let schema = oldReader.tables.schema
    let principal = schema.principalEntities
    func isPrincipal(_ name: String) -> Bool {
      principal.contains { schema.isEntity(name, kindOf: $0) }
    }
    let names = schema.entities.map(\.name).filter { counts[$0] != nil }
    return names.filter(isPrincipal) + names.filter { !isPrincipal($0) }
  }

  /// Calls `body` with each object of an entity: the changed, the added, then the removed ones.
  func forEach<Failure: Error>(
    of entity: String, _ body: (ObjectDifference) throws(Failure) -> Void
  ) throws(Failure) {
    for place in places[entity] ?? [] { try body(difference(place)) }
  }

  private func difference(_ place: Place) -> ObjectDifference {
    switch place {
    case .inserted(let position):
      let row = changes.inserted[position]
      let object = newReader.object(row.key, hierarchy: row.hierarchy)
      return ObjectDifference(
        kind: .added, old: nil, new: object, properties: properties(nil, object, row.hierarchy))
    case .deleted(let position):
      let row = changes.deleted[position]
      let object = oldReader.object(row.key, hierarchy: row.hierarchy)
      return ObjectDifference(
        kind: .removed, old: object, new: nil, properties: properties(object, nil, row.hierarchy))
    case .updated(let position):
      let row = changes.updated[position]
      return changed(row.key, row.hierarchy, only: Set(row.changes.map(\.column)))
    case .replaced(_, let position):
      let row = changes.inserted[position]
      return changed(row.key, row.hierarchy, only: nil)
    }
  }

  private func changed(
    _ key: ObjectKey, _ hierarchy: Int, only wanted: Set<Int>?
  ) -> ObjectDifference {
    let old = oldReader.object(key, hierarchy: hierarchy)
    let new = newReader.object(key, hierarchy: hierarchy)
    return ObjectDifference(
      kind: .changed, old: old, new: new, properties: properties(old, new, hierarchy, only: wanted))
  }

  /// Returns the properties that differ: attributes in the order of the entity's presentation, then
  /// relationships.
  private func properties(
    _ old: ObjectReader.Object?, _ new: ObjectReader.Object?, _ hierarchy: Int,
    only wanted: Set<Int>? = nil
  ) -> [ObjectDifference.Property] {
    guard let entity = (new ?? old)?.entity else { return [] }
    let ranks = Dictionary(
      (newReader.presentations[entity.name]?.attributes ?? []).enumerated().map {
        ($0.element.name, $0.offset)
      }
    ) { first, _ in first }
    var found: [(rank: Int, property: ObjectDifference.Property)] = []
    for column in columns[hierarchy] where wanted?.contains(column.index) ?? true {
      let name = column.layout.name
      if let attribute = column.layout.attribute {
        let before = value(column, old)
        let after = value(column, new)
        guard !column.areWrittenAlike(before, after) else { continue }
        found.append(
          (
            ranks[name] ?? ranks.count,
            .init(name: name, content: .attribute(attribute, old: before, new: after))
          ))
      } else if let end = column.end {
        let before = keys(column, end, old, oldReader)
        let after = keys(column, end, new, newReader)
        // An added or removed object is described by what it is related to.
        let isSame = old == nil || new == nil ? before ?? [] == after ?? [] : before == after
        if isSame { continue }
        found.append(
          (
            ranks.count + 1,
            .init(name: name, content: .relationship(end, old: before, new: after))
          ))
      }
    }
    found.sort {
      $0.rank == $1.rank ? utf8Precedes($0.property.name, $1.property.name) : $0.rank < $1.rank
    }
    var properties = found.map(\.property)
    let before = old.flatMap { $0.segment.foreign[$0.row] }
    let after = new.flatMap { $0.segment.foreign[$0.row] }
    if before != after {
      properties.append(.init(name: "$foreign", content: .foreign(old: before, new: after)))
    }
    return properties
  }

  private func value(_ column: ComparedColumn, _ object: ObjectReader.Object?) -> Value {
    guard let object, column.owners[Int(object.entity.discriminator)] else { return .null }
    return object.segment.value(at: object.row, column: column.index)
  }

  private func keys(
    _ column: ComparedColumn, _ end: RelationshipEnd, _ object: ObjectReader.Object?,
    _ reader: ObjectReader
  ) -> [ObjectKey]? {
    guard let object, column.owners[Int(object.entity.discriminator)] else { return nil }
    let keys = reader.tables.relatedKeys(
      of: object.key, in: object.segment, row: object.row, through: end)
    // A relationship to one that is nil has no objects.
    return !end.relationship.isToMany && keys?.isEmpty == true ? nil : keys
  }
}
