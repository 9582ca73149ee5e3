/// A class whose objects are stored in documents; `@Model` adds the conformance.
///
/// The macro generates the members whose names begin with an underscore. Do not use them, and do
/// not implement them by hand.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  /// The root class of the object's lineage.
  associatedtype Root: PersistentModel = Self
  /// The persisted properties of the class and its superclasses, superclasses first.
  static var schemaMetadata: [Schema.PropertyMetadata] { get }
  /// The `#Unique` and `#Index` declarations of the class itself.
  static var _$statements: [Schema._Statement] { get }
  /// The superclass, if it is a model; nil for the root of a lineage.
  static var _$superentity: (any PersistentModel.Type)? { get }
  /// The number of persisted properties of the class and its superclasses.
  static var _$propertyCount: Int { get }
  /// The object's row, and the context that tracks the object.
  var _$state: _ModelState { get set }
  /// Creates an object for a row, without running an initialiser of the class's own.
  init(_$materializing state: consuming _ModelState)
  /// Visits the storage of each class of the lineage, superclasses first.
  func _$visitLevels(_ body: (inout _LevelValues) -> Void)
}

extension PersistentModel {
  /// Whether two references lead to the same object, regardless of its values.
  public static func == (left: Self, right: Self) -> Bool { left === right }

  /// Hashes the object's identity, which never changes.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
