// Opening and configuring.
extension SwiftDataError {
  /// The file cannot be read, or is not a valid document.
  ///
  /// The explanation names the file and says what the file seems to be.
  public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
  /// Two configurations of a container are equal, name one file, or name copies of one document.
  public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
  /// The configuration's name results in a file name that is too long for file systems.
  public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
  /// The configuration's name cannot be a file name.
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    .configurationFileNameContainsInvalidCharacters)
  /// The configuration's schema has a model class that the container's schema does not have.
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    .configurationSchemaNotFoundInContainerSchema)
  /// A model, a schema or a migration plan contradicts itself, or does not fit the container.
  public static let unknownSchema = SwiftDataError(.unknownSchema)
  /// The document's schema is newer than the program's, or the program cannot migrate it.
  public static let unknownDataStoreSchema = SwiftDataError(.unknownDataStoreSchema)
  /// Opening the document would require a migration to an older version for which the plan has no
  /// stage.
  public static let backwardMigration = SwiftDataError(.backwardMigration)
  /// A closure of a migration stage, or the schema change itself, failed.
  ///
  /// SwiftData has no such error.
  public static let migrationStageFailure = SwiftDataError(.migrationStageFailure)
  /// The requested older version cannot store all data, and losses were not allowed.
  ///
  /// SwiftData has no such error.
  public static let lossyMigration = SwiftDataError(.lossyMigration)
  /// A part of a document was requested, but its version can only be migrated as a whole.
  ///
  /// SwiftData has no such error.
  public static let wholeDocumentNeeded = SwiftDataError(.wholeDocumentNeeded)
}

// Changing and saving.
extension SwiftDataError {
  /// An object breaks a rule of its schema, so nothing was saved.
  public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
  /// Never thrown: an object without a context is valid.
  ///
  /// SwiftData has this error.
  public static let missingModelContext = SwiftDataError(.missingModelContext)
  /// An object was inserted or related whose class is not in the context's schema.
  ///
  /// SwiftData has no such error.
  public static let modelOfAnotherSchema = SwiftDataError(.modelOfAnotherSchema)
  /// An object with unsaved changes was deleted through another context.
  ///
  /// SwiftData has no such error.
  public static let concurrentDeletion = SwiftDataError(.concurrentDeletion)
  /// Another process has saved changes that contradict those of the context, so nothing was saved.
  ///
  /// SwiftData has no such error.
  public static let mergeConflict = SwiftDataError(.mergeConflict)
  /// The documents of a merge were not made from its base, so that a merge could lose objects.
  ///
  /// SwiftData has no such error.
  public static let unrelatedMergeBase = SwiftDataError(.unrelatedMergeBase)
  /// The store can be read but not written.
  ///
  /// SwiftData has no such error.
  public static let readOnlyStore = SwiftDataError(.readOnlyStore)
  /// The document's file could not be written.
  ///
  /// SwiftData has no such error.
  public static let saveFailure = SwiftDataError(.saveFailure)

  /// A custom store returned an invalid result, such as a snapshot that does not fit its model.
  ///
  /// SwiftData has no such error.
  public static let invalidDataStoreAnswer = SwiftDataError(.invalidDataStoreAnswer)
}

// Fetching.
extension SwiftDataError {
  /// A custom store cannot evaluate a predicate.
  ///
  /// Contexts evaluate every predicate that compiles, so only custom stores throw this error.
  public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
  /// A custom store cannot sort as requested.
  ///
  /// Contexts can sort by every descriptor, so only custom stores throw this error.
  public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)
  /// A key path leads to no persisted property, or to one of the wrong kind.
  public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
  /// Never thrown: a fetch in batches can include pending changes.
  ///
  /// SwiftData has this error.
  public static let includePendingChangesWithBatchSize = SwiftDataError(
    .includePendingChangesWithBatchSize)
  /// Never thrown: a sorted fetch of identifiers can include pending changes.
  ///
  /// SwiftData has this error.
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
    .sortingPendingChangesWithIdentifiers)
  /// The closure of an enumeration left unsaved changes without permission.
  ///
  /// SwiftData refuses such changes too, but has no name for the error.
  public static let mutationDuringEnumeration = SwiftDataError(.mutationDuringEnumeration)
  /// A sum of a grouped fetch is outside the range of its type, or a key has no value.
  ///
  /// SwiftData has no such error.
  public static let unrepresentableResult = SwiftDataError(.unrepresentableResult)
}

// The history of stores.
extension SwiftDataError {
  /// The history after a token is incomplete: transactions were removed, the history began anew, the
  /// document is a copy that went its own way, or the token belongs to no store of the container.
  public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
  /// A request for transactions of a type that no store has.
  public static let invalidTransactionFetchRequest = SwiftDataError(.invalidTransactionFetchRequest)
}
