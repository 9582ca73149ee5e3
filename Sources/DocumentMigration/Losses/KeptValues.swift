import DocumentTables

/// The dates that a migration up turns into days and that are not midnight in UTC.
///
/// The document keeps them as carried entries, whose stage leads from the older version to the newer
/// (spec 10.8). On the way down they replace the midnights of days that have not changed.
package struct KeptValues: Sendable {
  /// A date column of the older schema that becomes a column of days.
  private struct Source {
    let hierarchy: Int
    let column: Int
    /// The groups of the column's entries, by the discriminator of the older entity; nil for entities
    /// without the property.
    let groups: [Int?]
  }

  private let sources: [Source]
  private var groups: [Group] = []

  private struct Group {
    let header: LossGroup.Header
    var keys: [ObjectKey] = []
    var dates: [Double] = []
  }

  /// - Parameter difference: The difference from the older schema to the newer.
  package init(_ difference: SchemaDifference) {
    let (older, newer) = (difference.old, difference.new)
    var sources: [Source] = []
    var groups: [Group] = []
    for step in difference.steps {
      guard case .changeType(.scalar(.date), .scalar(.day)) = step.change, let place = step.old,
        let property = place.property, let hierarchy = older.hierarchyIndex(of: place.entity),
        let column = older.hierarchies[hierarchy].column(named: property, of: place.entity)
      else { continue }
      let entities = older.hierarchies[hierarchy].entities
      sources.append(
        Source(
          hierarchy: hierarchy, column: column,
          groups: entities.map { entity in
            guard entity.properties.contains(where: { $0.column == column }) else { return nil }
            groups.append(
              Group(
                header: LossGroup.Header(
                  stage: LossStage(
                    schema: newer.name, from: older.version, to: newer.version),
                  kind: .value, reason: .narrowed, hierarchy: older.hierarchies[hierarchy].name,
                  entity: entity.name, olderEntity: difference.heirs[entity.name],
                  property: property)))
            return groups.count - 1
          }))
    }
    self.sources = sources
    self.groups = groups
  }

  /// Adds the dates of a segment of the older schema; segments come in the order of their keys.
  package mutating func add(_ segment: Segment, hierarchy: Int) {
    for source in sources where source.hierarchy == hierarchy {
      segment.columns[source.column].forEachDate { row, date in
        guard !DateOfDay.isMidnight(date), let group = source.groups[Int(segment.entities[row])]
        else { return }
        groups[group].keys.append(segment.keys[row])
        groups[group].dates.append(date)
      }
    }
  }

  /// The entries to carry.
  package var carried: [Tree] {
    groups.filter { !$0.keys.isEmpty }.map { group in
      var entries = LossGroup(group.header)
      entries.keys = group.keys
      entries.values = group.dates.map { .date($0) }
      entries.guards = group.dates.map { .day(DateOfDay.day(of: $0)) }
      return entries
    }.sorted { LossGroup.Header.precedes($0.header, $1.header) }.map(\.tree)
  }
}

extension Tables {
  /// Returns tables that were migrated up, carrying the dates of the tables before that are not
  /// midnight.
  package func keepingValues(of older: Tables, by difference: SchemaDifference) -> Tables {
    guard difference.convertsDates else { return self }
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

  /// Returns tables that were migrated down, with the dates that they carry in place of the
  /// midnights of days that have not changed.
  ///
  /// - Parameter difference: The difference from the newer schema to the older.
  package func puttingBackValues(by difference: SchemaDifference) -> Tables {
    guard difference.convertsDates else { return self }
    let stage = LossStage(from: schema, to: difference.old)
    var result = self
    var edits = schema.hierarchies.indices.map { TableEdit($0, of: schema) }
    result.carried = carried.filter { tree in
      guard tree.isKept(by: stage) else { return true }
      if case .group(let group) = Losses.read(tree, of: stage) { putBack(group, &edits) }
      return false
    }
    guard result.carried.count < carried.count else { return self }
    return result.applying(edits)
  }

  private func putBack(_ group: LossGroup, _ edits: inout [TableEdit]) {
    guard group.header.kind == .value, group.guards.count == group.keys.count,
      zip(group.keys, group.keys.dropFirst()).allSatisfy({ $0 < $1 }),
      let property = group.header.property,
      let hierarchy = schema.hierarchyIndex(of: group.header.entity),
      let entity = schema.hierarchies[hierarchy].entity(named: group.header.entity),
      let column = entity.column(of: property),
      schema.hierarchies[hierarchy].columns[column].attribute?.type == .scalar(.date)
    else { return }
    var rows = RowSearch(tables[hierarchy])
    for (place, key) in group.keys.enumerated() {
      guard case .date(let date) = group.values[place], case .day(let day) = group.guards[place],
        DateOfDay.day(of: date) == day, let location = rows.location(of: key)
      else { continue }
      let segment = rows.table.segments[location.segment]
      guard segment.entities[location.row] == entity.discriminator,
        segment.columns[column].value(at: location.row) == .date(DateOfDay.midnight(of: day))
      else { continue }
      edits[hierarchy].set(key, column: column, .date(date))
    }
  }
}

extension Tree {
  /// Whether this is an entry of a stage.
  fileprivate func isKept(by stage: LossStage) -> Bool {
    if case .foreign = Losses.read(self, of: stage) { false } else { true }
  }
}

extension Column {
  /// Calls a closure with each row that has a date.
  fileprivate func forEachDate(_ body: (_ row: Int, _ date: Double) -> Void) {
    switch self {
    case .constant(.date(let date), let count): for row in 0..<count { body(row, date) }
    case .date(let column):
      for row in column.values.indices where !column.nulls[row] { body(row, column.values[row]) }
    default: break
    }
  }
}
