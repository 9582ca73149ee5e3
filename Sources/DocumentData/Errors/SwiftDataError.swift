import DocumentFile
import DocumentTables

/// An error of the modelling layer, with SwiftData's names and what SwiftData does not say: the
/// stage, entity, property and object concerned.
///
/// Two errors are equal if their codes are, so that `catch SwiftDataError.backwardMigration` and
/// `#expect(throws: SwiftDataError.unknownSchema)` work whatever the details.
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
    case mutationDuringEnumeration, lossyMigration, wholeDocumentNeeded
  }

  let code: Code
  /// What is wrong, in words, and what can be done about it.
  public var explanation: String = ""
  /// The migration stage, as `1.0.0 → 2.0.0`.
  public var stage: String?
  /// The entity concerned; nil where no single one is.
  public var entity: String?
  /// The property of ``entity`` concerned, or several with commas between them.
  public var property: String?
  /// The object's key in its document.
  public var object: Int64?
  /// What led to this error.
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

  /// Whether the codes are equal, whatever the details.
  public static func == (left: SwiftDataError, right: SwiftDataError) -> Bool {
    left.code == right.code
  }

  /// Hashes the code alone, as equality compares it.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// Lets `catch SwiftDataError.unknownSchema` match whatever the details.
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

  /// The explanation is made of the words of this package's own errors.
  private var cause: String {
    switch underlying {
    case nil: ""
    case is DocumentError where !explanation.isEmpty: ""
    case is SchemaProblem where !explanation.isEmpty: ""
    case is SwiftDataError where !explanation.isEmpty: ""
    case let error?: ": \(error)"
    }
  }
}
