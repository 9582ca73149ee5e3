import DocumentTables

/// An object of a ``FrozenVersion`` in the closure of a migration stage.
///
/// Properties have names. A value is read as a type of the caller, which must be stored as the property is:
///
/// ```swift
/// for trip in try context.rows("Trip") {
///   let name: String = try trip["name"]
///   let stays: [FrozenRow] = try trip["stays"]
///   try trip.set("title", to: "\(name) (\(stays.count) stays)")
/// }
/// ```
///
/// | property | type of the value |
/// |---|---|
/// | a scalar, a list or a dictionary | its Swift type, optional if the property may be nil |
/// | an enumeration | its raw type, or an enumeration with such raw values |
/// | a `Codable` value or a structure | any `Codable` type that decodes it; only the members that the type has need to be there |
/// | a value of a transformer | the stored value: no transformer runs |
/// | a relationship to one object | `FrozenRow?` |
/// | a relationship to several objects | `[FrozenRow]` |
///
/// Changes are those of a context: both ends of a relationship change together, delete rules apply, and the
/// context saves when the closure ends. A row belongs to the closure's thread and, after the closure has
/// ended, can only be read.
///
/// SwiftData has no such type.
public struct FrozenRow: Hashable, Identifiable {
  let object: FrozenObject

  /// The name of the row's entity: that of the class that the version had.
  public var entityName: String { object._$entityName }

  /// The identifier of the object, the same as that of its counterpart in the other version.
  public var persistentModelID: PersistentIdentifier { object.persistentModelID }

  /// The same as ``persistentModelID``.
  public var id: PersistentIdentifier { persistentModelID }

  /// Whether the context will remove the object at its next save, or has removed it.
  public var isDeleted: Bool { !object._$state.phase.isPresent }

  /// Whether two rows are the same object of one context, whatever its values are.
  public static func == (left: FrozenRow, right: FrozenRow) -> Bool { left.object === right.object }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}

extension FrozenRow: CustomStringConvertible {
  /// The entity and the key, such as `Trip 24`.
  public var description: String { "\(entityName) \(object._$state.key)" }
}

extension FrozenRow {
  /// A property of the row, the context and the place in messages.
  struct Place {
    let core: ContextCore
    let object: FrozenObject
    let slot: Int
    let property: ModelDescription.Slot

    /// The attribute; nil for a relationship.
    var attribute: TableAttribute? {
      guard property.end == nil, let column = property.column,
        let hierarchy = object.entity?.hierarchy
      else { return nil }
      return core.schema.hierarchies[hierarchy].columns[column].attribute
    }

    func refusal(_ code: SwiftDataError, _ words: String) -> SwiftDataError {
      SwiftDataError(
        code.code, words, entity: object._$entityName, property: property.name,
        object: object._$state.key)
    }
  }

  /// Finds a property and runs a request with it; the report of the stage lists an error that the closure
  /// catches.
  func at<Answer>(_ name: String, _ request: (Place) throws -> Answer) throws -> Answer {
    guard let core = object._$state.core, let entity = object.entity else {
      throw SwiftDataError(
        .modelOfAnotherSchema, "this row belongs to no context", entity: object._$entityName)
    }
    return try core.confinement.run {
      try core.noted {
        guard let slot = entity.slot(named: name) else {
          throw SwiftDataError(
            .unsupportedKeyPath,
            "version \(core.schema.version?.text ?? "") of \(entity.entityName) has no property "
              + "“\(name)”: it has \(entity.slots.map(\.name).listed)",
            entity: entity.entityName, property: name, object: object._$state.key)
        }
        return try request(
          Place(core: core, object: object, slot: slot, property: entity.slots[slot]))
      }
    }
  }

  /// The same for a change.
  func changing(_ name: String, _ request: (Place) throws -> Void) throws {
    try at(name) { place in
      guard place.core.facade != nil else {
        throw place.refusal(.readOnlyStore, "the closure that this row belongs to has ended")
      }
      guard place.core.isChangeable(object) else {
        throw place.refusal(.modelValidationFailure, "this row was deleted: insert a new one")
      }
      try request(place)
    }
  }
}

extension [String] {
  /// The first names of a list in messages: a schema may have thousands.
  var listed: String {
    let shown = prefix(20).joined(separator: ", ")
    return count > 20 ? "\(shown) and \(count - 20) more" : shown
  }
}

extension ContextCore {
  /// Whether values of an object can be set: it is there, or a delete rule has deleted it and another owner
  /// may get it.
  fileprivate func isChangeable(_ object: FrozenObject) -> Bool {
    object._$state.phase.isPresent
      || isDeleted(object._$state.key) && pending.deletions.byRule.contains(object._$state.key)
  }
}
