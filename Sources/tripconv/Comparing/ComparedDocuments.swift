import DocumentFile
import DocumentMigration
import DocumentTables

/// Two documents of one schema version, the second with the keys of the first, and their
/// differences.
struct ComparedDocuments {
  /// One of the documents, as it was given.
  struct Side {
    let name: String
    /// The document; nil for an empty file.
    let document: OpenedDocument?
  }

  let oldSide: Side
  let newSide: Side
  let old: Tables
  /// The second document with the keys of the first.
  let new: Tables
  let changes: ChangeSet
  /// Whether both are versions of one document, so that keys tell which objects are the same.
  let areVersions: Bool
  /// The second document's own keys, by key in ``new``; empty if ``areVersions``.
  private let ownKeys: [ObjectKey: ObjectKey]

  init(
    _ oldInput: InputArgument, _ newInput: InputArgument, _ messages: MessageOptions
  ) throws {
    let opened = try CommonVersion.open([oldInput, newInput], messages)
    oldSide = Side(name: oldInput.name, document: opened[0])
    newSide = Side(name: newInput.name, document: opened[1])
    guard let any = opened[0] ?? opened[1] else {
      let schema: TableSchema
      do {
        schema = try TableSchema(name: "", version: nil, entities: [])
      } catch {
        throw CommandFailure(error, file: nil)
      }
      (old, new) = (Tables(schema: schema, documentID: 0), Tables(schema: schema, documentID: 0))
      changes = ChangeSet(nextKey: 1)
      areVersions = true
      ownKeys = [:]
      return
    }
    // An empty file is the same document before its first object, or after its last one.
    let empty = Tables(schema: any.tables.schema, documentID: any.tables.documentID)
    old = opened[0]?.tables ?? empty
    let other = opened[1]?.tables ?? empty
    areVersions = old.documentID == other.documentID
    if areVersions {
      ownKeys = [:]
      new = other
    } else {
      let keys = ObjectMatching(old, other).completedKeys(old, other)
      ownKeys = Dictionary(keys.lazy.map { ($0.value, $0.key) }) { first, _ in first }
      new = other.rekeyed(keys, schemas: TripMigration.releasedSchemas)
    }
    changes = ChangeSet(from: old, to: new)
  }

  /// Returns the key that an object of ``new`` has in the second document's file.
  func ownKey(_ key: ObjectKey) -> ObjectKey { ownKeys[key] ?? key }
}
