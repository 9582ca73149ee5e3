/// All released versions of an application's models, and how a document gets from one to the next.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, from the oldest to the current one.
  static var schemas: [any VersionedSchema.Type] { get }
  /// One stage between each two neighbouring versions.
  static var stages: [MigrationStage] { get }
}
