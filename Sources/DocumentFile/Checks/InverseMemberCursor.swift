import DocumentTables

/// A cursor that finds the references to the rows of each segment in a checked document.
struct InverseMemberCursor {
  private let check: StreamedCheck
  private var hierarchy = -1
  private var ends: [(end: RelationshipEnd, sources: SourceCursor)] = []

  init(_ check: StreamedCheck) { self.check = check }

  /// Returns tables with the rows that refer to a segment; segments must come in the order of
  /// hierarchies and keys.
  mutating func tables(for segment: Segment, hierarchy: Int) throws(DocumentError) -> Tables {
    if hierarchy != self.hierarchy { try begin(hierarchy) }
    var members = InverseMembers(check.plan.schema)
    guard let first = segment.keys.first, let last = segment.keys.last else {
      return members.tables()
    }
    for index in ends.indices {
      while let pair = ends[index].sources.current, pair.target <= last {
        if pair.target >= first {
          members.add(pair.source, refersTo: pair.target, through: ends[index].end)
        }
        try ends[index].sources.advance()
      }
    }
    return members.tables()
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
