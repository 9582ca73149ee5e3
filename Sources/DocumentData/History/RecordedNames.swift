import DocumentMigration
import DocumentTables
import Synchronization

/// The words of one recorded schema, and what the program's models call the same things.
final class RecordedNames: Sendable {
  private struct Reference: Sendable { weak var store: DocumentStore? }

  /// The schema whose names the transactions use.
  let schema: TableSchema
  let storeIdentifier: String
  private let catalog: ModelCatalog
  /// From the recorded schema to the catalog's.
  private let path: NamePath
  private let reference: Mutex<Reference>

  init(
    _ schema: TableSchema, _ path: NamePath, _ catalog: ModelCatalog, _ store: DocumentStore
  ) {
    self.schema = schema
    self.path = path
    self.catalog = catalog
    storeIdentifier = store.identifier
    reference = Mutex(Reference(store: store))
  }

  /// Returns the name of a recorded entity in the catalog's schema; nil if the entity is gone.
  func entity(_ name: String) -> String? {
    path.entity(name).flatMap { catalog.schema.entity(named: $0)?.name }
  }

  /// Returns the name of a recorded property in the catalog's schema; nil if the property is gone.
  func property(_ name: String, of entity: String) -> String? {
    path.property(name, of: entity)
  }

  /// Returns the class of a recorded entity's objects; nil if the program has none.
  func description(of entity: String) -> ModelDescription? {
    guard let name = self.entity(entity) else { return nil }
    return catalog.descriptions.first { $0.entityName == name }
  }

  /// Returns whether a recorded entity is one of some classes, or a subclass of one.
  func isEntity(_ name: String, oneOf entities: Set<String>) -> Bool {
    guard let own = entity(name) else { return false }
    return catalog.schema.lineage(of: own).contains { entities.contains($0.name) }
  }

  /// Returns the names of a recorded hierarchy's entities in the catalog's schema.
  func entities(inHierarchy name: String) -> [String] {
    guard let own = entity(name), let index = catalog.schema.hierarchyIndex(of: own) else {
      return []
    }
    return catalog.schema.hierarchies[index].entities.map(\.name)
  }

  /// Returns the identifier of a related object.
  ///
  /// - Parameter entity: The destination of the relationship; an object that exists may be of a
  ///   subentity.
  func identifier(of key: ObjectKey, _ entity: String) -> PersistentIdentifier {
    PersistentIdentifier(
      entityName: storedEntity(of: key, entity) ?? entity, storeIdentifier: storeIdentifier,
      key: key)
  }

  private func storedEntity(of key: ObjectKey, _ entity: String) -> String? {
    guard let hierarchy = catalog.schema.hierarchyIndex(of: entity),
      let store = reference.withLock({ $0.store })
    else { return nil }
    let table = store.current.tables.tables[hierarchy]
    guard let location = table.location(of: key) else { return nil }
    let discriminator = table.segments[location.segment].entities[location.row]
    return catalog.schema.hierarchies[hierarchy].entities[Int(discriminator)].name
  }

  /// Returns the destination of a relationship of the catalog's schema.
  func destination(of property: String, _ entity: String) -> String? {
    catalog.schema.relationship(named: property, of: entity)?.relationship.destination
  }
}
