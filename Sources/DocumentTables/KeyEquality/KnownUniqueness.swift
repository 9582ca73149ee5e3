/// A proof about a table: no two rows of some entities have equal keys in some columns.
///
/// A table never changes, so the proof stays valid. A change that produces another table keeps a
/// proof only if it adds no rows and does not touch the columns.
package struct KnownUniqueness: Hashable, Sendable {
  package let columns: Set<Int>
  /// Whether the proof covers the rows of an entity, by discriminator.
  package let entities: [Bool]

  package init(columns: Set<Int>, entities: [Bool]) {
    self.columns = columns
    self.entities = entities
  }

  /// Returns whether uniqueness in other columns follows from this proof.
  ///
  /// If two rows were equal in those columns, they would be equal in the columns of the proof.
  /// Neither row has a null in the compared columns.
  func implies(_ columns: [Int], _ entities: [Bool]) -> Bool {
    self.columns.isSubset(of: columns)
      && entities.indices.allSatisfy { entity in
        !entities[entity] || entity < self.entities.count && self.entities[entity]
      }
  }
}
