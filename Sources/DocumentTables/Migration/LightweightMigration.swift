extension Tables {
  /// The tables under the new schema of a difference, in time that follows schema and segments.
  ///
  /// New segment heads stand over the same columns. Rows are looked at only where an entity is
  /// removed or becomes abstract, a number is widened, a property becomes required, the cases of an
  /// enumeration become fewer, or a new name makes the other end of a relationship hold its truth.
  ///
  /// - Throws: ``SchemaProblem`` where a row has no place in the new schema.
  package func migrated(by difference: SchemaDifference) throws(SchemaProblem) -> Tables {
    var result = self
    result.schema = difference.new
    result.tables = []
    for (layout, source) in zip(difference.new.hierarchies, difference.sources) {
      guard let hierarchy = source.hierarchy else {
        result.tables.append(Table())
        continue
      }
      let segments = tables[hierarchy].segments.map { migrated($0, to: layout, source) }
      result.tables.append(Table(segments: segments))
    }
    let removed = removedKeys(by: difference)
    if !removed.isEmpty {
      try result.removeReferences(to: removed)
      result.removeContent(anchoredTo: removed)
    }
    try result.checkRows(after: difference)
    return result
  }

  private func migrated(
    _ segment: Segment, to layout: HierarchyLayout, _ source: SchemaDifference.HierarchySource
  ) -> Segment {
    let columns = zip(layout.columns, source.columns).map { column, origin in
      switch origin {
      case .column(let index): segment.columns[index]
      case .widened(let index): segment.columns[index].widened(to: column)
      case .filled(let index, let value): segment.columns[index].filled(with: value, column)
      case .resolved(let end): resolved(end, segment, column)
      case .constant(let value): Column.constant(value, count: segment.count)
      }
    }
    if let kept = segment.entities.renumbered(source.discriminators) {
      return Segment(keys: segment.keys, entities: kept, columns: columns, foreign: segment.foreign)
    }
    // Rows of a removed entity leave; the others are copied together.
    let builder = SegmentBuilder(layout)
    for row in 0..<segment.count {
      guard let discriminator = source.discriminators[Int(segment.entities[row])] else { continue }
      builder.append(
        key: segment.keys[row], discriminator: discriminator,
        values: columns.map { $0.value(at: row) })
      if let tree = segment.foreign[row] { builder.setForeign(tree) }
    }
    return builder.finish()
  }

  /// What each row was related to, as this end now states it.
  private func resolved(_ end: RelationshipEnd, _ segment: Segment, _ layout: ColumnLayout)
    -> Column
  {
    let builder = layout.makeBuilder(expectedRows: segment.count)
    for row in 0..<segment.count {
      let keys = relatedKeys(of: segment.keys[row], in: segment, row: row, through: end)
      if layout.storage == .reference {
        builder.append(keys?.first.map { .reference($0) } ?? .null)
      } else {
        builder.append(keys.map { .references($0) } ?? .null)
      }
    }
    return builder.finish()
  }
}

extension EntityColumn {
  /// Nil where a row's entity is removed.
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

extension Column {
  /// The same numbers in a wider column.
  fileprivate func widened(to layout: ColumnLayout) -> Column {
    let builder = layout.makeBuilder(expectedRows: count)
    for row in 0..<count {
      switch (value(at: row), layout.storage) {
      case (.integer(let number), .double): builder.appendDouble(Double(number))
      case (let value, _): builder.append(value)
      }
    }
    return builder.finish()
  }

  /// The same values with one in the place of nil; itself where no row is nil.
  fileprivate func filled(with value: Value, _ layout: ColumnLayout) -> Column {
    guard mayHoldNull, (0..<count).contains(where: isNull) else { return self }
    if case .constant = self { return .constant(value, count: count) }
    let builder = layout.makeBuilder(expectedRows: count)
    for row in 0..<count {
      if isNull(at: row) {
        builder.append(value)
      } else {
        builder.append(self, rows: row..<row + 1)
      }
    }
    return builder.finish()
  }
}
