/// All released versions of an application's models, and how a document gets from one to the next.
///
/// The stores of a container go through the plan together. A stage takes all documents that have its
/// first version, and its closures run once, over all of them. A store without a file takes part as an
/// empty document; if all stores are new or current, no closure runs. A document that has a later
/// version waits until the others have it too. Until then closures do not see its objects, and what
/// they insert for its store is left out, with a warning in the report: its own closures have done
/// that work when it went through the stage.
///
/// Files are saved one after the other. If the program ends between two saves, objects that a closure
/// has moved can be missing in both files: copy them, and delete the old ones in a later version.
///
/// Stores that keep the same entity go through the plan one after the other, because objects of two
/// stores cannot be related: the closures run for each of them, those that allow saves first.
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
