import DocumentFile
import DocumentTables

/// An error of the modelling layer: a code of SwiftData, or one of this package's own, and the
/// stage, entity, property and object concerned.
///
/// Two errors are equal if their codes are equal, so `catch SwiftDataError.backwardMigration` and
/// `#expect(throws: SwiftDataError.unknownSchema)` match regardless of the details.
public struct SwiftDataError: Error, Hashable, Sendable, CustomStringConvertible {
  enum Code: String, Sendable {
    case loadIssueModelContainer, modelValidationFailure, missingModelContext, backwardMigration
    case unknownSchema, unknownDataStoreSchema, unsupportedPredicate, unsupportedSortDescriptor
    case unsupportedKeyPath, includePendingChangesWithBatchSize
    case sortingPendingChangesWithIdentifiers, duplicateConfiguration
    case configurationFileNameTooLong, configurationFileNameContainsInvalidCharacters
    case configurationSchemaNotFoundInContainerSchema, historyTokenExpired
    case invalidTransactionFetchRequest, migrationStageFailure, readOnlyStore
    case modelOfAnotherSchema, concurrentDeletion, saveFailure, invalidDataStoreAnswer
    case mutationDuringEnumeration, lossyMigration, wholeDocumentNeeded, mergeConflict
    case unrelatedMergeBase, unrepresentableResult
  }

  let code: Code
  /// A description of the problem, and of what to do about it.
  public var explanation: String = ""
  /// The migration stage, as `1.0.0 → 2.0.0`.
  public var stage: String?
  /// The entity concerned; nil if there is no single one.
  public var entity: String?
  /// The property of ``entity`` concerned, or several, separated by commas.
  public var property: String?
  /// The object's key in its document.
  public var object: Int64?
  /// The error that caused this one.
  public var underlying: (any Error)?

  init(
    _ code: Code, _ explanation: String = "", stage: String? = nil, entity: String? = nil,
    property: String? = nil, object: Int64? = nil, underlying: (any Error)? = nil
  ) {
    self.code = code
    self.explanation = explanation
    self.stage = stage
    self.entity = entity
    self.property = property
    self.object = object
    self.underlying = underlying
  }

  /// Whether two errors have the same code, regardless of their details.
  public static func == (left: SwiftDataError, right: SwiftDataError) -> Bool {
    left.code == right.code
  }

  /// Hashes the code, the only part that equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// Matches errors with the same code, as in `catch SwiftDataError.unknownSchema`.
  public static func ~= (left: SwiftDataError, right: any Error) -> Bool {
    (right as? SwiftDataError) == left
  }

  /// Code, place, explanation and cause, in one line.
  public var description: String {
    var place: [String] = []
    if let stage { place.append("stage \(stage)") }
    if let entity { place.append([entity, property].compactMap { $0 }.joined(separator: ".")) }
    if let object { place.append("object \(object)") }
    let head = place.isEmpty ? code.rawValue : "\(code.rawValue) (\(place.joined(separator: ", ")))"
    return explanation.isEmpty ? head + cause : "\(head): \(explanation)\(cause)"
  }

  /// The underlying error in words; empty if the explanation already contains its message.
  var cause: String {
    switch underlying {
    case nil: return ""
    case is DocumentError where !explanation.isEmpty: return ""
    case is SchemaProblem where !explanation.isEmpty: return ""
    case is SwiftDataError where !explanation.isEmpty: return ""
    case let error?:
      let words = Self.words(of: error)
      return explanation.hasSuffix(words) ? "" : ": \(words)"
    }
  }

  /// The text of an error for messages: its localised description, if it has one.
  static func words(of error: any Error) -> String {
    if let error = error as? SwiftDataError, !error.explanation.isEmpty { return error.explanation }
    return (error as? any LocalizedError)?.errorDescription ?? "\(error)"
  }
}

extension SwiftDataError {
  /// Wraps an error of reading a document, with the file and the place in it.
  package init(loading error: DocumentError) {
    self.init(
      .loadIssueModelContainer, Self.words(error), entity: error.entity,
      property: error.property, object: error.key, underlying: error)
  }

  /// Creates the error of a store whose model is none of a plan's versions.
  package static func unknownStore(_ explanation: String) -> SwiftDataError {
    SwiftDataError(.unknownDataStoreSchema, explanation)
  }

  /// Wraps an error of writing a document, with its file.
  package init(saving error: DocumentError) {
    self.init(.saveFailure, Self.words(error), underlying: error)
  }

  private static func words(_ error: DocumentError) -> String {
    [error.location, error.object, error.message].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}
