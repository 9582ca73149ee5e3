import DocumentTables

/// What a backing store may ask of the context whose changes it commits.
protocol SavingContext: AnyObject {
  /// The version that the changes belong to.
  var base: DocumentStore.Version { get }
  var editingState: EditingState { get }
  /// How much time the save may take to compress; nil where the store knows.
  var compression: DocumentCompression? { get }
  /// The batch deletions that have marked objects for removal.
  var batches: [BatchDeletion] { get }

  /// The inserted, changed or deleted object of a key.
  func pendingObject(for key: ObjectKey) -> (any PersistentModel)?
  /// The object of a key, made if nobody holds it yet; nil if there is none, or it is to be deleted.
  func model(for key: ObjectKey, hierarchy: Int) -> (any PersistentModel)?

  /// Keeps what went wrong where nothing can be thrown, for the next fetch or save.
  func note(_ error: any Error)
  func takeReadingError() -> (any Error)?

  /// Brings the context to where the tables are now.
  func advance()
  /// `newer` gives its values to `older`, of the same class, and stands for the same row from then
  /// on.
  func unite(
    _ newer: any PersistentModel, with older: any PersistentModel, _ description: ModelDescription)
  /// The pending changes, against the base.
  func makeChangeSet() -> ChangeSet
}
