/// What has been proven of a table's rows: no two of some entities are equal, as keys, in some
/// columns.
///
/// A table never changes, so what was proven once stays true of it. Whoever makes one table of
/// another says what of this holds there, and nothing where rows came or these columns changed.
struct KnownUniqueness: Hashable, Sendable {
  let columns: Set<Int>
  /// Whether rows of an entity are among those that differ, by discriminator.
  let entities: [Bool]

  /// Whether rows that are equal in other columns would be equal in these: then there are none.
  ///
  /// Neither of two equal rows holds a nil in the columns that were compared.
  func implies(_ columns: [Int], _ entities: [Bool]) -> Bool {
    self.columns.isSubset(of: columns)
      && entities.indices.allSatisfy { entity in
        !entities[entity] || entity < self.entities.count && self.entities[entity]
      }
  }

  /// The same of the only table that is made of this one for a new schema; nil where the columns
  /// are not all there, value for value.
  func migrated(by part: TablePart, to layout: HierarchyLayout) -> KnownUniqueness? {
    var migrated: Set<Int> = []
    for column in columns {
      let new = part.columns.firstIndex {
        $0.origin == .column(column) && !$0.conversion.isNeeded
      }
      guard let new else { return nil }
      migrated.insert(new)
    }
    // Of an entity whose objects come from others it holds where it does for all of these.
    var entities = layout.entities.map { _ in true }
    for (old, new) in part.discriminators.enumerated() {
      guard let new, old >= self.entities.count || !self.entities[old] else { continue }
      entities[Int(new)] = false
    }
    return KnownUniqueness(columns: migrated, entities: entities)
  }
}

extension Tables {
  /// Keeps in mind that no constraint of the schema is broken, which the caller has just found out.
  package mutating func noteUniqueness() {
    for unique in CheckPlan(schema).uniques
    where !tables[unique.hierarchy].isKnownUnique(
      byColumns: unique.columns, entities: unique.concerned)
    {
      let known = KnownUniqueness(columns: Set(unique.columns), entities: unique.concerned)
      tables[unique.hierarchy] = tables[unique.hierarchy].knowing(known)
    }
  }
}

extension Table {
  /// Whether the rows of some entities, by discriminator, are known to differ in some columns.
  func isKnownUnique(byColumns columns: [Int], entities: [Bool]) -> Bool {
    known.contains { $0.implies(columns, entities) }
  }
}
