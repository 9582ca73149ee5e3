/// A class whose objects stand in a document; `@Model` makes a class conform.
///
/// The members that begin with an underscore are made by the macro and are not to be used or
/// implemented by hand.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  /// The class at the root of the object's lineage.
  associatedtype Root: PersistentModel = Self
  /// The persisted properties of the class and its superclasses, superclasses first.
  static var schemaMetadata: [Schema.PropertyMetadata] { get }
  /// What `#Unique` and `#Index` state in the class itself.
  static var _$statements: [Schema._Statement] { get }
  /// The superclass that is a model; nil for the root of a lineage.
  static var _$superentity: (any PersistentModel.Type)? { get }
  /// How many persisted properties the class and its superclasses have.
  static var _$propertyCount: Int { get }
  /// The row that the object reads from, and the context that watches over it.
  var _$state: _ModelState { get set }
  /// Makes an object of a row, without running an initialiser of the class.
  init(_$materializing state: consuming _ModelState)
  /// Visits the storage of each class of the lineage, superclasses first.
  func _$visitLevels(_ body: (inout _LevelValues) -> Void)
}

extension PersistentModel {
  /// Whether two references lead to one object, whatever is saved.
  public static func == (left: Self, right: Self) -> Bool { left === right }

  /// Feeds what never changes: the object itself.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
