/// The way from one version of an application's models to the next, and back.
///
/// The cases ``lightweight(fromVersion:toVersion:)`` and
/// ``custom(fromVersion:toVersion:willMigrate:didMigrate:)`` are SwiftData's; the others are not.
/// Every stage can be gone back: what the difference of the schemas says is turned round, and what
/// a closure has done is undone by its counterpart, where the stage gives one. A stage of its own
/// from the newer version to the older, if the plan has one, is gone instead.
///
/// The container of a closure's context has the configurations and the plan of the container that is
/// being opened, and the schema of the version that the closure sees. Its stores are in memory.
///
/// The closures of a stage run once for all stores of a container; see ``SchemaMigrationPlan``.
///
/// What a closure throws fails the stage. Of the errors that it catches, some fail the stage too: that
/// of a save, and the use of a class that the context's version does not have in a fetch, a deletion, a
/// merge or an insertion. All other errors that its contexts throw are
/// ``MigrationReport/Stage/warnings`` of the report.
public enum MigrationStage: Sendable {
  /// The difference of the two versions says all that there is to do.
  case lightweight(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)

  /// Code runs before and after the difference of the two versions is applied.
  ///
  /// Both closures see the objects of all stores that go through the stage. A new object goes to the
  /// store that keeps its entity.
  ///
  /// - Parameters:
  ///   - willMigrate: Works on objects of the old version.
  ///   - didMigrate: Works on objects of the new version.
  @preconcurrency
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?)

  /// A custom stage with code for the way back; made by
  /// ``custom(fromVersion:toVersion:willMigrate:didMigrate:willRevert:didRevert:)``.
  @preconcurrency
  case reversible(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
    willRevert: (@Sendable (_ context: ModelContext) throws -> Void)?,
    didRevert: (@Sendable (_ context: ModelContext) throws -> Void)?)

  /// Code runs after the difference of the two versions is applied, and sees both.
  ///
  /// The objects of the old context can be read, not changed. In the new one each object has its
  /// ``ModelContext/counterpart(of:as:)`` already, with everything that the difference of the
  /// schemas brings over; what it does not say the closure sets: a property of another type, one
  /// that is required and has no default.
  ///
  /// - Parameters:
  ///   - transform: Reads objects of the old version and changes those of the new one.
  ///   - revert: The same the other way round: reads objects of the *newer* version, its first
  ///     argument, and changes those of the older one. Nil where the difference of the schemas says
  ///     all that there is to do.
  @preconcurrency
  case transforming(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    transform: @Sendable (_ old: ModelContext, _ new: ModelContext) throws -> Void,
    revert: (@Sendable (_ newer: ModelContext, _ older: ModelContext) throws -> Void)? = nil)
}

extension MigrationStage {
  /// Code runs before and after the difference of the two versions is applied, on the way there and
  /// on the way back.
  ///
  /// - Parameters:
  ///   - fromVersion: The older version.
  ///   - toVersion: The newer version.
  ///   - willMigrate: On the way there, works on objects of the older version.
  ///   - didMigrate: On the way there, works then on objects of the newer version.
  ///   - willRevert: On the way back, works on objects of the newer version.
  ///   - didRevert: On the way back, works then on objects of the older version.
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
