import DocumentTables

extension TableSchema {
  /// An entity that another schema lacks, although that schema has one of its superentities.
  struct MissingSubentity {
    var name: String
    var ancestor: String
  }

  /// Returns the entities that the classes of `other` probably lack by mistake.
  ///
  /// Subclasses must be listed, because no class leads to its subclasses.
  func subentities(missingIn other: TableSchema) -> [MissingSubentity] {
    let renamed = Set(other.entities.compactMap(\.originalName))
    return entities.compactMap { entity in
      guard other.entity(named: entity.name) == nil, !renamed.contains(entity.name) else {
        return nil
      }
      return lineage(of: entity.name).lazy.map(\.name).first { other.entity(named: $0) != nil }
        .map { MissingSubentity(name: entity.name, ancestor: $0) }
    }
  }
}

extension Tables {
  /// Refuses a document with objects of a subclass that the models lack: the next save would drop
  /// them.
  func checkSubentities(of own: TableSchema) throws {
    let missing = schema.subentities(missingIn: own)
    guard !missing.isEmpty else { return }
    let counts = rowCounts()
    for entity in missing {
      guard let count = counts[entity.name], count > 0 else { continue }
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "the document holds \(count) of them, and the container's models have \(entity.ancestor) "
          + "but not this subclass: add \(entity.name).self to them, or migrate with a plan",
        entity: entity.name)
    }
  }
}
