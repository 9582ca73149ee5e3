import DocumentTables

extension Tables {
  /// Returns the tables under another schema of the same layout: another name, or other constraints.
  ///
  /// Carried losses of this document's schema get the name, too, so that the stages of the other schema
  /// find them.
  ///
  /// - Returns: Nil if the layouts differ, so that the rows are not those of the schema.
  package func adopting(_ schema: TableSchema) -> Tables? {
    let isSameModel = self.schema.modelFingerprint() == schema.modelFingerprint()
    guard isSameModel || self.schema.layoutFingerprint() == schema.layoutFingerprint() else {
      return nil
    }
    let name = self.schema.name
    var tables = self
    tables.schema = schema
    guard !name.utf8.elementsEqual(schema.name.utf8) else { return tables }
    tables.carried = carried.map { tree in
      guard var group = LossGroup(carried: tree),
        group.header.stage.schema.utf8.elementsEqual(name.utf8)
      else { return tree }
      group.header.stage.schema = schema.name
      return group.tree
    }
    return tables
  }
}
