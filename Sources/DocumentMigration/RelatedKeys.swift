import DocumentTables

extension Tables {
  /// Returns a column with the related objects of each row of a segment, as the new schema stores
  /// them at this end.
  ///
  /// If an end becomes to-one, it keeps only the pair with its first object; all other pairs of
  /// that end are dropped.
  ///
  /// - Throws: ``SchemaProblem`` if a pair would be dropped and the source refuses that.
  func related(
    _ sources: [RelatedSource?], in segment: Segment, to layout: ColumnLayout, absent: Value
  ) throws(SchemaProblem) -> Column {
    guard case .relationship(let relationship, let storage) = layout.content else {
      return .constant(absent, count: segment.count)
    }
    let builder = layout.makeBuilder(expectedRows: segment.count)
    for row in 0..<segment.count {
      guard let source = sources[Int(segment.entities[row])] else {
        builder.append(absent)
        continue
      }
      let keys = try keptKeys(source, in: segment, row: row, layout)
      if layout.storage == .reference {
        builder.append(keys?.first.map { .reference($0) } ?? .null)
      } else if storage == .order {
        let isEmpty = relationship.isNullable && source.end.relationship.isToMany
        let none = isEmpty ? Value.references([]) : .null
        builder.append(keys.map { statedOrder($0, none: none) } ?? .null)
      } else if let keys, !keys.isEmpty || source.end.relationship.isToMany {
        builder.append(.references(keys))
      } else {
        builder.append(relationship.isNullable ? .null : .references([]))
      }
    }
    return builder.finish()
  }

  /// Returns the order to store for these members: null if they are in key order, `none` if there
  /// are no members (spec 5.3).
  ///
  /// With a stored list, members that are added later would follow the listed ones instead of being
  /// sorted among them.
  private func statedOrder(_ keys: [ObjectKey], none: Value) -> Value {
    if keys.isEmpty { return none }
    return keys == keys.sorted() ? .null : .references(keys)
  }

  private func keptKeys(
    _ source: RelatedSource, in segment: Segment, row: Int, _ layout: ColumnLayout
  ) throws(SchemaProblem) -> [ObjectKey]? {
    let key = segment.keys[row]
    guard var keys = relatedKeys(of: key, in: segment, row: row, through: source.end) else {
      return nil
    }
    if source.keepsFirstHere, keys.count > 1 {
      if source.refusesToDrop {
        throw .becomesToOne(layout, object: key, count: keys.count)
      }
      keys.removeSubrange(1...)
    }
    guard source.keepsFirstThere else { return keys }
    var kept: [ObjectKey] = []
    for target in keys {
      if firstObject(leadingTo: target, source) == key {
        kept.append(target)
      } else if source.refusesToDrop {
        throw .isShared(layout, object: key, target: target)
      }
    }
    return kept
  }

  /// Returns the first object that the other end refers to; without another end, the object with
  /// the smallest key.
  private func firstObject(leadingTo target: ObjectKey, _ source: RelatedSource) -> ObjectKey? {
    guard let end = source.inverseEnd else {
      return source.end.column.flatMap {
        tables[source.end.hierarchy].sources(of: target, throughColumn: $0).first
      }
    }
    guard let location = tables[end.hierarchy].location(of: target) else { return nil }
    return relatedKeys(
      of: target, in: tables[end.hierarchy].segments[location.segment], row: location.row,
      through: end)?.first
  }
}
