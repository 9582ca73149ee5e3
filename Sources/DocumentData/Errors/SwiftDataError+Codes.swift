// Opening and configuring.
extension SwiftDataError {
  /// The file cannot be read, or is no valid document; the explanation says which file, and what it
  /// seems to be.
  public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
  /// Two configurations of a container claim one entity or one file.
  public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
  /// The name of a configuration makes a longer file name than file systems take.
  public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
  /// The name of a configuration cannot be that of a file.
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    .configurationFileNameContainsInvalidCharacters)
  /// The schema of a configuration has an entity that its container's schema has not.
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    .configurationSchemaNotFoundInContainerSchema)
  /// A model, a schema or a migration plan contradicts itself, or does not fit the container.
  public static let unknownSchema = SwiftDataError(.unknownSchema)
  /// The document's schema is newer than the program's, or none that it can migrate.
  public static let unknownDataStoreSchema = SwiftDataError(.unknownDataStoreSchema)
  /// A migration was asked to lead to an older version of the schema.
  public static let backwardMigration = SwiftDataError(.backwardMigration)
  /// A stage's closure, or the structural part between them, failed; not SwiftData's.
  public static let migrationStageFailure = SwiftDataError(.migrationStageFailure)
  /// An older version was asked for that cannot hold everything, and losses were not allowed; not
  /// SwiftData's.
  public static let lossyMigration = SwiftDataError(.lossyMigration)
  /// A part of a document was asked for whose version can only be migrated as a whole; not SwiftData's.
  public static let wholeDocumentNeeded = SwiftDataError(.wholeDocumentNeeded)
}

// Changing and saving.
extension SwiftDataError {
  /// An object breaks a rule of its schema, so nothing was saved.
  public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
  /// SwiftData's, for an object without context; nothing throws it here, where such an object is
  /// like any other.
  public static let missingModelContext = SwiftDataError(.missingModelContext)
  /// A model class that the context's schema does not have was inserted or related to; not
  /// SwiftData's.
  public static let modelOfAnotherSchema = SwiftDataError(.modelOfAnotherSchema)
  /// An object with unsaved changes was deleted through another context; not SwiftData's.
  public static let concurrentDeletion = SwiftDataError(.concurrentDeletion)
  /// The store may be read but not written; not SwiftData's.
  public static let readOnlyStore = SwiftDataError(.readOnlyStore)
  /// The document's file could not be written; not SwiftData's.
  public static let saveFailure = SwiftDataError(.saveFailure)

  /// A custom store gave what it may not give, say a snapshot that does not fit its model; not
  /// SwiftData's.
  public static let invalidDataStoreAnswer = SwiftDataError(.invalidDataStoreAnswer)

  static let notWritable = SwiftDataError(
    .readOnlyStore,
    "the document needs features that this version cannot write, its configuration forbids it, or "
      + "only a part of it was opened")
}

// Fetching.
extension SwiftDataError {
  /// A predicate asks for what no store can answer.
  public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
  /// An order asks for what no store can give.
  public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)
  /// A key path leads to no persisted property, or to none of the kind that is asked for.
  public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
  /// SwiftData's, for a fetch in batches that includes pending changes; nothing throws it here.
  public static let includePendingChangesWithBatchSize = SwiftDataError(
    .includePendingChangesWithBatchSize)
  /// SwiftData's, for identifiers in an order that includes pending changes; nothing throws it
  /// here.
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
    .sortingPendingChangesWithIdentifiers)
  /// The closure of an enumeration has left changes without being allowed to; SwiftData refuses
  /// this too, without a name for it.
  public static let mutationDuringEnumeration = SwiftDataError(.mutationDuringEnumeration)
}

// SwiftData's for the history of a store, which this package does not keep: nothing throws them.
extension SwiftDataError {
  /// A token names history that was deleted.
  public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
  /// A request for history contradicts itself.
  public static let invalidTransactionFetchRequest = SwiftDataError(.invalidTransactionFetchRequest)
}
