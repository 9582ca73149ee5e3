import DocumentTables

/// A cursor that finds the references to the rows of each segment in a checked document.
struct InverseMemberCursor {
  private let check: StreamedCheck
  private var hierarchy = -1
  private var ends: [(end: RelationshipEnd, sources: SourceCursor)] = []

  init(_ check: StreamedCheck) { self.check = check }

  /// Returns the objects that refer to the rows of a segment; segments must come in the order of
  /// hierarchies and keys.
  mutating func sources(for segment: Segment, hierarchy: Int) throws(DocumentError) -> RowSources {
    if hierarchy != self.hierarchy { try begin(hierarchy) }
    var sources = RowSources()
    for index in ends.indices {
      guard let column = ends[index].end.inverseColumn else { continue }
      var keys: [ObjectKey] = []
      var rowEnds: [Int] = []
      rowEnds.reserveCapacity(segment.count)
      for row in 0..<segment.count {
        let key = segment.keys[row]
        while let pair = ends[index].sources.current, pair.target <= key {
          if pair.target == key { keys.append(pair.source) }
          try ends[index].sources.advance()
        }
        rowEnds.append(keys.count)
      }
      sources.append(
        hierarchy: ends[index].end.destinationHierarchy, column: column, keys: keys, ends: rowEnds)
    }
    return sources
  }

  private mutating func begin(_ hierarchy: Int) throws(DocumentError) {
    self.hierarchy = hierarchy
    ends = []
    let schema = check.plan.schema
    var known: Set<Int> = []
    for entity in schema.hierarchies[hierarchy].entities {
      for property in entity.properties {
        guard let end = schema.relationshipEnd(named: property.name, of: entity.name),
          end.storage == .order || end.storage == .derived,
          let number = check.plan.reference(
            hierarchy: end.destinationHierarchy, column: end.inverseColumn),
          known.insert(number).inserted
        else { continue }
        ends.append((end, try check.sources(number)))
      }
    }
  }
}
