/// All released versions of an application's models, and how a document gets from one to the next.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, in any order: their numbers say which is older; where all have one number, the
  /// oldest first.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The stages between neighbouring versions, one for each pair and direction.
  ///
  /// A stage that is not there is inferred if the difference of the two schemas is unambiguous and
  /// loses nothing. A stage whose `fromVersion` is the newer one leads back: it runs where a
  /// container of the older version opens a newer document, and goes before the way back of the stage
  /// that leads on.
  static var stages: [MigrationStage] { get }
}
