/// The deletion of some objects as a change set, by the delete rules of the schema.
///
///     objects ─► what they own (cascade) ─► what these own ─► rows
///                                                         └► references of others to the rows
///
/// A document has no references to objects that it lacks, so they are removed whatever the rule is.
package struct ObjectDeletion: Sendable {
  /// Why objects cannot be deleted.
  package enum Refusal: Error, Hashable, Sendable {
    /// A relationship of the object denies its deletion while it leads to an object.
    case denied(object: ObjectKey, property: String, target: ObjectKey)
    /// An object that stays needs the object.
    case required(object: ObjectKey, property: String, target: ObjectKey)
  }

  /// The rows that are deleted, and those that no longer refer to them.
  package private(set) var changes: ChangeSet
  private let tables: Tables
  /// The keys of the deleted objects, by hierarchy.
  private var deleted: [Set<ObjectKey>]

  /// Deletes objects, and what the rules of their relationships delete with them; ignores objects that the tables lack.
  ///
  /// The cost is proportional to the rows whose entities refer to others.
  package init(
    _ objects: some Sequence<(hierarchy: Int, key: ObjectKey)>, from tables: Tables
  ) throws(Refusal) {
    self.tables = tables
    deleted = tables.schema.hierarchies.map { _ in [] }
    changes = ChangeSet(nextKey: tables.nextKey)
    let denials = collect(objects)
    for denial in denials {
      guard let target = denial.targets.first(where: { !deleted[denial.hierarchy].contains($0) })
      else { continue }
      throw .denied(object: denial.object, property: denial.property, target: target)
    }
    for hierarchy in tables.tables.indices { try removeReferences(in: hierarchy) }
    keepEmptyLists()
  }

  // MARK: Deleted objects

  /// A relationship that denies the deletion of its object.
  private struct Denial {
    let object: ObjectKey
    let property: String
    let hierarchy: Int
    let targets: [ObjectKey]
  }

  private mutating func collect(
    _ objects: some Sequence<(hierarchy: Int, key: ObjectKey)>
  ) -> [Denial] {
    var ends: [String: [RelationshipEnd]] = [:]
    var denials: [Denial] = []
    var waiting = Array(objects)
    // Terminates: each object is taken at most once.
    while let (hierarchy, key) = waiting.popLast() {
      guard tables.tables.indices.contains(hierarchy),
        let location = tables.tables[hierarchy].location(of: key),
        deleted[hierarchy].insert(key).inserted
      else { continue }
      let segment = tables.tables[hierarchy].segments[location.segment]
      let entity = tables.schema.hierarchies[hierarchy].entities[
        Int(segment.entities[location.row])]
      changes.deleted.append(
        DeletedRow(
          hierarchy: hierarchy, key: key, discriminator: entity.discriminator,
          values: segment.values(at: location.row), foreign: segment.foreign[location.row]))
      if ends[entity.name] == nil {
        ends[entity.name] = entity.properties.compactMap {
          tables.schema.relationshipEnd(named: $0.name, of: entity.name)
        }
      }
      for end in ends[entity.name] ?? [] {
        let rule = end.relationship.deleteRule
        guard rule == .cascade || rule == .deny else { continue }
        let targets =
          tables.relatedKeys(of: key, in: segment, row: location.row, through: end) ?? []
        if rule == .cascade {
          waiting += targets.map { (end.destinationHierarchy, $0) }
        } else if !targets.isEmpty {
          denials.append(
            Denial(
              object: key, property: end.relationship.name, hierarchy: end.destinationHierarchy,
              targets: targets))
        }
      }
    }
    changes.deleted.sort { ($0.hierarchy, $0.key) < ($1.hierarchy, $1.key) }
    return denials
  }

  // MARK: Objects that stay

  private mutating func removeReferences(in hierarchy: Int) throws(Refusal) {
    let layout = tables.schema.hierarchies[hierarchy]
    var columns: [(index: Int, TableRelationship, RelationshipStorage, destination: Int)] = []
    for (index, column) in layout.columns.enumerated() {
      guard case .relationship(let relationship, let storage) = column.content,
        let destination = tables.schema.hierarchyIndex(of: relationship.destination),
        !deleted[destination].isEmpty
      else { continue }
      columns.append((index, relationship, storage, destination))
    }
    guard !columns.isEmpty else { return }
    for segment in tables.tables[hierarchy].segments {
      for row in 0..<segment.count where !deleted[hierarchy].contains(segment.keys[row]) {
        var update = UpdatedRow(hierarchy: hierarchy, key: segment.keys[row], changes: [])
        for (index, relationship, storage, destination) in columns {
          let column = segment.columns[index]
          if let target = column.reference(at: row) {
            guard deleted[destination].contains(target) else { continue }
            guard relationship.isNullable else {
              throw .required(
                object: update.key, property: relationship.name, target: target)
            }
            update.changes.append(
              PropertyChange(column: index, old: .reference(target), new: .null))
          } else if let targets = column.references(at: row) {
            let rest = targets.filter { !deleted[destination].contains($0) }
            guard rest.count < targets.count else { continue }
            update.changes.append(
              PropertyChange(
                column: index, old: .references(Array(targets)),
                new: storage == .order
                  ? .order(of: rest, isNullable: relationship.isNullable) : .references(rest)))
          }
        }
        if !update.changes.isEmpty { changes.updated.append(update) }
      }
    }
  }

  /// States empty lists that would otherwise be nil, because nothing refers to their objects any more.
  private mutating func keepEmptyLists() {
    var owners: Set<ListOwner> = []
    for row in changes.deleted {
      let entity = tables.schema.hierarchies[row.hierarchy].entities[Int(row.discriminator)]
      for property in entity.properties {
        guard let column = property.column, row.values.indices.contains(column),
          case .reference(let owner) = row.values[column],
          let end = tables.schema.relationshipEnd(named: property.name, of: entity.name),
          let list = end.inverseColumn, !deleted[end.destinationHierarchy].contains(owner)
        else { continue }
        owners.insert(ListOwner(hierarchy: end.destinationHierarchy, key: owner, column: list))
      }
    }
    for owner in owners.sorted(by: { ($0.key, $0.column) < ($1.key, $1.column) }) {
      let layout = tables.schema.hierarchies[owner.hierarchy].columns[owner.column]
      guard case .relationship(let relationship, .order) = layout.content, relationship.isNullable,
        let location = tables.tables[owner.hierarchy].location(of: owner.key),
        let end = tables.schema.relationshipEnd(named: layout.name, of: layout.entity)
      else { continue }
      let segment = tables.tables[owner.hierarchy].segments[location.segment]
      guard segment.columns[owner.column].references(at: location.row) == nil,
        let members = tables.relatedKeys(
          of: owner.key, in: segment, row: location.row, through: end),
        members.allSatisfy(deleted[end.destinationHierarchy].contains)
      else { continue }
      let change = PropertyChange(column: owner.column, old: .null, new: .references([]))
      if let index = changes.updated.firstIndex(where: {
        $0.key == owner.key && $0.hierarchy == owner.hierarchy
      }) {
        changes.updated[index].changes.append(change)
      } else {
        changes.updated.append(
          UpdatedRow(hierarchy: owner.hierarchy, key: owner.key, changes: [change]))
      }
    }
  }

  /// An object with a list whose members are stored at the other end.
  private struct ListOwner: Hashable {
    let hierarchy: Int
    let key: ObjectKey
    let column: Int
  }
}

extension Value {
  /// What a row stores of a list whose members the other end stores (spec 5.3): nothing if they are in the order of
  /// their keys.
  package static func order(of members: [ObjectKey], isNullable: Bool) -> Value {
    if members.isEmpty { return isNullable ? .references([]) : .null }
    return zip(members, members.dropFirst()).allSatisfy { $0 < $1 } ? .null : .references(members)
  }
}
