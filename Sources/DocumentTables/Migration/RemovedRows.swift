extension Tables {
  /// The keys of the objects whose entities a difference removes.
  func removedKeys(by difference: SchemaDifference) -> Set<ObjectKey> {
    var removed: Set<ObjectKey> = []
    let sources = Dictionary(
      difference.sources.compactMap { source in source.hierarchy.map { ($0, source) } }
    ) { first, _ in first }
    for (hierarchy, table) in tables.enumerated() {
      let discriminators = sources[hierarchy]?.discriminators ?? []
      func isKept(_ old: UInt16) -> Bool {
        discriminators.indices.contains(Int(old)) && discriminators[Int(old)] != nil
      }
      guard !schema.hierarchies[hierarchy].entities.allSatisfy({ isKept($0.discriminator) }) else {
        continue
      }
      for segment in table.segments {
        for row in 0..<segment.count where !isKept(segment.entities[row]) {
          removed.insert(segment.keys[row])
        }
      }
    }
    return removed
  }

  /// Makes references to removed objects nil and takes them out of lists.
  ///
  /// Relationships to a removed entity go with it, since they would have no destination; what is
  /// left are those to a superentity that stays.
  ///
  /// - Throws: ``SchemaProblem`` where a reference must not be nil.
  mutating func removeReferences(to removed: Set<ObjectKey>) throws(SchemaProblem) {
    for (hierarchy, layout) in schema.hierarchies.enumerated() {
      for (index, column) in layout.columns.enumerated() {
        guard case .relationship(let relationship, let storage) = column.content else { continue }
        var segments = tables[hierarchy].segments
        for (position, segment) in segments.enumerated() {
          guard let row = segment.columns[index].firstRow(referringTo: removed) else { continue }
          if storage == .reference, !relationship.isNullable {
            throw SchemaProblem(
              .unsupportedChange, entity: column.entity, property: column.name,
              "object \(segment.keys[row]) must refer to an object, and its object is of a removed "
                + "entity")
          }
          var columns = segment.columns
          columns[index] = columns[index].withoutReferences(to: removed, column)
          segments[position] = Segment(
            keys: segment.keys, entities: segment.entities, columns: columns,
            foreign: segment.foreign)
        }
        tables[hierarchy] = Table(segments: segments)
      }
    }
  }
}

extension Column {
  fileprivate func firstRow(referringTo keys: Set<ObjectKey>) -> Int? {
    switch self {
    case .reference, .constant(.reference, _):
      (0..<count).first { reference(at: $0).map(keys.contains) ?? false }
    case .references, .constant(.references, _):
      (0..<count).first { references(at: $0)?.contains(where: keys.contains) ?? false }
    default: nil
    }
  }

  fileprivate func withoutReferences(to keys: Set<ObjectKey>, _ layout: ColumnLayout) -> Column {
    let builder = layout.makeBuilder(expectedRows: count)
    for row in 0..<count {
      switch value(at: row) {
      case .reference(let key) where keys.contains(key): builder.appendNull()
      case .references(let list): builder.append(.references(list.filter { !keys.contains($0) }))
      case let value: builder.append(value)
      }
    }
    return builder.finish()
  }
}
