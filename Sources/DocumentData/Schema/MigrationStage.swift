/// The migration between two versions of an application's models, in both directions.
///
/// SwiftData has the cases ``lightweight(fromVersion:toVersion:)`` and
/// ``custom(fromVersion:toVersion:willMigrate:didMigrate:)`` only. Every stage can run backwards:
/// schema changes are inverted automatically, and a stage may have closures that undo the work of
/// its other closures. If the plan has a stage of its own from the newer version to the older one,
/// that stage runs instead.
///
/// A closure's context belongs to a container with the configurations and the plan of the container
/// that is being opened, and with the schema of the version that the closure works on. The stores
/// of this container are in memory.
///
/// The closures of a stage run once for all stores of a container; see ``SchemaMigrationPlan``.
///
/// The context of a ``FrozenVersion`` has rows in place of objects: ``ModelContext/rows(_:)``.
///
/// The rows are checked after the closures: required values, cases of enumerations, values that a type's own
/// coding rejects, counts and uniqueness. So a stage succeeds if its closures set or delete what does
/// not fit, and an empty table refuses no change. The error for a row that does not fit names its
/// entity, object, property and value.
///
/// Until a closure sets it, a value that the newer type rejects reads as the property's default, zero,
/// an empty value, or the first case of an enumeration; a structure whose coding rejects all of these
/// reads as one of such members, which may break a rule of the type. If `didMigrate` or `transform`
/// reads such a value, the report has a warning; if a closure reads one in the version before the
/// stage, the stage fails. For a class without such a value, the stage fails before the closure runs:
/// give the property a default value.
///
/// If a closure throws, the stage fails: ``SwiftDataError/migrationStageFailure`` has the words of the
/// error, and ``SwiftDataError/underlying`` is the error. Two kinds of errors fail the stage even if the closure
/// catches them: errors of a save, and using a class that is not in the context's version in a
/// fetch, a deletion, a merge or an insertion. All other errors of the closure's contexts become
/// ``MigrationReport/Stage/warnings`` in the report.
public enum MigrationStage: Sendable {
  /// A stage that the differences between the two schemas describe completely.
  ///
  /// An attribute may change its type if the table has no rows, or if no row has a value of it.
  /// Otherwise the stage fails, even if every value could be converted, so that a stage that
  /// migrates the developer's document does not fail on a user's. Likewise, a new required attribute
  /// without a default needs a table without rows. A warning in the report, and in the preview
  /// (``SchemaMigrationPlan/migrationPreview(of:to:restoration:limits:)``), names each such change.
  ///
  /// A relationship may lead to a class of another name. Its references are dropped, and a warning in the
  /// report says how many; if the class only got another name, state it with `@Model(originalName:)`.
  case lightweight(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)

  /// A stage with code that runs before and after the schema changes.
  ///
  /// Both closures see the objects of all stores that take part in the stage. A new object is
  /// stored in the store that keeps its entity.
  ///
  /// Without `didMigrate`, the schema changes in the way of ``lightweight(fromVersion:toVersion:)``,
  /// for the rows that `willMigrate` has left.
  ///
  /// - Parameters:
  ///   - willMigrate: Works on objects of the old version.
  ///   - didMigrate: Works on objects of the new version.
  @preconcurrency
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?)

  /// A custom stage with code for both directions; created by
  /// ``custom(fromVersion:toVersion:willMigrate:didMigrate:willRevert:didRevert:)``.
  @preconcurrency
  case reversible(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
    willRevert: (@Sendable (_ context: ModelContext) throws -> Void)?,
    didRevert: (@Sendable (_ context: ModelContext) throws -> Void)?)

  /// A stage with code that runs after the schema changes and sees both versions.
  ///
  /// The closure can read, but not change, the objects of the old context. Each of them already has
  /// a ``ModelContext/counterpart(of:as:)-(Other,_)`` in the new context, with all values that the schema
  /// changes carry over. The closure sets the other values: properties of another type, and
  /// required properties without a default.
  ///
  /// - Parameters:
  ///   - transform: Reads objects of the old version and changes objects of the new one.
  ///   - revert: Runs in the other direction: reads objects of the *newer* version, its first
  ///     argument, and changes objects of the older one. Nil if the schema changes alone describe
  ///     the way back.
  @preconcurrency
  case transforming(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    transform: @Sendable (_ old: ModelContext, _ new: ModelContext) throws -> Void,
    revert: (@Sendable (_ newer: ModelContext, _ older: ModelContext) throws -> Void)? = nil)

  /// A stage in which dates may become days; created by ``convertingDatesToDays()``.
  indirect case convertingDates(MigrationStage)
}

extension MigrationStage {
  /// Returns this stage, in which a `Date` of the older version may become a ``CalendarDay``.
  ///
  /// Each date becomes its day in UTC. Use this only if the older version stored days as midnight
  /// in UTC; for any other zone, use a custom stage. On the way back, a day becomes midnight in UTC.
  ///
  /// Dates that are not midnight in UTC are kept in the document: on the way back they return,
  /// unless the day has changed. A date outside the years 1 to 9999 becomes the nearest day.
  public func convertingDatesToDays() -> MigrationStage {
    convertsDates ? self : .convertingDates(self)
  }
}

extension MigrationStage {
  /// Creates a custom stage with code for both directions.
  ///
  /// - Parameters:
  ///   - fromVersion: The older version.
  ///   - toVersion: The newer version.
  ///   - willMigrate: Runs first on the way to the newer version, on objects of the older one.
  ///   - didMigrate: Runs last on the way to the newer version, on objects of the newer one.
  ///   - willRevert: Runs first on the way back, on objects of the newer version.
  ///   - didRevert: Runs last on the way back, on objects of the older version.
  public static func custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
    willRevert: (@Sendable (_ context: ModelContext) throws -> Void)?,
    didRevert: (@Sendable (_ context: ModelContext) throws -> Void)?
  ) -> MigrationStage {
    .reversible(
      fromVersion: fromVersion, toVersion: toVersion, willMigrate: willMigrate,
      didMigrate: didMigrate, willRevert: willRevert, didRevert: didRevert)
  }
}
