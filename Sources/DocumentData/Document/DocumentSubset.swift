import DocumentFile
import DocumentTables

/// Some objects of a document that was read in part, in their own container.
///
/// The subset contains the requested objects, the objects they own, and objects that these require.
/// It supports reading and fetching; saving throws ``SwiftDataError/readOnlyStore``. A relationship
/// to an object outside the subset is nil or lacks that object, and is listed in this value.
public struct DocumentSubset: Sendable {
  /// A reference to an object that is not in the subset.
  public struct OutgoingReference: Hashable, Sendable {
    /// The object that refers to another.
    public let object: PersistentIdentifier
    /// The name of its relationship.
    public let property: String
    /// The other object, under the entity that the relationship names.
    public let target: PersistentIdentifier
  }

  /// A relationship that its members store, and whose members were not searched for.
  public struct UnreadRelationship: Hashable, Sendable {
    /// The entity of the relationship.
    public let entityName: String
    /// The relationship's name.
    public let property: String
  }

  /// The container of the subset's objects.
  public let modelContainer: ModelContainer
  /// The requested objects, in the order of their keys.
  public let identifiers: [PersistentIdentifier]
  /// The references to objects outside the subset, under the names of the document's version.
  public let outgoingReferences: [OutgoingReference]
  /// The relationships of objects in the subset that are empty there, although they may have
  /// members in the document.
  public let unreadRelationships: [UnreadRelationship]
  /// Whether the file's index parts decided which records were not read.
  ///
  /// If so, the absence of an object depends on the writer's index parts. Open the file with
  /// `verifiesIndexes: true` to make the records decide.
  public let reliesOnIndexes: Bool

  init(
    _ container: ModelContainer, _ subset: TablesSubset,
    _ leaving: [TablesSubset.OutgoingReference],
    storeIdentifier: String
  ) {
    let identifier = { (entity: String, key: ObjectKey) in
      PersistentIdentifier(entityName: entity, storeIdentifier: storeIdentifier, key: key)
    }
    modelContainer = container
    reliesOnIndexes = subset.reliesOnIndexes
    identifiers = subset.objects.map { identifier($0.entity, $0.key) }
    outgoingReferences = leaving.map { reference in
      let end = subset.tables.schema.relationship(named: reference.property, of: reference.entity)
      return OutgoingReference(
        object: identifier(reference.entity, reference.key), property: reference.property,
        target: identifier(end?.relationship.destination ?? "", reference.target))
    }
    unreadRelationships = subset.unreadRelationships.map {
      UnreadRelationship(entityName: $0.entity, property: $0.property)
    }
  }
}
