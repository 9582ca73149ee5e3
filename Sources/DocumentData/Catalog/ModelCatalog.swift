import DocumentTables

/// The model classes of one schema, and the table rows they stand for.
package final class ModelCatalog: Sendable {
  package let schema: TableSchema
  let descriptions: [ModelDescription]
  private let byType: [ObjectIdentifier: ModelDescription]
  /// By hierarchy, then discriminator.
  private let byRow: [[ModelDescription?]]

  package init(_ types: [any PersistentModel.Type], schema: TableSchema) {
    self.schema = schema
    let descriptions = RelatedModels(types).types.compactMap {
      ModelDescription($0, schema: schema)
    }
    self.descriptions = descriptions
    byType = Dictionary(
      descriptions.map { (ObjectIdentifier($0.type), $0) }, uniquingKeysWith: { first, _ in first })
    byRow = schema.hierarchies.enumerated().map { hierarchy, layout in
      layout.entities.map { entity in
        descriptions.first { $0.hierarchy == hierarchy && $0.discriminator == entity.discriminator }
      }
    }
  }

  func description(of type: any PersistentModel.Type) -> ModelDescription? {
    byType[ObjectIdentifier(type)]
  }

  func description(hierarchy: Int, discriminator: UInt16) -> ModelDescription? {
    byRow[hierarchy][Int(discriminator)]
  }
}
