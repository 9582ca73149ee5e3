import DocumentTables

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
  /// The context that the object belongs to; nil before it is inserted and after its removal.
  public var modelContext: ModelContext? {
    guard _$state.phase != .removed, let core = _$state.core else { return nil }
    if _$state.phase == .stored, core.store.wasErased(since: core.base.generation) { return nil }
    return core.facade
  }

  /// Names the object in its document; temporary until the object is inserted.
  public var persistentModelID: PersistentIdentifier {
    guard _$state.key != 0, let core = _$state.core, let description = _$state.description else {
      return PersistentIdentifier(temporaryFor: self)
    }
    return core.identifier(of: _$state.key, description.entityName)
  }

  /// The same as ``persistentModelID``.
  public var id: PersistentIdentifier { persistentModelID }

  /// Whether the object has changes that its context has not saved.
  public var hasChanges: Bool {
    switch _$state.phase {
    case .inserted, .deleted: _$state.core?.facade != nil
    case .stored: _$state.core?.isTouched(_$state.key) ?? false
    case .new, .removed: false
    }
  }

  /// Whether the object's context removes it at the next save.
  public var isDeleted: Bool { _$state.phase == .deleted && _$state.core?.facade != nil }

  /// Whether two references lead to one object, whatever is saved.
  public static func == (left: Self, right: Self) -> Bool { left === right }

  /// Feeds what never changes: the object itself.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
