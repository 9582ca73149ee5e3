import DocumentTables

extension ModelContext {
  /// Returns the object of an identifier.
  ///
  /// For an identifier without object, the method returns an object that belongs to no context: its
  /// ``PersistentModel/modelContext`` is nil, its attributes have their defaults, zero or empty values,
  /// it is related to no object, and setting its properties changes nothing. If an attribute has no such
  /// value, or the container lacks the entity, the object is of a class without properties. This differs
  /// from SwiftData, where the first read of such an object ends the program.
  public func model(for id: PersistentIdentifier) -> any PersistentModel {
    confinement.enter()
    defer { confinement.leave() }
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

  /// Returns the object of an identifier if the program holds it; nil if a save has removed it.
  public func registeredModel<T: PersistentModel>(for id: PersistentIdentifier) -> T? {
    confinement.run {
      guard let core = core(of: id), let key = core.key(of: id) else { return nil }
      return core.registeredModel(for: key) as? T
    }
  }

  /// The object of an identifier, which may be marked for removal; nil if there is none.
  func existingModel(for id: PersistentIdentifier) -> (any PersistentModel)? {
    confinement.enter()
    defer { confinement.leave() }
    guard let core = core(of: id), let key = core.key(of: id) else { return nil }
    if let known = core.registeredModel(for: key) { return known }
    guard let hierarchy = core.schema.hierarchyIndex(of: id.entityName) else { return nil }
    return core.model(for: key, hierarchy: hierarchy)
  }
}

extension ContextCore {
  /// The object of a key that the program or a pending change holds, which may be marked for removal.
  fileprivate func registeredModel(for key: ObjectKey) -> (any PersistentModel)? {
    if let known = pending.object(for: key) { return known }
    advance()
    guard let known = objects.identityMap[key], !known._$state.phase.hasLeft else { return nil }
    return known
  }
}

extension ModelDescription {
  /// Whether every attribute has a value without a row, including those of the blank objects of required
  /// relationships.
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

/// The object of an identifier whose class is unknown.
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
