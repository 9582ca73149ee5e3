/// The circumstances of a save, for its transaction.
package struct HistoryStamp: Sendable {
  /// Seconds since 2001-01-01T00:00:00Z.
  package var time: Double
  package var author: String?
  package var program: String?
  package var process: String?

  package init(time: Double, author: String?, program: String? = nil, process: String? = nil) {
    self.time = time
    self.author = author
    self.program = program
    self.process = process
  }
}

extension History.Transaction {
  /// The most objects that a transaction names; of a larger save it names the key ranges.
  package static let largestKeyCount = 1_000_000
  /// The most bytes of a text or of data that a transaction keeps; larger values are left out.
  static let largestValue = 64 << 10
  /// The deepest arrays and objects in a value, so that a part can be read again (spec 3.1).
  static let largestDepth = 48

  /// Creates the transaction of a save.
  ///
  /// - Parameters:
  ///   - changes: The changes of the save.
  ///   - before: The tables before the save.
  ///   - fingerprint: The model fingerprint of their schema.
  package init(
    _ changes: ChangeSet, before: Tables, fingerprint: Digest, detail: HistoryPolicy.Detail,
    stamp: HistoryStamp
  ) {
    var recording = HistoryRecording(before, detail: detail)
    recording.add(changes)
    self.init(stamp, fingerprint)
    groups = recording.groups()
    if isTooLarge {
      groups = []
      unknown = before.historyRanges(nextKey: changes.nextKey)
    }
  }

  /// Whether the transaction names too many objects, or has more values than a tree that readers
  /// accept, so that it can only name the key ranges.
  package var isTooLarge: Bool {
    keyCount > Self.largestKeyCount || tree.isLarger(than: Tree.largestCount)
  }

  /// Creates the transaction of changes that nobody recorded object by object.
  package init(unknown: [HistoryRange], fingerprint: Digest, stamp: HistoryStamp) {
    self.init(stamp, fingerprint)
    self.unknown = unknown.sorted(by: HistoryRange.precedes)
  }

  private init(_ stamp: HistoryStamp, _ fingerprint: Digest) {
    self.init(
      time: stamp.time, author: stamp.author, program: stamp.program, process: stamp.process,
      schema: fingerprint)
  }
}

extension History {
  /// Appends the transaction of changes, if the policy wants any, and keeps the bounds.
  ///
  /// - Parameters:
  ///   - before: The tables before the changes.
  ///   - fingerprint: The model fingerprint of their schema.
  package mutating func record(
    _ changes: ChangeSet, before: Tables, fingerprint: Digest, stamp: HistoryStamp
  ) {
    guard policy.detail != .none else { return }
    let transaction = Transaction(
      changes, before: before, fingerprint: fingerprint, detail: policy.detail, stamp: stamp)
    append(transaction, of: before.schema)
    prune(now: stamp.time)
  }
}

extension History {
  /// Names the objects of the last transaction, if it is a gap behind a history that is known
  /// together with its rows.
  ///
  /// The document keeps only the ranges of a gap, so that all programs have the same transaction.
  ///
  /// - Parameters:
  ///   - changes: The changes from the known rows to the present ones.
  ///   - known: The known history.
  ///   - before: The tables of the known history.
  package mutating func nameObjects(in changes: ChangeSet, since known: History, _ before: Tables) {
    noteFound(by: known)
    guard let point = known.last, let last, last.number == point.number + 1,
      digest(of: point.number) == point.digest,
      runs.last?.transactions.last?.isGap == true,
      changes.inserted.count + changes.updated.count + changes.deleted.count
        <= Transaction.largestKeyCount
    else { return }
    var recording = HistoryRecording(before, detail: policy.detail)
    recording.add(changes)
    note(found: recording.groups())
  }
}

extension Tables {
  /// The tables without the history; a stated wish to record none stays.
  package var withoutHistory: Tables {
    var tables = self
    if history?.policy.detail != HistoryPolicy.Detail.none { tables.history = nil }
    return tables
  }

  /// Notes in the history that a migration has led here from another schema.
  ///
  /// - Parameter isCustom: Whether closures may have changed objects.
  package mutating func noteMigration(from old: TableSchema, isCustom: Bool) {
    let ranges = isCustom ? historyRanges() : []
    history?.appendMigration(from: old, to: schema, unknown: ranges)
  }

  /// One range for each hierarchy, which has all keys below a next key.
  package func historyRanges(nextKey: ObjectKey? = nil) -> [HistoryRange] {
    let last = UInt64(max(nextKey ?? self.nextKey, self.nextKey, 1))
    let bits = min(53, UInt64.bitWidth - last.leadingZeroBitCount)
    return schema.hierarchies.map { HistoryRange(hierarchy: $0.name, start: 0, bits: bits) }
  }
}

/// A recorder of one transaction: sorts the changes of objects into groups.
///
/// A change of a relationship is a change of the objects at both ends, although one end stores it.
private struct HistoryRecording {
  typealias Group = History.Transaction.Group

  /// The changes of one object.
  private struct Object {
    var entity: String
    var properties: Set<String> = []
    var old: [String: Tree] = [:]
    var new: [String: Tree] = [:]
  }

  /// An entity of a hierarchy.
  private struct Place: Hashable {
    var hierarchy: Int
    var discriminator: UInt16
  }

  /// The columns that changed in objects of one entity, in the order of a change set.
  private struct ChangedColumns: Hashable {
    var place: Place
    var columns: [Int]
  }

  private let before: Tables
  private let detail: HistoryPolicy.Detail
  /// The inserted objects by hierarchy and entity; an import has many objects of few entities.
  private var inserted: [Place: HistoryKeys] = [:]
  private var allInserted = HistoryKeys()
  private var deleted: [ObjectKey: Object] = [:]
  /// The updated objects of which more is known than the columns that changed.
  private var updated: [ObjectKey: Object] = [:]
  /// The other updated objects, by their changed columns: the objects of a large save have few kinds of changes.
  private var changed: [ChangedColumns: [ObjectKey]] = [:]
  /// The other end of each column's relationship: the hierarchy and name of the property, if it is
  /// not stored in a column that a change lists.
  private let inverses: [[(hierarchy: Int, name: String)?]]

  init(_ before: Tables, detail: HistoryPolicy.Detail) {
    self.before = before
    self.detail = detail
    let schema = before.schema
    inverses = schema.hierarchies.map { hierarchy in
      hierarchy.columns.map { column in
        guard case .relationship(let relationship, let storage) = column.content,
          storage == .reference || storage == .list, let inverse = relationship.inverse,
          let destination = schema.hierarchyIndex(of: relationship.destination)
        else { return nil }
        return (destination, inverse)
      }
    }
  }

  mutating func add(_ changes: ChangeSet) {
    addInsertions(changes.inserted)
    for row in changes.deleted { addDeletion(row) }
    let related = inverses.map { columns in columns.indices.filter { columns[$0] != nil } }
    addUpdates(changes.updated, related)
    for row in changes.inserted {
      for column in related[row.hierarchy] {
        addRelated(row.hierarchy, column, [], targets(of: row.value(ofColumn: column)))
      }
    }
  }

  /// Adds rows, which ascend in a change set by their keys or are put into that order.
  private mutating func addInsertions(_ rows: [InsertedRow]) {
    let areInOrder = zip(rows, rows.dropFirst()).allSatisfy { $0.key < $1.key }
    var last: (place: Place, keys: HistoryKeys) = (
      Place(hierarchy: -1, discriminator: 0), HistoryKeys()
    )
    for row in areInOrder ? rows : rows.sorted(by: { $0.key < $1.key }) {
      allInserted.append(row.key)
      let place = Place(hierarchy: row.hierarchy, discriminator: row.discriminator)
      if last.place != place {
        if !last.keys.isEmpty { inserted[last.place] = last.keys }
        last = (place, inserted.removeValue(forKey: place) ?? HistoryKeys())
      }
      last.keys.append(row.key)
    }
    if !last.keys.isEmpty { inserted[last.place] = last.keys }
  }

  private func entity(_ hierarchy: Int, _ discriminator: UInt16) -> String {
    before.schema.hierarchies[hierarchy].entities[Int(discriminator)].name
  }

  private func row(_ key: ObjectKey, _ hierarchy: Int) -> (segment: Segment, row: Int)? {
    before.tables[hierarchy].location(of: key).map {
      (before.tables[hierarchy].segments[$0.segment], $0.row)
    }
  }

  /// Adds rows with changed values.
  ///
  /// - Parameter related: The columns of relationships whose other end is a property, by hierarchy.
  private mutating func addUpdates(_ rows: [UpdatedRow], _ related: [[Int]]) {
    var searches = before.tables.map { RowSearch($0) }
    var last = (
      kind: ChangedColumns(place: Place(hierarchy: -1, discriminator: 0), columns: []),
      keys: [ObjectKey]()
    )
    for row in rows {
      guard let location = searches[row.hierarchy].location(of: row.key) else { continue }
      let segment = searches[row.hierarchy].table.segments[location.segment]
      let place = Place(hierarchy: row.hierarchy, discriminator: segment.entities[location.row])
      if !related[row.hierarchy].isEmpty {
        for change in row.changes where related[row.hierarchy].contains(change.column) {
          addRelated(
            row.hierarchy, change.column, targets(of: change.old), targets(of: change.new))
        }
      }
      if detail == .values {
        addValues(of: row, place)
        continue
      }
      if last.kind.place != place
        || !last.kind.columns.elementsEqual(row.changes.lazy.map(\.column))
      {
        changed[last.kind] = last.keys
        let kind = ChangedColumns(place: place, columns: row.changes.map(\.column))
        last = (kind, changed.removeValue(forKey: kind) ?? [])
      }
      last.keys.append(row.key)
    }
    changed[last.kind] = last.keys
    changed = changed.filter { !$0.value.isEmpty }
  }

  private mutating func addValues(of row: UpdatedRow, _ place: Place) {
    let columns = before.schema.hierarchies[row.hierarchy].columns
    var object = updated[row.key] ?? Object(entity: entity(row.hierarchy, place.discriminator))
    for change in row.changes where columns.indices.contains(change.column) {
      let column = columns[change.column]
      object.properties.insert(column.name)
      if let old = tree(change.old, of: column), let new = tree(change.new, of: column) {
        object.old[column.name] = old
        object.new[column.name] = new
      }
    }
    updated[row.key] = object
  }

  private mutating func addDeletion(_ deletion: DeletedRow) {
    let layout = before.schema.hierarchies[deletion.hierarchy]
    let entity = layout.entities[Int(deletion.discriminator)]
    var object = Object(entity: entity.name)
    let found = row(deletion.key, deletion.hierarchy)
    for property in entity.properties {
      guard let index = property.column else { continue }
      let column = layout.columns[index]
      let isKept = detail == .values || column.attribute?.isPreservedOnDeletion == true
      let value = found.map { $0.segment.value(at: $0.row, column: index) } ?? .null
      if isKept, let tree = tree(value, of: column) { object.old[column.name] = tree }
      addRelated(deletion.hierarchy, index, targets(of: value), [])
    }
    deleted[deletion.key] = object
  }

  /// Notes the objects that a relationship leads to only before or only after the change.
  private mutating func addRelated(
    _ hierarchy: Int, _ column: Int, _ old: [ObjectKey], _ new: [ObjectKey]
  ) {
    guard old != new, let inverse = inverses[hierarchy][column] else { return }
    for key in old.isEmpty ? new : Array(Set(old).symmetricDifference(new)) {
      if allInserted.contains(key) { continue }
      if updated[key] == nil {
        guard let (segment, row) = row(key, inverse.hierarchy) else { continue }
        updated[key] = Object(entity: entity(inverse.hierarchy, segment.entities[row]))
      }
      updated[key]?.properties.insert(inverse.name)
    }
  }

  private func targets(of value: Value) -> [ObjectKey] {
    switch value {
    case .reference(let key): [key]
    case .references(let keys): keys
    default: []
    }
  }

  /// The value as a tree; nil if it is too large to be kept.
  private func tree(_ value: Value, of column: ColumnLayout) -> Tree? {
    switch value {
    case .text(let text) where text.utf8.count > History.Transaction.largestValue: return nil
    case .data(let bytes) where bytes.count > History.Transaction.largestValue: return nil
    case .tree(let tree) where tree.isDeeper(than: History.Transaction.largestDepth): return nil
    default: return column.attribute.map { Tree(value, of: $0.type) } ?? Tree(value)
    }
  }

  // MARK: Groups

  /// What the objects of one group have in common.
  private struct Kind: Hashable {
    var entity: String
    var properties: [String]
    var values: [String]
  }

  func groups() -> [Group] {
    var groups: [Group] = []
    for (place, keys) in inserted {
      groups.append(
        Group(.insert, entity: entity(place.hierarchy, place.discriminator), keys: keys))
    }
    var objects = updated
    var byKind: [Kind: [ObjectKey]] = [:]
    for (change, keys) in changed {
      let kind = kind(of: change)
      // Most often no object has been related to another, so that all keys are of the kind.
      byKind[kind, default: []] +=
        objects.isEmpty
        ? keys
        : keys.filter { key in
          guard objects[key] != nil else { return true }
          objects[key]?.properties.formUnion(kind.properties)
          return false
        }
    }
    for (kind, keys) in Self.byKind(objects) { byKind[kind, default: []] += keys }
    if !allInserted.isEmpty || !deleted.isEmpty {
      byKind = byKind.mapValues { keys in
        keys.filter { !allInserted.contains($0) && deleted[$0] == nil }
      }
    }
    groups += Self.groups(.update, byKind, objects)
    groups += Self.groups(.delete, Self.byKind(deleted), deleted)
    return groups.sorted(by: Group.precedes)
  }

  private func kind(of change: ChangedColumns) -> Kind {
    let columns = before.schema.hierarchies[change.place.hierarchy].columns
    let names = Set(
      change.columns.lazy.filter(columns.indices.contains).map { columns[$0].name })
    return Kind(
      entity: entity(change.place.hierarchy, change.place.discriminator),
      properties: names.sorted(by: utf8Precedes), values: [])
  }

  private static func byKind(_ objects: [ObjectKey: Object]) -> [Kind: [ObjectKey]] {
    var byKind: [Kind: [ObjectKey]] = [:]
    for (key, object) in objects {
      let kind = Kind(
        entity: object.entity, properties: object.properties.sorted(by: utf8Precedes),
        values: object.old.keys.sorted(by: utf8Precedes))
      byKind[kind, default: []].append(key)
    }
    return byKind
  }

  private static func groups(
    _ kind: Group.Kind, _ byKind: [Kind: [ObjectKey]], _ objects: [ObjectKey: Object]
  ) -> [Group] {
    byKind.filter { !$0.value.isEmpty }.map { common, keys in
      let keys = keys.sorted()
      func values(_ path: (Object) -> [String: Tree]) -> [String: [Tree]] {
        Dictionary(
          uniqueKeysWithValues: common.values.map { name in
            (name, keys.map { objects[$0].flatMap { path($0)[name] } ?? .null })
          })
      }
      return Group(
        kind, entity: common.entity, keys: HistoryKeys(keys), properties: common.properties,
        old: values(\.old), new: kind == .update ? values(\.new) : [:])
    }
  }
}
