/// The whole content of a document as one immutable value: typed columns and the schema that
/// describes them.
///
/// Readers create tables, writers consume them, migrations transform them, and model objects are
/// views of their rows.
package struct Tables: Sendable {
  package var schema: TableSchema
  package var documentID: UInt128
  /// The tables, in the order of the schema's hierarchies.
  package var tables: [Table]
  /// The key of the next object: above every key in use, and never decreasing.
  package var nextKey: ObjectKey
  package var extensions: [ExtensionRecord]
  /// The data that a migration to an older version could not express, kept to be restored later.
  package var carried: [Tree]
  package var keptParts: [KeptPart]
  /// The document's saves, which are no content; nil if the document states no policy.
  package var history: History?

  package init(
    schema: TableSchema, documentID: UInt128, tables: [Table]? = nil, nextKey: ObjectKey = 1,
    extensions: [ExtensionRecord] = [], carried: [Tree] = [], keptParts: [KeptPart] = [],
    history: History? = nil
  ) {
    self.schema = schema
    self.documentID = documentID
    self.tables = tables ?? schema.hierarchies.map { _ in Table() }
    self.nextKey = nextKey
    self.extensions = extensions
    self.carried = carried
    self.keptParts = keptParts
    self.history = history
  }

  package var rowCount: Int { tables.reduce(0) { $0 + $1.rowCount } }

  /// Returns the number of rows of each entity, without those of its subentities.
  package func rowCounts() -> [String: Int] {
    var counts: [String: Int] = [:]
    for (hierarchy, table) in zip(schema.hierarchies, tables) {
      var byDiscriminator = [Int](repeating: 0, count: hierarchy.entities.count)
      for segment in table.segments {
        segment.entities.count(rows: segment.count, into: &byDiscriminator)
      }
      for entity in hierarchy.entities {
        counts[entity.name] = byDiscriminator[Int(entity.discriminator)]
      }
    }
    return counts
  }

  /// Finds a key: returns the position of its table and the location of its row; nil if no table
  /// has the key.
  package func find(_ key: ObjectKey) -> (hierarchy: Int, location: RowLocation)? {
    for (index, table) in tables.enumerated() {
      if let location = table.location(of: key) { return (index, location) }
    }
    return nil
  }
}
