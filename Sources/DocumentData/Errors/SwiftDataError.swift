/// An error of the modelling layer, with SwiftData's names and what SwiftData does not say: the
/// stage, entity, property and object concerned.
///
/// Two errors are equal if their codes are, so that `catch SwiftDataError.backwardMigration` and
/// `#expect(throws: SwiftDataError.unknownSchema)` work whatever the details.
public struct SwiftDataError: Error, Hashable, Sendable, CustomStringConvertible {
  enum Code: String, Sendable {
    case loadIssueModelContainer, modelValidationFailure, missingModelContext, backwardMigration
    case unknownSchema, unknownDataStoreSchema, unsupportedPredicate, unsupportedSortDescriptor
    case unsupportedKeyPath, duplicateConfiguration, migrationStageFailure, readOnlyStore
    case modelOfAnotherSchema, concurrentDeletion, saveFailure
  }

  let code: Code
  /// What is wrong, in words.
  public var explanation: String = ""
  /// The migration stage, as `1.0.0 → 2.0.0`.
  public var stage: String?
  public var entity: String?
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

  public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
  public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
  public static let missingModelContext = SwiftDataError(.missingModelContext)
  public static let backwardMigration = SwiftDataError(.backwardMigration)
  public static let unknownSchema = SwiftDataError(.unknownSchema)
  public static let unknownDataStoreSchema = SwiftDataError(.unknownDataStoreSchema)
  public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
  public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)
  public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
  public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
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

  public static func == (left: SwiftDataError, right: SwiftDataError) -> Bool {
    left.code == right.code
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  public static func ~= (left: SwiftDataError, right: any Error) -> Bool {
    (right as? SwiftDataError) == left
  }

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
