/// What has been proven of a table's rows: no two of some entities are equal, as keys, in some
/// columns.
///
/// A table never changes, so what was proven once stays true of it. A change that makes
/// another table says what of this still holds: nothing if rows came or these columns changed.
package struct KnownUniqueness: Hashable, Sendable {
  package let columns: Set<Int>
  /// Whether rows of an entity are among those that differ, by discriminator.
  package let entities: [Bool]

  package init(columns: Set<Int>, entities: [Bool]) {
    self.columns = columns
    self.entities = entities
  }

  /// Whether rows that are equal in other columns would be equal in these: then there are none.
  ///
  /// Neither of two equal rows holds a nil in the columns that were compared.
  func implies(_ columns: [Int], _ entities: [Bool]) -> Bool {
    self.columns.isSubset(of: columns)
      && entities.indices.allSatisfy { entity in
        !entities[entity] || entity < self.entities.count && self.entities[entity]
      }
  }
}
