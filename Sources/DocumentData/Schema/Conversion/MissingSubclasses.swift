import DocumentTables

extension TableSchema {
  /// An entity of this schema that another has no word for, though it has one above it.
  struct MissingSubentity {
    var name: String
    var ancestor: String
  }

  /// Entities that the classes of `other` probably lack by mistake: nothing leads from a class to
  /// its subclasses, so these must be listed.
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
  /// Refuses to open a document for models that lack a subclass of which it holds objects: they
  /// would be gone with the next save.
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
