/// The object of a row in a version without classes.
///
/// All entities of such a version share this class, so the description of an object says what it is, not its
/// type. Contexts treat it like any model: keys, relationships, delete rules, constraints, saves and reports
/// are those of classes. Programs see it as a ``FrozenRow``.
final class FrozenObject: PersistentModel {
  static var schemaMetadata: [Schema.PropertyMetadata] { [] }
  static var _$statements: [Schema._Statement] { [] }
  static var _$superentity: (any PersistentModel.Type)? { nil }
  static var _$propertyCount: Int { 0 }

  var _$state: _ModelState
  /// The values of all properties, inherited ones included.
  private var values = _LevelValues()
  /// The entity of an object that was made for no row; nil for every other.
  private let given: ModelDescription?

  /// Creates a new object, to which the schema gives the defaults that it states.
  init(_ entity: ModelDescription, defaults: [(slot: Int, value: SlotValue)]) {
    _$state = _ModelState()
    given = entity
    for (slot, value) in defaults { values.set(slot, to: value) }
  }

  init(_$materializing state: consuming _ModelState) {
    _$state = state
    given = nil
  }

  /// The entity of the object; nil for an object that no context has made.
  var entity: ModelDescription? { given ?? _$state.description }

  func _$visitLevels(_ body: (inout _LevelValues) -> Void) { body(&values) }
}

extension ModelCatalog {
  /// Returns the description of an object's class, or of the entity of a row.
  func description(of model: any PersistentModel) -> ModelDescription? {
    guard isOfRows else { return description(of: Swift.type(of: model)) }
    guard let entity = (model as? FrozenObject)?.entity,
      let own = description(hierarchy: entity.hierarchy, discriminator: entity.discriminator),
      own === entity
    else { return nil }
    return own
  }
}

extension PersistentModel {
  /// The name of the object's entity, which for a row is not that of its class.
  var _$entityName: String {
    (self as? FrozenObject)?.entity?.entityName ?? Schema.entityName(of: type(of: self))
  }
}
