/// A difference between a document and the base of a change set.
package enum ChangeConflict: Hashable, Sendable {
  /// An object that is to be changed or deleted does not exist.
  case missing(hierarchy: Int, entity: UInt16?, ObjectKey)
  /// An object that is to be deleted is of another entity.
  case entity(hierarchy: Int, ObjectKey, expected: UInt16, found: UInt16)
  /// A property has another value than the old one; orders in their written form.
  case value(hierarchy: Int, ObjectKey, column: Int, expected: Value, found: Value)
  /// The entity of an object does not have a property that is to be changed.
  case property(hierarchy: Int, ObjectKey, column: Int)
  /// The data of other programs in an object differs.
  case foreign(hierarchy: Int, ObjectKey, expected: Tree?, found: Tree?)
  /// The key of an object or extension record that is to be inserted is in use.
  case keyInUse(ObjectKey)
  case extensionRecord(ObjectKey, expected: ExtensionRecord?, found: ExtensionRecord?)
  case keptPart(String, expected: KeptPart?, found: KeptPart?)
  case carried
}

extension ChangeSet {
  /// Returns the places in which tables differ from the base of these changes, in the order of the
  /// changes; none if the changes can be applied to them.
  package func conflicts(with tables: Tables) -> [ChangeConflict] {
    var guards = ChangeGuards(tables)
    guards.check(self)
    return guards.conflicts
  }
}

/// A check that the old values of a change set are those of a document.
private struct ChangeGuards {
  private let tables: Tables
  private let columns: [[ComparedColumn]]
  private var searches: [RowSearch]
  var conflicts: [ChangeConflict] = []

  init(_ tables: Tables) {
    self.tables = tables
    columns = tables.schema.comparedColumns()
    searches = tables.tables.map { RowSearch($0) }
  }

  mutating func check(_ changes: ChangeSet) {
    for row in changes.deleted {
      guard let (segment, place) = self.row(row.key, row.hierarchy) else {
        conflicts.append(
          .missing(hierarchy: row.hierarchy, entity: row.discriminator, row.key))
        continue
      }
      let entity = segment.entities[place]
      guard entity == row.discriminator else {
        conflicts.append(
          .entity(
            hierarchy: row.hierarchy, row.key, expected: row.discriminator, found: entity))
        continue
      }
      for (column, expected) in row.values.enumerated() {
        check(row.hierarchy, row.key, column, expected, segment, place)
      }
      checkForeign(row.hierarchy, row.key, row.foreign, segment, place)
    }
    for row in changes.updated {
      guard let (segment, place) = self.row(row.key, row.hierarchy) else {
        conflicts.append(.missing(hierarchy: row.hierarchy, entity: nil, row.key))
        continue
      }
      for change in row.changes {
        let column = columns[row.hierarchy][change.column]
        if column.owners[Int(segment.entities[place])] {
          check(row.hierarchy, row.key, change.column, change.old, segment, place)
        } else {
          conflicts.append(
            .property(hierarchy: row.hierarchy, row.key, column: change.column))
        }
      }
      if let foreign = row.foreign {
        checkForeign(row.hierarchy, row.key, foreign.old, segment, place)
      }
    }
    let deleted = Set(changes.deleted.map(\.key))
    let records = Dictionary(tables.extensions.map { ($0.key, $0) }) { first, _ in first }
    // A key may go from an extension record to an object, or back.
    let removed = Set(changes.extensions.filter { $0.new == nil }.compactMap { $0.old?.key })
    for row in changes.inserted where !deleted.contains(row.key) {
      if tables.find(row.key) != nil || records[row.key] != nil && !removed.contains(row.key) {
        conflicts.append(.keyInUse(row.key))
      }
    }
    checkContentOfOthers(changes, deleted, records)
  }

  private mutating func checkContentOfOthers(
    _ changes: ChangeSet, _ deleted: Set<ObjectKey>, _ records: [ObjectKey: ExtensionRecord]
  ) {
    for change in changes.extensions {
      guard let key = (change.old ?? change.new)?.key else { continue }
      if records[key] != change.old {
        conflicts.append(.extensionRecord(key, expected: change.old, found: records[key]))
      } else if change.old == nil, tables.find(key) != nil, !deleted.contains(key) {
        conflicts.append(.keyInUse(key))
      }
    }
    let parts = Dictionary(tables.keptParts.map { ($0.name, $0) }) { first, _ in first }
    for change in changes.keptParts {
      guard let name = (change.old ?? change.new)?.name, parts[name] != change.old else { continue }
      conflicts.append(.keptPart(name, expected: change.old, found: parts[name]))
    }
    if let carried = changes.carried, carried.old != tables.carried { conflicts.append(.carried) }
  }

  private mutating func row(_ key: ObjectKey, _ hierarchy: Int) -> (Segment, Int)? {
    searches[hierarchy].location(of: key).map {
      (tables.tables[hierarchy].segments[$0.segment], $0.row)
    }
  }

  private mutating func check(
    _ hierarchy: Int, _ key: ObjectKey, _ column: Int, _ expected: Value, _ segment: Segment,
    _ row: Int
  ) {
    let compared = columns[hierarchy][column]
    guard compared.owners[Int(segment.entities[row])] else { return }
    let found = compared.writtenValue(segment, row, in: tables)
    if !compared.areWrittenAlike(expected, found) {
      conflicts.append(
        .value(hierarchy: hierarchy, key, column: column, expected: expected, found: found))
    }
  }

  private mutating func checkForeign(
    _ hierarchy: Int, _ key: ObjectKey, _ expected: Tree?, _ segment: Segment, _ row: Int
  ) {
    let found = segment.foreign[row]
    if expected != found {
      conflicts.append(
        .foreign(hierarchy: hierarchy, key, expected: expected, found: found))
    }
  }
}
