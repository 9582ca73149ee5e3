import DocumentTables

extension PersistentModel {
  /// The context that the object belongs to; nil before it is inserted and after its removal.
  public var modelContext: ModelContext? {
    let turn = _$state.beginTurn()
    defer { turn?.leave() }
    guard !_$state.phase.hasLeft, let core = _$state.core else { return nil }
    if _$state.phase == .stored, core.store.wasErased(since: core.base.generation) { return nil }
    return core.facade
  }

  /// The identifier of the object; temporary until the object is inserted.
  ///
  /// An object that a save unites with a stored object (an upsert) gets the identifier of that object. If
  /// another process saves the document before the object's first save, the object may get a new
  /// identifier. Its context then still finds the object by the old one.
  public var persistentModelID: PersistentIdentifier {
    let turn = _$state.beginTurn()
    defer { turn?.leave() }
    guard _$state.key != 0, let core = _$state.core, let description = _$state.description else {
      return PersistentIdentifier(temporaryFor: self)
    }
    let identifier = core.backing.identifier(of: _$state.key, description.entityName)
    return _$state.phase == .inserted && core.custom == nil ? identifier.unsaved : identifier
  }

  /// The same as ``persistentModelID``.
  public var id: PersistentIdentifier { persistentModelID }

  /// Whether the object has changes that its context has not saved.
  public var hasChanges: Bool {
    _$inTurn {
      switch _$state.phase {
      case .inserted, .deleted: _$state.core?.facade != nil
      case .stored: _$state.core?.isTouched(_$state.key) ?? false
      case .new, .removed, .withdrawn: false
      }
    }
  }

  /// Whether the next save of the object's context removes the object.
  public var isDeleted: Bool {
    _$inTurn { _$state.phase == .deleted && _$state.core?.facade != nil }
  }
}
