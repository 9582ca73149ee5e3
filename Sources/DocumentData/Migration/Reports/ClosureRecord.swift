import DocumentMigration
import DocumentTables
import Synchronization

/// The role of a stage closure's contexts, and a record of their changes and errors.
///
/// All contexts over the closure's container share one record, so errors in a context that the
/// closure created itself count too.
package final class ClosureRecord: Sendable {
  /// The most different errors that are recorded; further ones are only counted.
  private static let largestWarningCount = 100

  private struct Content {
    var firstSaveError: (any Error)?
    var firstMisuse: SwiftDataError?
    var warnings: [String] = []
    var warningCounts: [String: Int] = [:]
    var uncountedWarnings = 0
    var changes: [ChangeDescription] = []
  }

  let role: StageRole
  /// The entities of the store whose new objects go to another store.
  private let guests: Set<String>
  private let content = Mutex(Content())

  init(_ role: StageRole, guests: Set<String> = []) {
    self.role = role
    self.guests = guests
  }

  /// Whether new objects of a class go to another store.
  func isGuest(_ type: any PersistentModel.Type) -> Bool {
    !guests.isEmpty && guests.contains(Schema.entityName(of: type))
  }

  /// Whether new rows of an entity go to another store.
  func isGuest(_ entity: String) -> Bool { guests.contains(entity) }

  /// The changes of all contexts' saves.
  var changes: [ChangeDescription] { content.withLock { $0.changes } }

  func note(_ changes: ChangeDescription) {
    content.withLock { $0.changes.append(changes) }
  }

  func note(saveError: any Error) {
    content.withLock { content in
      if content.firstSaveError == nil { content.firstSaveError = saveError }
    }
  }

  var hasFailedSave: Bool { content.withLock { $0.firstSaveError != nil } }

  /// Records the use of a class that the context's version does not have.
  func note(misuse: SwiftDataError) {
    content.withLock { content in
      if content.firstMisuse == nil { content.firstMisuse = misuse }
    }
  }

  /// Records an error that a context threw and the closure may catch.
  func note(thrown error: any Error) {
    note(warning: "\(role.context) threw an error, which the closure caught: \(error)")
  }

  /// Records that the closure reads a stored value that its type rejects.
  ///
  /// A value of the older version that no longer fits is what the closure has to set, so reading it
  /// in the newer version is a warning. In the version before the stage, whose values the closure
  /// works with, it is an error: what follows from a substitute would be stored.
  func note(
    unreadable value: Value, of entity: String, _ property: String, object: ObjectKey
  ) {
    guard role.place.isArrival else {
      return note(
        misuse: SwiftDataError(
          .modelValidationFailure,
          "\(role.context) read it, and the stored value \(MigrationStep.excerpt(value)) is not of its "
            + "type in version \(role.version): set it or delete the object without reading it",
          entity: entity, property: property, object: object))
    }
    note(
      warning: "\(role.context) read \(entity).\(property) before it was set: the stored value "
        + "\(MigrationStep.excerpt(value)) is not of its type, and another one was read")
  }

  private func note(warning words: String) {
    content.withLock { content in
      if content.warningCounts[words] != nil {
        content.warningCounts[words, default: 0] += 1
      } else if content.warnings.count < Self.largestWarningCount {
        content.warnings.append(words)
        content.warningCounts[words] = 1
      } else {
        content.uncountedWarnings += 1
      }
    }
  }

  /// - Throws: The first misuse of a class; it fails the stage even if the closure caught the error.
  func checkMisuse() throws {
    if let misuse = content.withLock({ $0.firstMisuse }) { throw misuse }
  }

  /// - Throws: The first error of a save; it fails the stage even if the closure caught the error.
  func checkSaves() throws {
    if let error = content.withLock({ $0.firstSaveError }) { throw error }
  }

  /// The different errors that the closure caught, and values that it should not have read, with the
  /// number of their occurrences.
  var warnings: [String] {
    content.withLock { content in
      let told = content.warnings.map { words in
        let count = content.warningCounts[words] ?? 1
        return count == 1 ? words : "\(words) (\(count) times)"
      }
      guard content.uncountedWarnings > 0 else { return told }
      return told + ["\(role.context) gave \(content.uncountedWarnings) more warnings"]
    }
  }
}
