import DocumentTables

/// The names of a schema's entities and properties in another schema, found version by version.
package struct NamePath: Sendable {
  private let maps: [NameMap]

  /// - Parameter versions: The schemas of a plan. If both schemas are among them, the path leads
  ///   through the versions between the two.
  package init(
    from old: TableSchema, to new: TableSchema, through versions: () -> [TableSchema]
  ) {
    let (first, last) = (old.modelFingerprint(), new.modelFingerprint())
    if first == last {
      maps = []
      return
    }
    var path = [old, new]
    let versions = versions()
    if let start = versions.firstIndex(where: { $0.modelFingerprint() == first }),
      let end = versions.firstIndex(where: { $0.modelFingerprint() == last })
    {
      let between =
        start < end ? Array(versions[(start + 1)..<end]) : versions[(end + 1)..<start].reversed()
      path.insert(contentsOf: between, at: 1)
    }
    maps = zip(path, path.dropFirst()).map { NameMap(from: $0, to: $1) }
  }

  /// Returns the name of an entity of the old schema in the new one; nil if the entity is gone.
  package func entity(_ name: String) -> String? {
    var name = name
    for map in maps {
      guard let next = map.entity(name) else { return nil }
      name = next
    }
    return name
  }

  /// Returns the name of a property of the old schema in the new one; nil if the property is gone.
  ///
  /// - Parameter entity: An entity of the old schema, which declares or inherits the property.
  package func property(_ name: String, of entity: String) -> String? {
    var (entity, name) = (entity, name)
    for map in maps {
      guard let next = map.property(name, of: entity), let owner = map.entity(entity) else {
        return nil
      }
      (entity, name) = (owner, next)
    }
    return name
  }
}

/// The names of one schema's entities and properties in a neighbouring schema.
///
/// A migration between the two schemas matches them in the same way: by name first, then by the
/// original name, which the newer of them states (spec 7.3).
private struct NameMap: Sendable {
  private let old: TableSchema
  private let new: TableSchema
  /// From the old schema to the new one, as both directions state it.
  private let matchings: [SchemaMatching]

  init(from old: TableSchema, to new: TableSchema) {
    self.old = old
    self.new = new
    let up = try? SchemaDifference(from: old, to: new, decisions: .leftToClosures)
    let down = try? SchemaDifference(from: new, to: old, decisions: .leftToClosures)
    matchings = [up?.matching.inverted(), down?.matching].compactMap { $0 }
  }

  func entity(_ name: String) -> String? {
    for matching in matchings {
      if let found = matching.entities[name] { return found }
    }
    // The schemas may not be comparable; an entity that a comparison leaves out is gone.
    return matchings.isEmpty ? new.entity(named: name)?.name : nil
  }

  func property(_ name: String, of entity: String) -> String? {
    guard let target = self.entity(entity),
      let owner = old.lineage(of: entity).first(where: { $0.hasProperty(name) })
    else { return nil }
    for matching in matchings {
      let found = matching.properties[DeclaredProperty(owner.name, name)]?
        .first { new.isEntity(target, kindOf: $0.entity) }
      if let found { return found.name }
    }
    return nil
  }
}
