extension Tables {
  /// The tables under the new schema of a difference, in time that follows schema and segments.
  ///
  /// New segment heads stand over the same columns; only an entity that is removed, a number that is
  /// widened, or a property that becomes required makes it look at rows.
  ///
  /// - Throws: ``SchemaProblem`` where a property that becomes required has a row without a value.
  package func migrated(by difference: SchemaDifference) throws(SchemaProblem) -> Tables {
    var result = self
    result.schema = difference.new
    result.tables = []
    for (layout, source) in zip(difference.new.hierarchies, difference.sources) {
      guard let hierarchy = source.hierarchy else {
        result.tables.append(Table())
        continue
      }
      var segments: [Segment] = []
      segments.reserveCapacity(tables[hierarchy].segments.count)
      for segment in tables[hierarchy].segments {
        segments.append(segment.migrated(to: layout, source))
      }
      result.tables.append(Table(segments: segments))
    }
    try result.checkRequiredValues(after: difference)
    return result
  }

  private func checkRequiredValues(after difference: SchemaDifference) throws(SchemaProblem) {
    for case .makeRequired(let entity, let name) in difference.steps {
      guard let index = schema.hierarchyIndex(of: entity),
        let column = schema.hierarchies[index].column(named: name, of: entity)
      else { continue }
      let owners = schema.hierarchies[index].entities.map { layout in
        layout.properties.contains { $0.column == column }
      }
      for segment in tables[index].segments {
        for row in 0..<segment.count
        where owners[Int(segment.entities[row])] && segment.columns[column].isNull(at: row) {
          throw SchemaProblem(
            .unsupportedChange, entity: entity, property: name,
            "it becomes required, but object \(segment.keys[row]) has no value")
        }
      }
    }
  }
}

extension Segment {
  fileprivate func migrated(
    to layout: HierarchyLayout, _ source: SchemaDifference.HierarchySource
  ) -> Segment {
    let columns = zip(layout.columns, source.columns).map { column, origin in
      switch origin {
      case .column(let index): self.columns[index]
      case .widened(let index): self.columns[index].widened(to: column)
      case .constant(let value): Column.constant(value, count: count)
      }
    }
    let kept = EntityColumn.renumbered(entities, source.discriminators)
    if let kept {
      return Segment(keys: keys, entities: kept, columns: columns, foreign: foreign)
    }
    // Rows of a removed entity leave; the others are copied together.
    let staying = (0..<count).filter { source.discriminators[Int(entities[$0])] != nil }
    let builder = SegmentBuilder(layout, expectedRows: staying.count)
    for row in staying {
      guard let discriminator = source.discriminators[Int(entities[row])] else { continue }
      builder.append(
        key: keys[row], discriminator: discriminator,
        values: columns.map { $0.value(at: row) })
      if let tree = foreign[row] { builder.setForeign(tree) }
    }
    return builder.finish()
  }
}

extension EntityColumn {
  /// Nil where a row's entity is removed.
  fileprivate static func renumbered(
    _ column: EntityColumn, _ discriminators: [UInt16?]
  ) -> EntityColumn? {
    switch column {
    case .constant(let old):
      return discriminators[Int(old)].map { .constant($0) }
    case .list(let list):
      let isUnchanged = discriminators.enumerated().allSatisfy { $0.element == UInt16($0.offset) }
      if isUnchanged { return column }
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
}
