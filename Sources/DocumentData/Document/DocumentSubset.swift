import DocumentFile
import DocumentTables

/// Some objects of a document that was not opened as a whole, in a container of their own.
///
/// It holds the objects that were asked for, what they own, and objects that one of them cannot be
/// without. It can be read and fetched from like any other; saving throws
/// ``SwiftDataError/readOnlyStore``. What a relationship would lead to outside of the subset is nil
/// or missing there, and named here.
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

  /// A relationship whose members say that they belong to it, and which were not looked for.
  public struct UnreadRelationship: Hashable, Sendable {
    /// The entity that has it.
    public let entityName: String
    /// The relationship's name.
    public let property: String
  }

  /// The container of the subset's objects.
  public let modelContainer: ModelContainer
  /// The objects that were asked for, in the order of their keys.
  public let identifiers: [PersistentIdentifier]
  /// The references that lead out of the subset, under the names of the document's version.
  public let outgoingReferences: [OutgoingReference]
  /// The relationships of objects in the subset that are empty there, even where they are not in the
  /// document.
  public let unreadRelationships: [UnreadRelationship]
  /// Whether index parts of the file decided which records were not read.
  ///
  /// An object that is missing here is then missing by the word of the file's writer. To have the
  /// records decide, open the file with `verifiesIndexes: true`.
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
