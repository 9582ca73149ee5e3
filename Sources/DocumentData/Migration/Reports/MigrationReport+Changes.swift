extension MigrationReport {
  /// What one save of a stage's closures did to one object.
  public struct ObjectChange: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of changes.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A closure inserted the object.
      case added
      /// Values of the object changed.
      case changed
      /// A closure deleted the object, or it was merged into another.
      case removed
    }

    /// The values of one property.
    public struct Property: Sendable, Hashable {
      /// The property's name; for a to-many relationship whose order alone has changed, the name
      /// after “order of”.
      public let name: String
      /// The value before the change, as ``ObjectChange/description`` writes it.
      public let old: String
      /// The value after the change; nil for a removed object.
      public let new: String?
    }

    /// The kind of change.
    public let kind: Kind
    /// The object's entity.
    public let entity: String
    /// The object's key in its document.
    public let object: Int64
    /// The properties that changed, or those of a removed object; empty for an added object.
    public let properties: [Property]

    /// The change in one line.
    public var description: String {
      switch kind {
      case .added: "\(entity) \(object) was added"
      case .changed:
        "\(entity) \(object) changed: "
          + properties.map { "\($0.name) \($0.old) → \($0.new ?? "nil")" }.joined(separator: ", ")
      case .removed:
        "\(entity) \(object) was removed: "
          + properties.map { "\($0.name) \($0.old)" }.joined(separator: ", ")
      }
    }
  }
}

extension MigrationReport.ObjectChange: CustomDebugStringConvertible {
  /// The same as ``description``.
  public var debugDescription: String { description }
}
