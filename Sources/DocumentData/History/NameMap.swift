import DocumentMigration
import DocumentTables

/// The names of one schema's entities and properties in another schema.
///
/// A migration between the two schemas matches them in the same way: by name first, then by the
/// original name, which the newer of them states (spec 7.3).
struct NameMap: Sendable {
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

  /// - Parameter entity: An entity of the old schema, which declares or inherits the property.
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
