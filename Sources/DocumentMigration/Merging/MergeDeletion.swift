import DocumentTables

/// An object of the base that the result of a merge does not have (spec 13.5).
package struct MergeDeletion: Hashable, Sendable {
  package let entity: String
  /// The object's key in the base.
  package let key: ObjectKey
  /// The side that deleted the object; nil if both did.
  package let side: MergeSide?
  /// The key of a deleted object that owns the object; nil if there is none.
  package let owner: ObjectKey?

  /// Returns the objects of a base that a result does not have, in the order of hierarchies and keys.
  ///
  /// - Parameters:
  ///   - result: The result, in the keys of the base.
  ///   - side: Returns the side that deleted an object; nil for both.
  static func list(
    in base: Tables, without result: Tables, by side: (ObjectKey) -> MergeSide?
  ) -> [MergeDeletion] {
    let columns = base.schema.comparedColumns()
    var deletions: [MergeDeletion] = []
    for (hierarchy, table) in base.tables.enumerated() {
      let layout = base.schema.hierarchies[hierarchy]
      for place in RowAlignment(table, result.tables[hierarchy]).leftOnly {
        let segment = table.segments[place.segment]
        let entity = segment.entities[place.row]
        let owners = columns[hierarchy].lazy.filter { $0.leadsToOwner && $0.owners[Int(entity)] }
          .flatMap { $0.targets(of: segment.value(at: place.row, column: $0.index)) }
        deletions.append(
          MergeDeletion(
            entity: layout.entities[Int(entity)].name, key: segment.keys[place.row],
            side: side(segment.keys[place.row]),
            owner: owners.first { base.find($0) != nil && result.find($0) == nil }))
      }
    }
    return deletions
  }
}
