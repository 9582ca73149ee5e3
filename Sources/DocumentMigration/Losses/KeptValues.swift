import DocumentTables

/// The values that a migration up cannot hold in their new type: dates that become days and are not midnight in
/// UTC, trees that become structures and are more, less or other than one, and values of enumerations that get the
/// name of another.
///
/// The document keeps them as carried entries, whose stage leads from the older version to the newer
/// (spec 10.8). On the way down they replace what the unchanged new values become.
package struct KeptValues: Sendable {
  /// A column of the older schema whose type changes.
  private struct Source {
    let hierarchy: Int
    let column: Int
    let passage: KeptPassage
    /// The groups of the column's entries, by the discriminator of the older entity; nil for entities
    /// without the property.
    let groups: [Int?]
  }

  private let sources: [Source]
  private var groups: [Group] = []

  private struct Group {
    let header: LossGroup.Header
    var keys: [ObjectKey] = []
    var values: [Tree] = []
    var guards: [Tree] = []
  }

  /// - Parameter difference: The difference from the older schema to the newer.
  package init(_ difference: SchemaDifference) {
    let (older, newer) = (difference.old, difference.new)
    var sources: [Source] = []
    var groups: [Group] = []
    for (place, passage) in KeptPassage.all(of: difference) {
      guard let hierarchy = older.hierarchyIndex(of: place.entity),
        let column = older.hierarchies[hierarchy].column(named: place.name, of: place.entity)
      else { continue }
      let entities = older.hierarchies[hierarchy].entities
      sources.append(
        Source(
          hierarchy: hierarchy, column: column, passage: passage,
          groups: entities.map { entity in
            guard entity.properties.contains(where: { $0.column == column }) else { return nil }
            groups.append(
              Group(
                header: LossGroup.Header(
                  stage: LossStage(
                    schema: newer.name, from: older.version, to: newer.version),
                  kind: .value, reason: .narrowed, hierarchy: older.hierarchies[hierarchy].name,
                  entity: entity.name, olderEntity: difference.heirs[entity.name],
                  property: place.name)))
            return groups.count - 1
          }))
    }
    self.sources = sources
    self.groups = groups
  }

  /// Adds the values of a segment of the older schema; segments come in the order of their keys.
  package mutating func add(_ segment: Segment, hierarchy: Int) {
    for source in sources where source.hierarchy == hierarchy {
      source.passage.forEachLoss(in: segment.columns[source.column]) { row, value, narrowed in
        let tree = Tree(value, of: source.passage.older.type)
        // An entry would be nested too deeply for a part (spec 10.2-5).
        guard let group = source.groups[Int(segment.entities[row])],
          !tree.isDeeper(than: LossSearch.largestDepth)
        else { return }
        groups[group].keys.append(segment.keys[row])
        groups[group].values.append(tree)
        groups[group].guards.append(Tree(narrowed, of: source.passage.newer.type))
      }
    }
  }

  /// The entries to carry.
  package var carried: [Tree] {
    groups.filter { !$0.keys.isEmpty }.map { group in
      var entries = LossGroup(group.header)
      entries.keys = group.keys
      entries.values = group.values
      entries.guards = group.guards
      return entries
    }.sorted { LossGroup.Header.precedes($0.header, $1.header) }.map(\.tree)
  }
}

/// The way of an attribute's values up to a narrower type, and down again.
private struct KeptPassage {
  let older: TableAttribute
  let newer: TableAttribute
  let up: ValueConversion
  let down: ValueConversion

  /// Returns the passages of a difference in either direction, with the attributes in the older schema.
  static func all(
    of difference: SchemaDifference
  ) -> [(older: DeclaredProperty, passage: KeptPassage)] {
    let isBack = difference.way == .back
    let changedTypes = difference.steps.compactMap {
      step -> (older: DeclaredProperty, passage: KeptPassage)? in
      guard case .changeType(let from, let to) = step.change,
        isKept(from: isBack ? to : from, to: isBack ? from : to),
        let old = step.old?.declared, let new = step.new?.declared,
        let before = difference.old.entity(named: old.entity)?.attribute(named: old.name),
        let after = difference.new.entity(named: new.entity)?.attribute(named: new.name)
      else { return nil }
      let (older, newer) = isBack ? (after, before) : (before, after)
      let up: MigrationStep.Way = isBack ? .forward : difference.way
      let passage = KeptPassage(
        older: older, newer: newer, up: ValueConversion(from: older, to: newer, up),
        down: ValueConversion(from: newer, to: older, .back))
      return (isBack ? new : old, passage)
    }
    return merged(of: difference) + changedTypes
  }

  /// Returns the passages of renamed values of which the older version had several for one of the newer.
  private static func merged(
    of difference: SchemaDifference
  ) -> [(older: DeclaredProperty, passage: KeptPassage)] {
    let isBack = difference.way == .back
    let (from, to) = isBack ? (difference.new, difference.old) : (difference.old, difference.new)
    return difference.renamings.compactMap { renaming in
      let isRestored = renaming.up.values.allSatisfy { renaming.down.values[$1] == $0 }
      guard !isRestored, renaming.member == nil,
        let older = from.entity(named: renaming.older.entity)?
          .attribute(named: renaming.older.name),
        let newer = to.entity(named: renaming.newer.entity)?.attribute(named: renaming.newer.name)
      else { return nil }
      var up = ValueConversion(from: older, to: newer, isBack ? .forward : difference.way)
      var down = ValueConversion(from: newer, to: older, .back)
      up.renaming = renaming.up
      down.renaming = renaming.down
      return (
        renaming.older, KeptPassage(older: older, newer: newer, up: up, down: down)
      )
    }
  }

  private static func isKept(from older: AttributeType, to newer: AttributeType) -> Bool {
    switch (older, newer) {
    case (.scalar(.date), .scalar(.day)), (.tree, .structure): true
    default: false
    }
  }

  /// Calls a closure with the rows whose value does not come back, that value, and what it becomes.
  func forEachLoss(in column: Column, _ body: (_ row: Int, Value, _ narrowed: Value) -> Void) {
    switch column {
    case .date(let dates):
      for row in dates.values.indices
      where !dates.nulls[row] && !DateOfDay.isMidnight(dates.values[row]) {
        body(row, .date(dates.values[row]), up.convert(.date(dates.values[row])))
      }
    default:
      for row in 0..<column.count where !column.isNull(at: row) {
        let value = column.value(at: row)
        let narrowed = up.convert(value)
        if down.convert(narrowed) != value { body(row, value, narrowed) }
      }
    }
  }
}

extension MigrationStep.Place {
  fileprivate var declared: DeclaredProperty? {
    property.map { DeclaredProperty(entity, $0) }
  }
}

extension SchemaDifference {
  /// Whether values may be kept on the way up, and put back on the way down.
  package var keepsValues: Bool { !KeptPassage.all(of: self).isEmpty }
}

extension Tables {
  /// Returns tables that were migrated up, carrying the values of the tables before that do not come back.
  package func keepingValues(of older: Tables, by difference: SchemaDifference) -> Tables {
    guard difference.keepsValues else { return self }
    var kept = KeptValues(difference)
    for (hierarchy, table) in older.tables.enumerated() {
      for segment in table.segments { kept.add(segment, hierarchy: hierarchy) }
    }
    var result = self
    // A valid document of the older version carries none: the way down puts them back.
    result.carried.removeAll {
      $0.isKept(by: LossStage(from: difference.old, to: difference.new))
    }
    result.carried += kept.carried
    return result
  }

  /// Returns tables that were migrated down, with the values that they carry in place of what unchanged newer
  /// values became.
  ///
  /// - Parameter difference: The difference from the newer schema to the older.
  package func puttingBackValues(by difference: SchemaDifference) -> Tables {
    let passages = Dictionary(KeptPassage.all(of: difference)) { first, _ in first }
    guard !passages.isEmpty else { return self }
    let stage = LossStage(from: schema, to: difference.old)
    var result = self
    var edits = schema.hierarchies.indices.map { TableEdit($0, of: schema) }
    result.carried = carried.filter { tree in
      guard tree.isKept(by: stage) else { return true }
      if case .group(let group) = Losses.read(tree, of: stage) {
        putBack(group, passages, &edits)
      }
      return false
    }
    guard result.carried.count < carried.count else { return self }
    return result.applying(edits)
  }

  private func putBack(
    _ group: LossGroup, _ passages: [DeclaredProperty: KeptPassage], _ edits: inout [TableEdit]
  ) {
    guard group.header.kind == .value, group.guards.count == group.keys.count,
      zip(group.keys, group.keys.dropFirst()).allSatisfy({ $0 < $1 }),
      let property = group.header.property,
      let hierarchy = schema.hierarchyIndex(of: group.header.entity),
      let entity = schema.hierarchies[hierarchy].entity(named: group.header.entity),
      let column = entity.column(of: property)
    else { return }
    let layout = schema.hierarchies[hierarchy].columns[column]
    guard let passage = passages[DeclaredProperty(layout.entity, layout.name)] else { return }
    var rows = RowSearch(tables[hierarchy])
    for (place, key) in group.keys.enumerated() {
      guard let value = passage.older.value(of: group.values[place]), !value.isNull,
        let narrowed = passage.newer.value(of: group.guards[place]),
        passage.up.convert(value) == narrowed, let location = rows.location(of: key)
      else { continue }
      let segment = rows.table.segments[location.segment]
      guard segment.entities[location.row] == entity.discriminator,
        segment.columns[column].value(at: location.row) == passage.down.convert(narrowed)
      else { continue }
      edits[hierarchy].set(key, column: column, value)
    }
  }
}

extension Tree {
  /// Whether this is an entry of a stage.
  fileprivate func isKept(by stage: LossStage) -> Bool {
    if case .foreign = Losses.read(self, of: stage) { false } else { true }
  }
}
