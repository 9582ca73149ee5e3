import DocumentTables

extension ModelContext {
  /// The object of an identifier, whether or not this context has handed it out already.
  ///
  /// Different on purpose: where SwiftData hands out an object whose first read ends the program, an
  /// identifier that leads nowhere gives an object that belongs to no context, as its
  /// ``PersistentModel/modelContext`` says. Its attributes are their defaults, zero or empty, it is
  /// related to nothing, and setting its properties changes nothing.
  /// Where the class has an attribute of which no value can be made up, and for an entity that the
  /// container does not have, the object is of a class without properties.
  public func model(for id: PersistentIdentifier) -> any PersistentModel {
    if let found = existingModel(for: id) { return found }
    for core in cores {
      guard
        let description = core.catalog.descriptions.first(where: {
          $0.entityName == id.entityName
        }), description.canBeBlank
      else { continue }
      return core.objects.makeMissing(core.key(of: id) ?? 0, description)
    }
    return MissingModel()
  }

  /// The object of an identifier, if this context has handed it out already.
  public func registeredModel<T: PersistentModel>(for id: PersistentIdentifier) -> T? {
    guard let core = core(of: id), let key = core.key(of: id) else { return nil }
    return core.heldObject(key) as? T
  }

  /// The object of an identifier, if there is one, also one that is to be deleted.
  func existingModel(for id: PersistentIdentifier) -> (any PersistentModel)? {
    guard let core = core(of: id), let key = core.key(of: id) else { return nil }
    if let known = core.pending.object(for: key) { return known }
    core.advance()
    if let known = core.objects.identityMap[key], known._$state.phase != .removed { return known }
    guard let hierarchy = core.schema.hierarchyIndex(of: id.entityName) else { return nil }
    return core.model(for: key, hierarchy: hierarchy)
  }
}

extension ModelDescription {
  /// Whether every attribute can be read where nothing is stored, also those of the blank objects that
  /// required relationships lead to.
  fileprivate var canBeBlank: Bool {
    var known = [ObjectIdentifier(type)] as Set
    var waiting = [type]
    while let next = waiting.popLast() {
      for property in ModelMetadata.of(next).properties {
        guard property.canBeBlank else { return false }
        if case .toOne(let other, isNullable: false) = property.kind,
          known.insert(ObjectIdentifier(other)).inserted
        {
          waiting.append(other)
        }
      }
    }
    return true
  }
}

/// Stands for an object of which not even the class is known.
final class MissingModel: PersistentModel {
  static var schemaMetadata: [Schema.PropertyMetadata] { [] }
  static var _$statements: [Schema._Statement] { [] }
  static var _$superentity: (any PersistentModel.Type)? { nil }
  static var _$propertyCount: Int { 0 }

  var _$state: _ModelState

  init() { _$state = _ModelState() }

  init(_$materializing state: consuming _ModelState) { _$state = state }

  func _$visitLevels(_ body: (inout _LevelValues) -> Void) {}
}
