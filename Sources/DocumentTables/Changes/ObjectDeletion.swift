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

  /// The deleted rows, and the updated rows that referred to them.
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
    try removeReferences()
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

  private mutating func removeReferences() throws(Refusal) {
    let gone = deleted
    changes.updated = tables.updates(removingReferencesTo: { gone[$0].contains($1) })
    for update in changes.updated {
      for change in update.changes {
        guard case .reference(let target) = change.old,
          case .relationship(let relationship, _) =
            tables.schema.hierarchies[update.hierarchy].columns[change.column].content,
          !relationship.isNullable
        else { continue }
        throw .required(object: update.key, property: relationship.name, target: target)
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

extension Tables {
  /// Returns the changes that remove all references to objects that are gone from the objects that stay: a reference
  /// becomes null, even where the schema allows no nil, and a list loses members.
  ///
  /// - Parameter isGone: Whether an object of a hierarchy is gone.
  package func updates(
    removingReferencesTo isGone: (_ hierarchy: Int, _ key: ObjectKey) -> Bool
  ) -> [UpdatedRow] {
    var updates: [UpdatedRow] = []
    for (hierarchy, layout) in schema.hierarchies.enumerated() {
      let ends = layout.columns.enumerated().compactMap { index, column in
        column.attribute == nil
          ? schema.relationshipEnd(named: column.name, of: column.entity).map { (index, $0) } : nil
      }
      guard !ends.isEmpty else { continue }
      for segment in tables[hierarchy].segments {
        for row in 0..<segment.count where !isGone(hierarchy, segment.keys[row]) {
          let changes = ends.compactMap { column, end in
            end.change(of: segment.columns[column], row, column) {
              isGone(end.destinationHierarchy, $0)
            }
          }
          if !changes.isEmpty {
            updates.append(
              UpdatedRow(hierarchy: hierarchy, key: segment.keys[row], changes: changes))
          }
        }
      }
    }
    return updates
  }
}

extension RelationshipEnd {
  /// Returns the change that removes references from a value; nil if it has none to remove.
  fileprivate func change(
    of content: Column, _ row: Int, _ column: Int, _ isGone: (ObjectKey) -> Bool
  ) -> PropertyChange? {
    if let target = content.reference(at: row) {
      return isGone(target)
        ? PropertyChange(column: column, old: .reference(target), new: .null) : nil
    }
    guard let targets = content.references(at: row) else { return nil }
    let rest = targets.filter { !isGone($0) }
    guard rest.count < targets.count else { return nil }
    return PropertyChange(
      column: column, old: .references(Array(targets)),
      new: storage == .order
        ? .order(of: rest, isNullable: relationship.isNullable) : .references(rest))
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
