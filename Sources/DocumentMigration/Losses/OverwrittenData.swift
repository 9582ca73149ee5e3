import DocumentTables

/// Data that is visible in the older version and that restoring carried losses deleted or replaced.
///
/// The author of a file controls its carried entries, so a report must list the changes that they
/// make to objects that were visible before.
package struct OverwrittenData: Hashable, Sendable {
  /// A group of changes with the same entity and property, stored in columns.
  package struct Group: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
      /// A deleted object.
      case deleted
      /// A property with another value.
      case replaced
      /// Data of other programs in an object's record.
      case foreign
    }

    package var kind: Kind
    package var entity: String
    /// The property; only for `replaced`.
    package var property: String?
    /// For `deleted`: the property that best identifies an object to a reader; nil if there is
    /// none.
    package var title: String?
    package var keys: [ObjectKey] = []
    /// The previous data for each key; for `deleted`, the object's properties by name.
    package var before: [Tree] = []
    /// The new data for each key; null for `deleted`.
    package var after: [Tree] = []

    /// Returns a group of the changes of some objects.
    package func subset(where isIncluded: (ObjectKey) -> Bool) -> Group {
      var group = self
      (group.keys, group.before, group.after) = ([], [], [])
      for index in keys.indices where isIncluded(keys[index]) {
        group.append(keys[index], before[index], after[index])
      }
      return group
    }

    fileprivate mutating func append(_ key: ObjectKey, _ before: Tree, _ after: Tree) {
      keys.append(key)
      self.before.append(before)
      self.after.append(after)
    }
  }

  package var groups: [Group] = []

  package init() {}

  package var count: Int { groups.reduce(0) { $0 + $1.keys.count } }
}

extension LossRestoring {
  /// Compares the tables before and after restoring, for the objects of restored entries.
  func overwritten(in result: Tables) -> OverwrittenData {
    var data = OverwrittenData()
    for hierarchy in base.schema.hierarchies.indices {
      data.groups += deletedObjects(of: hierarchy, in: result)
      let touched = touchedValues(of: hierarchy)
      for (column, keys) in touched.sorted(by: { $0.key < $1.key }) {
        data.groups += replacedValues(columns[hierarchy][column], keys, in: result)
      }
      data.groups += replacedForeignData(of: hierarchy, in: result)
    }
    return data
  }

  private func keys(of kind: LossKind, _ hierarchy: Int) -> [ObjectKey] {
    Set(
      groups.filter { $0.kind == kind && $0.hierarchy == hierarchy }.flatMap { group in
        group.losses.keys.indices.filter { group.states[$0] == nil }.map { group.losses.keys[$0] }
      }
    ).sorted()
  }

  private func deletedObjects(
    of hierarchy: Int, in result: Tables
  ) -> [OverwrittenData.Group] {
    var found = GroupedChanges()
    var before = RowSearch(base.tables[hierarchy])
    var after = RowSearch(result.tables[hierarchy])
    for key in keys(of: .added, hierarchy) {
      guard let location = before.location(of: key), after.location(of: key) == nil else {
        continue
      }
      let segment = before.table.segments[location.segment]
      let entity = base.schema.hierarchies[hierarchy].entities[
        Int(segment.entities[location.row])]
      let members = entity.properties.compactMap { property in
        property.column.map {
          TreeMember(property.name, columns[hierarchy][$0].tree(in: base, segment, location.row))
        }
      }
      found.add(
        .init(kind: .deleted, entity: entity.name, title: title(of: entity, hierarchy)), key,
        .object(members), .null)
    }
    return found.groups
  }

  /// Returns the first text property in the entity's uniqueness constraints and indexes, otherwise
  /// its first text property; nil if there is none.
  private func title(of entity: EntityLayout, _ hierarchy: Int) -> String? {
    let texts = entity.properties.filter { property in
      property.column.map {
        base.schema.hierarchies[hierarchy].columns[$0].attribute?.type == .scalar(.text)
      } ?? false
    }.map(\.name)
    let lineage = base.schema.lineage(of: entity.name)
    let sought = lineage.flatMap { $0.uniquenessConstraints + $0.indexes }.joined()
    return sought.first(where: texts.contains) ?? texts.first
  }

  /// Returns the objects whose values may differ, by column, and for each object whether the older
  /// version has the property.
  private func touchedValues(of hierarchy: Int) -> [Int: [ObjectKey: Bool]] {
    var touched: [Int: [ObjectKey: Bool]] = [:]
    for group in groups where group.hierarchy == hierarchy {
      switch group.kind {
      case .value:
        guard let column = group.column else { continue }
        let isShown = !group.losses.guards.isEmpty
        for (place, key) in group.losses.keys.enumerated() where group.states[place] == nil {
          touched[column.index, default: [:]][key, default: false] =
            touched[column.index]?[key] ?? false || isShown
        }
      case .entity:
        let lost = columns[hierarchy].filter { !$0.owners[Int(group.entity)] }
        for (place, key) in group.losses.keys.enumerated() where group.states[place] == nil {
          for column in lost { touched[column.index, default: [:]][key, default: false] = true }
        }
      default: continue
      }
    }
    return touched
  }

  private func replacedValues(
    _ column: ComparedColumn, _ keys: [ObjectKey: Bool], in result: Tables
  ) -> [OverwrittenData.Group] {
    var found = GroupedChanges()
    var rowsBefore = RowSearch(base.tables[column.hierarchy])
    var rowsAfter = RowSearch(result.tables[column.hierarchy])
    let initial = column.layout.attribute.map { Tree(column.initialValue, of: $0.type) } ?? .null
    for (key, isShown) in keys.sorted(by: { $0.key < $1.key }) {
      guard let old = rowsBefore.location(of: key), let new = rowsAfter.location(of: key) else {
        continue
      }
      let oldSegment = rowsBefore.table.segments[old.segment]
      let newSegment = rowsAfter.table.segments[new.segment]
      let entity = oldSegment.entities[old.row]
      guard column.owners[Int(entity)] else { continue }
      let before = column.tree(in: base, oldSegment, old.row)
      // An order that the older version cannot store was not visible, so it is not replaced.
      if column.isOrder, !isShown,
        oldSegment.columns[column.index].references(at: old.row) == nil
      {
        continue
      }
      let isOwned = column.owners[Int(newSegment.entities[new.row])]
      let after = isOwned ? column.tree(in: result, newSegment, new.row) : .null
      guard !before.isNull, before != after, isShown || before != initial,
        !Self.onlyAdds(before, after)
      else { continue }
      found.add(
        .init(
          kind: .replaced,
          entity: base.schema.hierarchies[column.hierarchy].entities[Int(entity)].name,
          property: column.layout.name), key, before, after)
    }
    return found.groups
  }

  /// Returns whether a list contains all members of another list in the same order.
  private static func onlyAdds(_ before: Tree, _ after: Tree) -> Bool {
    guard let before = before.keyList else { return false }
    guard let after = after.keyList else { return before.isEmpty }
    var rest = before[...]
    for key in after where rest.first == key { rest.removeFirst() }
    return rest.isEmpty
  }

  private func replacedForeignData(
    of hierarchy: Int, in result: Tables
  ) -> [OverwrittenData.Group] {
    var found = GroupedChanges()
    var rowsBefore = RowSearch(base.tables[hierarchy])
    var rowsAfter = RowSearch(result.tables[hierarchy])
    for key in keys(of: .foreign, hierarchy) {
      guard let old = rowsBefore.location(of: key), let new = rowsAfter.location(of: key),
        let before = rowsBefore.table.segments[old.segment].foreign[old.row]
      else { continue }
      let after = rowsAfter.table.segments[new.segment].foreign[new.row] ?? .null
      guard before != after else { continue }
      let entity = rowsBefore.table.segments[old.segment].entities[old.row]
      found.add(
        .init(
          kind: .foreign, entity: base.schema.hierarchies[hierarchy].entities[Int(entity)].name),
        key, before, after)
    }
    return found.groups
  }
}

/// Changes, grouped by kind and entity.
private struct GroupedChanges {
  private(set) var groups: [OverwrittenData.Group] = []

  mutating func add(
    _ group: OverwrittenData.Group, _ key: ObjectKey, _ before: Tree, _ after: Tree
  ) {
    let isSame = { (other: OverwrittenData.Group) in
      other.kind == group.kind && other.entity.utf8.elementsEqual(group.entity.utf8)
    }
    if let index = groups.firstIndex(where: isSame) {
      groups[index].append(key, before, after)
    } else {
      groups.append(group)
      groups[groups.count - 1].append(key, before, after)
    }
  }
}
