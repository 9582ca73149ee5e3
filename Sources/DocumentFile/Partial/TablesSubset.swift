import DocumentTables

/// Some objects of a document, as separate tables under the document's schema.
package struct TablesSubset: Sendable {
  package struct Object: Hashable, Sendable {
    package var entity: String
    package var key: ObjectKey
  }

  /// A reference to an object that is not in the subset.
  package struct OutgoingReference: Hashable, Sendable {
    package var entity: String
    package var key: ObjectKey
    package var property: String
    package var target: ObjectKey
  }

  /// A relationship that its members store, and whose members were not searched because the object
  /// does not own them.
  package struct UnreadRelationship: Hashable, Sendable {
    package var entity: String
    package var property: String
  }

  /// The requested objects.
  package let objects: [Object]
  /// The requested objects, all objects they own, and the objects that one of these requires.
  ///
  /// References are unchanged, even if they lead out of the subset.
  package let tables: Tables
  package let unreadRelationships: [UnreadRelationship]
  /// Whether index parts, not records, exclude objects from the subset.
  package let reliesOnIndexes: Bool

  /// Returns the tables without references that lead out of the subset, and those references.
  package func closed() -> (tables: Tables, leaving: [OutgoingReference]) {
    var closed = tables
    var leaving: [OutgoingReference] = []
    for (hierarchy, layout) in tables.schema.hierarchies.enumerated() {
      let ends = layout.columns.enumerated().compactMap { column, content in
        content.attribute == nil
          ? tables.schema.hierarchyIndex(of: destination(of: content)).map { (column, $0) } : nil
      }
      closed.tables[hierarchy] = Table(
        segments: tables.tables[hierarchy].segments.map { segment in
          var columns = segment.columns
          for (column, destination) in ends {
            let changed = close(segment, layout, column, destination) { row, target in
              let entity = layout.entities[Int(segment.entities[row])].name
              leaving.append(
                OutgoingReference(
                  entity: entity, key: segment.keys[row], property: layout.columns[column].name,
                  target: target))
            }
            if let changed { columns[column] = changed }
          }
          return Segment(
            keys: segment.keys, entities: segment.entities, columns: columns,
            foreign: segment.foreign)
        })
    }
    return (closed, leaving)
  }

  private func destination(of column: ColumnLayout) -> String {
    if case .relationship(let relationship, _) = column.content {
      relationship.destination
    } else {
      ""
    }
  }

  /// Returns a column without the references that lead out; nil if there are none.
  private func close(
    _ segment: Segment, _ layout: HierarchyLayout, _ column: Int, _ destination: Int,
    _ leaves: (Int, ObjectKey) -> Void
  ) -> Column? {
    let targets = tables.tables[destination]
    let content = segment.columns[column]
    var changed: [Int: Value] = [:]
    for row in 0..<segment.count {
      if let key = content.reference(at: row) {
        guard targets.location(of: key) == nil else { continue }
        changed[row] = .null
        leaves(row, key)
      } else if let keys = content.references(at: row) {
        let kept = keys.filter { targets.location(of: $0) != nil }
        guard kept.count < keys.count else { continue }
        changed[row] = .references(kept)
        for key in keys where targets.location(of: key) == nil { leaves(row, key) }
      }
    }
    guard !changed.isEmpty else { return nil }
    let builder = layout.columns[column].makeBuilder(expectedRows: segment.count)
    for row in 0..<segment.count { builder.append(changed[row] ?? content.value(at: row)) }
    return builder.finish()
  }
}
