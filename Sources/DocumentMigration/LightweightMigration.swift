import DocumentTables

extension Tables {
  /// Returns the tables migrated to the new schema of a difference, in time proportional to the
  /// size of the schema and the number of segments, plus the rows that steps touch.
  ///
  /// The new segments share the columns of the old ones. Rows are read only if a step touches them
  /// (``touchedRows(by:of:)``).
  ///
  /// Checks the rules for rows unless decisions are left to closures: then the caller must call
  /// ``checkRows(after:)`` after the closures have run.
  ///
  /// - Parameter leavesRowsToClosures: Whether a closure runs next, which may set or delete what has
  ///   no place; true if the difference leaves decisions to closures.
  /// - Throws: ``SchemaProblem`` if a row has no place in the new schema.
  package func migrated(
    by difference: SchemaDifference, leavesRowsToClosures: Bool = false
  ) throws(SchemaProblem) -> Tables {
    let checksRows = !leavesRowsToClosures && difference.way != .leftToClosures
    try checkOpenDecisions(of: difference)
    var result = self
    result.schema = difference.new
    result.tables = []
    for (layout, source) in zip(difference.new.hierarchies, difference.sources) {
      var segments: [Segment] = []
      for part in source.parts {
        for segment in tables[part.hierarchy].segments {
          if let migrated = try migrated(segment, to: layout, part) { segments.append(migrated) }
        }
      }
      if source.parts.count > 1 { segments = Segment.merged(segments, layout) }
      let known = source.parts.count == 1 ? source.parts : []
      result.tables.append(
        Table(
          segments: segments,
          known: known.flatMap { part in
            tables[part.hierarchy].known.compactMap { $0.migrated(by: part, to: layout) }
          }))
    }
    let removed = keys(ofEntities: difference.entitiesWithoutHeir)
    try result.removeReferences(after: difference, in: self, refusesToLose: checksRows)
    result.removeContent(anchoredTo: removed)
    if checksRows { try result.checkRows(after: difference) }
    return result
  }

  /// Migrates a segment; returns nil if none of its rows has a place in the new table.
  private func migrated(
    _ segment: Segment, to layout: HierarchyLayout, _ part: TablePart
  ) throws(SchemaProblem) -> Segment? {
    if case .constant(let old) = segment.entities, part.discriminators[Int(old)] == nil {
      return nil
    }
    var columns: [Column] = []
    columns.reserveCapacity(layout.columns.count)
    for (column, source) in zip(layout.columns, part.columns) {
      switch source.origin {
      case .absent: columns.append(.constant(source.absent, count: segment.count))
      case .column(let index):
        columns.append(segment.columns[index].converted(source.conversion, to: column))
      case .byEntity(let indexes): columns.append(segment.gathered(indexes, source, to: column))
      case .related(let sources):
        columns.append(try related(sources, in: segment, to: column, absent: source.absent))
      }
    }
    if let kept = segment.entities.renumbered(part.discriminators) {
      return Segment(keys: segment.keys, entities: kept, columns: columns, foreign: segment.foreign)
    }
    // Rows without a place are removed; the others are copied to one segment.
    let builder = SegmentBuilder(layout)
    for row in 0..<segment.count {
      guard let discriminator = part.discriminators[Int(segment.entities[row])] else { continue }
      builder.append(
        key: segment.keys[row], discriminator: discriminator,
        values: columns.map { $0.value(at: row) })
      if let tree = segment.foreign[row] { builder.setForeign(tree) }
    }
    return builder.rowCount == 0 ? nil : builder.finish()
  }
}

extension SchemaDifference {
  /// Whether no value of tables has another name in the new schema.
  package func renamesNothing(in tables: Tables) -> Bool {
    sources.flatMap(\.parts).allSatisfy { part in
      part.columns.allSatisfy { column in
        guard case .column(let index) = column.origin else { return true }
        return tables.tables[part.hierarchy].segments.allSatisfy {
          !column.conversion.concerns($0.columns[index])
        }
      }
    }
  }
}

extension Segment {
  /// Returns a column that takes each row's value from the old column of the row's entity.
  fileprivate func gathered(
    _ indexes: [Int?], _ source: ColumnSource, to layout: ColumnLayout
  ) -> Column {
    func column(_ index: Int?) -> Column {
      index.map { columns[$0].converted(source.conversion, to: layout) }
        ?? .constant(source.absent, count: count)
    }
    guard case .list(let discriminators) = entities else {
      return column(indexes[Int(entities[0])])
    }
    let used = Set(discriminators.map { indexes[Int($0)] })
    if let only = used.first, used.count == 1 { return column(only) }
    let builder = layout.makeBuilder(expectedRows: count)
    for (row, discriminator) in discriminators.enumerated() {
      builder.append(
        indexes[Int(discriminator)].map { index in
          source.conversion.convert(columns[index].value(at: row))
        } ?? source.absent)
    }
    return builder.finish()
  }

  /// Returns segments of one table in key order; copies all rows if key ranges overlap.
  fileprivate static func merged(_ segments: [Segment], _ layout: HierarchyLayout) -> [Segment] {
    let sorted = segments.sorted { $0.keys[0] < $1.keys[0] }
    let isInOrder = zip(sorted, sorted.dropFirst()).allSatisfy { left, right in
      left.keys[left.count - 1] < right.keys[0]
    }
    if isInOrder { return sorted }
    var rows: [(key: ObjectKey, segment: Int, row: Int)] = []
    for (index, segment) in sorted.enumerated() {
      for row in 0..<segment.count { rows.append((segment.keys[row], index, row)) }
    }
    rows.sort { $0.key < $1.key }
    var result: [Segment] = []
    var builder = SegmentBuilder(layout)
    for place in rows {
      if builder.isFull {
        result.append(builder.finish())
        builder = SegmentBuilder(layout)
      }
      builder.append(sorted[place.segment], rows: place.row..<place.row + 1)
    }
    return result + [builder.finish()]
  }
}

extension EntityColumn {
  /// Returns the new discriminators; nil if a row has no place in the new table.
  fileprivate func renumbered(_ discriminators: [UInt16?]) -> EntityColumn? {
    switch self {
    case .constant(let old):
      return discriminators[Int(old)].map { .constant($0) }
    case .list(let list):
      let isUnchanged = discriminators.enumerated().allSatisfy {
        $0.element.map(Int.init) == $0.offset
      }
      if isUnchanged { return self }
      var renumbered: [UInt16] = []
      renumbered.reserveCapacity(list.count)
      for old in list {
        guard let new = discriminators[Int(old)] else { return nil }
        renumbered.append(new)
      }
      return .list(renumbered)
    }
  }
}

extension KnownUniqueness {
  /// Returns this uniqueness for the new table; nil unless all columns are kept with unchanged
  /// values.
  ///
  /// The new table must have no other source than this table.
  func migrated(by part: TablePart, to layout: HierarchyLayout) -> KnownUniqueness? {
    var migrated: Set<Int> = []
    for column in columns {
      let new = part.columns.firstIndex {
        $0.origin == .column(column) && !$0.conversion.isNeeded
      }
      guard let new else { return nil }
      migrated.insert(new)
    }
    // A new entity is covered only if all old entities whose objects it receives are covered.
    var entities = layout.entities.map { _ in true }
    for (old, new) in part.discriminators.enumerated() {
      guard let new, old >= self.entities.count || !self.entities[old] else { continue }
      entities[Int(new)] = false
    }
    return KnownUniqueness(columns: migrated, entities: entities)
  }
}
