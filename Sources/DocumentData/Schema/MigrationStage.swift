/// The way from one version of an application's models to the next.
public enum MigrationStage: Sendable {
  /// The difference of the two versions says all that there is to do.
  case lightweight(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)

  /// Code runs before and after the difference of the two versions is applied.
  ///
  /// - Parameters:
  ///   - willMigrate: Works on objects of the old version.
  ///   - didMigrate: Works on objects of the new version.
  @preconcurrency
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?)
}
