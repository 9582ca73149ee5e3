/// A condition on related objects, evaluated for the rows of one hierarchy.
enum RelatedRows {
  /// The keys of the objects at the other end that satisfy it, if rows store these keys.
  case targets(KeySet)
  /// The keys of the rows that satisfy it.
  case owners(KeySet)
  /// The number of objects at the other end, by the key of the row.
  case counts(KeyCounts)
}

extension QueryRun {
  /// Returns the rows of a mask that satisfy a condition on related objects, which contains no
  /// function of the caller.
  func evaluateRelated(
    _ condition: QueryPlan.Condition, _ place: Place, _ mask: RowBits
  ) throws -> RowBits {
    switch condition.test {
    case .reference(let end, _), .someMember(let end, _):
      return rows(place, mask, end, try relatedRows(condition, end))
    case .everyMember(let end, _):
      var rows = mask
      rows.subtract(self.rows(place, mask, end, try relatedRows(condition, end)))
      return rows
    case .memberCount(let end, let range):
      return self.rows(place, mask, end, try relatedRows(condition, end)) { range.contains($0) }
    default: return try evaluate(condition, place, mask)
    }
  }

  private func rows(
    _ place: Place, _ mask: RowBits, _ end: RelationshipEnd, _ related: RelatedRows
  ) -> RowBits {
    let segment = place.segment
    switch related {
    case .owners(let keys):
      return mask.filtered(without: NullBitmap()) { keys.contains(segment.keys[$0]) }
    case .targets(let keys):
      guard let column = end.column else { return RowBits(none: mask.rowCount) }
      switch segment.columns[column] {
      case .reference(let references):
        return mask.filtered(without: references.nulls) { keys.contains(references.values[$0]) }
      case .references(let lists):
        return mask.filtered(without: lists.nulls) {
          lists.list(at: $0).contains(where: keys.contains)
        }
      case .constant(.reference(let key), _):
        return keys.contains(key) ? mask : RowBits(none: mask.rowCount)
      case .constant(.references(let list), _):
        return list.contains(where: keys.contains) ? mask : RowBits(none: mask.rowCount)
      default: return RowBits(none: mask.rowCount)
      }
    case .counts: return RowBits(none: mask.rowCount)
    }
  }

  private func rows(
    _ place: Place, _ mask: RowBits, _ end: RelationshipEnd, _ related: RelatedRows,
    _ passes: (Int) -> Bool
  ) -> RowBits {
    let segment = place.segment
    guard end.storage != .list, end.storage != .reference else {
      guard let column = end.column.map({ segment.columns[$0] }) else { return mask }
      return mask.filtered(without: NullBitmap()) { row in
        passes(column.references(at: row)?.count ?? (column.reference(at: row) == nil ? 0 : 1))
      }
    }
    guard case .counts(let counts) = related else { return RowBits(none: mask.rowCount) }
    return mask.filtered(without: NullBitmap()) { passes(counts[segment.keys[$0]]) }
  }

  /// Evaluated at the first segment, and kept for the others.
  private func relatedRows(
    _ condition: QueryPlan.Condition, _ end: RelationshipEnd
  ) throws -> RelatedRows {
    let identifier = ObjectIdentifier(condition)
    if let known = relatedRows[identifier] { return known }
    let found: RelatedRows
    switch condition.test {
    case .reference(_, let related), .someMember(_, let related):
      found = try rows(end, where: related)
    case .everyMember(_, let related):
      found = try rows(end, where: QueryPlan.Condition(.not(related)))
    default: found = .counts(counts(end))
    }
    relatedRows[identifier] = found
    return found
  }

  private func rows(
    _ end: RelationshipEnd, where condition: QueryPlan.Condition
  ) throws -> RelatedRows {
    note(.relationship(end.relationship.name))
    var parts: [RowSelection.Part] = []
    try forEachPart(of: end.destinationHierarchy, where: condition) { parts.append($0) }
    let selection = RowSelection(parts)
    let segments = tables.tables[end.destinationHierarchy].segments
    // A bit for each key, unless the keys in use far outnumber the selected ones.
    let dense = min(Int(clamping: tables.nextKey) / 8 + 1, selection.count)
    var keys = KeySet(
      expectedCount: max(dense, min(Int(clamping: tables.nextKey) / 8 + 1, 1 << 20)))
    let namesTargets = end.storage == .reference || end.storage == .list
    for location in selection {
      let segment = segments[location.segment]
      if namesTargets {
        _ = keys.insert(segment.keys[location.row])
      } else if let column = end.inverseColumn {
        if let key = segment.columns[column].reference(at: location.row) {
          _ = keys.insert(key)
        } else {
          for key in segment.columns[column].references(at: location.row) ?? [] {
            _ = keys.insert(key)
          }
        }
      }
    }
    return namesTargets ? .targets(keys) : .owners(keys)
  }

  /// Counts, for each row, the rows at the other end that refer to it.
  private func counts(_ end: RelationshipEnd) -> KeyCounts {
    guard end.storage == .order || end.storage == .derived, let column = end.inverseColumn else {
      return KeyCounts(of: Table())
    }
    note(.relationship(end.relationship.name))
    var counts = KeyCounts(of: tables.tables[end.hierarchy])
    for segment in tables.tables[end.destinationHierarchy].segments {
      for row in 0..<segment.count {
        if let key = segment.columns[column].reference(at: row) {
          counts.add(key)
        } else {
          for key in segment.columns[column].references(at: row) ?? [] {
            counts.add(key)
          }
        }
      }
    }
    return counts
  }
}
