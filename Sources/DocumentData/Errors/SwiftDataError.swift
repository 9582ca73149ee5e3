/// An error of the modelling layer, with SwiftData's names and what SwiftData does not say: the
/// stage, entity, property and object concerned.
///
/// Two errors are equal if their codes are, so that `catch SwiftDataError.backwardMigration` and
/// `#expect(throws: SwiftDataError.unknownSchema)` work whatever the details.
public struct SwiftDataError: Error, Hashable, Sendable, CustomStringConvertible {
  enum Code: String, Sendable {
    case loadIssueModelContainer, modelValidationFailure, missingModelContext, backwardMigration
    case unknownSchema, unknownDataStoreSchema, unsupportedPredicate, unsupportedSortDescriptor
    case unsupportedKeyPath, duplicateConfiguration, configurationFileNameTooLong
    case configurationFileNameContainsInvalidCharacters
    case configurationSchemaNotFoundInContainerSchema, migrationStageFailure, readOnlyStore
    case modelOfAnotherSchema, concurrentDeletion, saveFailure
  }

  let code: Code
  /// What is wrong, in words.
  public var explanation: String = ""
  /// The migration stage, as `1.0.0 → 2.0.0`.
  public var stage: String?
  /// The entity concerned; nil where no single one is.
  public var entity: String?
  /// The property of ``entity`` concerned.
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

  /// The file cannot be read, or is no valid document; the cause is in ``underlying``.
  public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
  /// An object breaks a rule of its schema, so nothing was saved.
  public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
  /// SwiftData's, for an object without context; nothing throws it yet.
  public static let missingModelContext = SwiftDataError(.missingModelContext)
  /// The document's schema is newer than the one to migrate to.
  public static let backwardMigration = SwiftDataError(.backwardMigration)
  /// A model, a schema or a migration plan contradicts itself or does not fit the container.
  public static let unknownSchema = SwiftDataError(.unknownSchema)
  /// The document's schema is newer than the program's, or none that it can migrate.
  public static let unknownDataStoreSchema = SwiftDataError(.unknownDataStoreSchema)
  /// SwiftData's, for a predicate that its store cannot translate; nothing throws it yet.
  public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
  /// SwiftData's, for an order that its store cannot give; nothing throws it yet.
  public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)
  /// A key path leads to no stored attribute.
  public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
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
  /// A stage's closure, or the structural part between them, failed; not SwiftData's.
  public static let migrationStageFailure = SwiftDataError(.migrationStageFailure)
  /// The document may be read but not written; not SwiftData's.
  public static let readOnlyStore = SwiftDataError(.readOnlyStore)
  /// A model class of one schema version was used in a context of another; not SwiftData's.
  public static let modelOfAnotherSchema = SwiftDataError(.modelOfAnotherSchema)
  /// An object with unsaved changes was deleted through another context; not SwiftData's.
  public static let concurrentDeletion = SwiftDataError(.concurrentDeletion)
  /// The document's file could not be written; not SwiftData's.
  public static let saveFailure = SwiftDataError(.saveFailure)

  static let notWritable = SwiftDataError(
    .readOnlyStore,
    "the document needs features that this version cannot write, or its configuration forbids it")

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
    let cause = underlying.map { ": \($0)" } ?? ""
    return explanation.isEmpty ? head + cause : "\(head): \(explanation)\(cause)"
  }
}
