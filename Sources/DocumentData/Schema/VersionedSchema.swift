/// One released version of an application's models.
public protocol VersionedSchema: SendableMetatype {
  /// The model classes of this version.
  static var models: [any PersistentModel.Type] { get }
  /// The version; 1.0.0 where none is stated.
  static var versionIdentifier: Schema.Version { get }
}

extension VersionedSchema {
  /// 1.0.0.
  public static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
}
