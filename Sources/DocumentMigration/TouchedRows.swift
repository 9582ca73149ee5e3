import DocumentTables

extension Tables {
  /// Returns the number of rows that a step reads or changes; 0 if the step changes only the
  /// schema.
  ///
  /// These tables must be of the old schema.
  package func touchedRows(by step: MigrationStep, of difference: SchemaDifference) -> Int {
    TouchedRows(self, difference).count(step)
  }

  /// Returns the number of rows that each step of a difference reads or changes, in the order of
  /// the steps.
  package func touchedRows(by difference: SchemaDifference) -> [Int] {
    let rows = TouchedRows(self, difference)
    return difference.steps.map { rows.count($0) }
  }
}

/// A counter of the rows that steps touch.
private struct TouchedRows {
  let tables: Tables
  let difference: SchemaDifference
  /// The number of rows of each old entity, excluding subentities.
  private let counts: [String: Int]

  init(_ tables: Tables, _ difference: SchemaDifference) {
    self.tables = tables
    self.difference = difference
    counts = tables.rowCounts()
  }

  func count(_ step: MigrationStep) -> Int {
    switch step.change {
    case .removeEntity, .changeAbstract(true): step.old.flatMap { counts[$0.entity] } ?? 0
    case .changeSuperentity: movesTables(step) ? rows(of: step.new) : 0
    case .addConstraint: rows(of: step.new)
    case .addRelationship(let relationship):
      !relationship.isToMany && !relationship.isNullable ? rows(of: step.new) : 0
    case .changeCounts(let from, let to): from.isWithin(to) ? 0 : rows(of: step.new)
    case .makeRequired: columnRows(step) { $0.mayHoldNull }
    case .renameCases: renamedRows(step)
    case .changeType, .changeCases: isConverted(step) ? columnRows(step) { !$0.isConstant } : 0
    case .renameEntity, .renameProperty, .pullUp, .pushDown, .changeNumber, .changeInverse,
      .changeDestination:
      rebuiltRows(step)
    default: 0
    }
  }

  /// Returns the number of rows whose objects are, in the new schema, of the place's entity.
  private func rows(of place: MigrationStep.Place?) -> Int {
    guard let place else { return 0 }
    return counts.reduce(0) { sum, entry in
      let isOf =
        difference.heirs[entry.key].map { difference.new.isEntity($0, kindOf: place.entity) }
        ?? false
      return isOf ? sum + entry.value : sum
    }
  }

  private func movesTables(_ step: MigrationStep) -> Bool {
    guard let new = step.new.flatMap({ difference.new.hierarchyIndex(of: $0.entity) }),
      let old = step.old.flatMap({ difference.old.hierarchyIndex(of: $0.entity) })
    else { return false }
    let targets = difference.sources.count { $0.parts.contains { $0.hierarchy == old } }
    return difference.sources[new].parts.count > 1 || targets > 1
  }

  /// Returns whether the step reads the values of its column one by one.
  private func isConverted(_ step: MigrationStep) -> Bool {
    switch step.change {
    case .changeCases(let from, let to):
      guard let to else { return false }
      return from.map { !Set($0).isSubset(of: to) } ?? true
    default: return parts(step).contains { $0.source.conversion.type != nil }
    }
  }

  /// Returns the number of rows that have a renamed value; of a member, the rows with another structure.
  private func renamedRows(_ step: MigrationStep) -> Int {
    let renaming = difference.renamings.first { $0.place(difference.way) == step.new }
    guard let property = renaming?.ends(difference.way).new else { return 0 }
    return parts(.init(property.entity, property.name)).reduce(0) { sum, part in
      guard case .column(let index) = part.source.origin else { return sum }
      let conversion = part.source.conversion
      return tables.tables[part.part.hierarchy].segments.reduce(sum) { sum, segment in
        let column = segment.columns[index]
        guard conversion.concerns(column) else { return sum }
        return sum
          + (0..<column.count).count { row in
            let value = column.value(at: row)
            return conversion.convert(value) != value
          }
      }
    }
  }

  /// Returns the number of rows that have the step's property, in segments whose old column passes
  /// a test.
  private func columnRows(_ step: MigrationStep, where isConcerned: (Column) -> Bool) -> Int {
    guard let place = step.old, let name = place.property,
      let hierarchy = tables.schema.hierarchyIndex(of: place.entity)
    else { return 0 }
    let layout = tables.schema.hierarchies[hierarchy]
    guard let column = layout.column(named: name, of: place.entity) else { return 0 }
    let owners = layout.entities.map { $0.properties.contains { $0.column == column } }
    return tables.tables[hierarchy].segments.reduce(0) { sum, segment in
      isConcerned(segment.columns[column]) ? sum + segment.count(owners) : sum
    }
  }

  /// Returns the number of rows whose values are recomputed.
  private func rebuiltRows(_ step: MigrationStep) -> Int {
    parts(step).reduce(0) { sum, part in
      let segments = tables.tables[part.part.hierarchy].segments
      switch part.source.origin {
      case .related(let sources):
        let owners = sources.map { $0 != nil }
        return sum + segments.reduce(0) { $0 + $1.count(owners) }
      case .byEntity(let indexes):
        let owners = indexes.map { $0 != nil }
        return sum
          + segments.reduce(0) { sum, segment in
            if case .constant = segment.entities { return sum }
            return sum + segment.count(owners)
          }
      case .absent, .column: return sum
      }
    }
  }

  /// Returns the sources of the columns that a step concerns, for each old table.
  private func parts(_ step: MigrationStep) -> [(part: TablePart, source: ColumnSource)] {
    step.new.map(parts) ?? []
  }

  private func parts(
    _ place: MigrationStep.Place
  ) -> [(part: TablePart, source: ColumnSource)] {
    var result: [(TablePart, ColumnSource)] = []
    for (layout, source) in zip(difference.new.hierarchies, difference.sources) {
      for (index, column) in layout.columns.enumerated() where concerns(place, column) {
        for part in source.parts { result.append((part, part.columns[index])) }
      }
    }
    return result
  }

  /// Returns whether a place concerns a column; the column of a relationship may be at either end.
  private func concerns(_ place: MigrationStep.Place, _ column: ColumnLayout) -> Bool {
    func isPlace(_ entity: String, _ name: String) -> Bool {
      entity == place.entity && (place.property == nil || place.property == name)
    }
    if isPlace(column.entity, column.name) { return true }
    guard case .relationship(let relationship, _) = column.content,
      let inverse = difference.new.inverse(of: relationship)
    else { return false }
    return isPlace(inverse.entity, inverse.name)
  }
}

extension MigrationStep.Counts {
  /// Returns whether `other` allows every number of objects that these counts allow.
  fileprivate func isWithin(_ other: MigrationStep.Counts) -> Bool {
    let most = maximum ?? 0
    let otherMost = other.maximum ?? 0
    return minimum ?? 0 >= other.minimum ?? 0
      && (otherMost == 0 || most > 0 && most <= otherMost)
  }
}

extension Segment {
  /// Returns the number of rows of some entities, by discriminator.
  fileprivate func count(_ entitiesIncluded: [Bool]) -> Int {
    switch entities {
    case .constant(let only): entitiesIncluded[Int(only)] ? count : 0
    case .list(let list): list.count { entitiesIncluded[Int($0)] }
    }
  }
}

extension Column {
  fileprivate var isConstant: Bool { if case .constant = self { true } else { false } }
}
