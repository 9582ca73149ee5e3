/// All released versions of an application's models, and the stages between them.
///
/// The stores of a container migrate together. A stage migrates all documents that have its first
/// version, and its closures run once, over the objects of all of them. A store without a file
/// takes part as an empty document. If all stores are new or current, no closure runs. A document
/// with a later version waits until the others have reached that version. Until then, closures do
/// not see its objects, and objects that they insert for its store are dropped with a warning in
/// the report: the closures did that work when the document itself went through the stage.
///
/// Files are saved one after another. If the program ends between two saves, objects that a closure
/// moved from one store to another can be missing in both files. To move objects safely, copy them,
/// and delete the originals in a later version.
///
/// Stores that keep the same entity migrate one after another, because objects of two stores cannot
/// be related. The closures then run once for each store, writable stores first.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The name of the schemas in documents; by default the name of the plan's type.
  ///
  /// A new document gets this name and keeps it; the name of its file does not matter. Programs show the name,
  /// but compare schemas by their content.
  static var schemaName: String { get }
  /// The versions, in any order, because their numbers determine the order; if all numbers are
  /// equal, the oldest version first.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The stages between neighbouring versions, one for each pair and direction.
  ///
  /// A missing stage is inferred if the difference between the two schemas is unambiguous and loses
  /// nothing. A stage whose `fromVersion` is the newer version migrates backwards. It runs when a
  /// container of the older version opens a newer document, and it takes precedence over running
  /// the stage of the other direction backwards.
  static var stages: [MigrationStage] { get }
}

extension SchemaMigrationPlan {
  /// The name of the plan's type.
  public static var schemaName: String { String(describing: self) }
}
