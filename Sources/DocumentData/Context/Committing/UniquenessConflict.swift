/// Two objects with one unique key that a save could not unite, or was told not to.
public struct UniquenessConflict: Hashable, Sendable, CustomStringConvertible {
  /// The object that has the key: a stored object, or the earlier inserted of two new ones.
  public let existing: PersistentIdentifier
  /// The object that was inserted, or edited, with the same key.
  ///
  /// An identifier of an object that is not saved belongs to the context that inserted it.
  public let new: PersistentIdentifier
  /// The properties of the constraint, in the order of its declaration.
  public let properties: [String]
  /// The values of the properties, which are the same in both objects.
  let values: [ConflictValue]

  /// The value of a property of the constraint; nil if it is none of the type.
  ///
  /// The value of a relationship is a ``PersistentIdentifier``.
  public func value<Value>(of property: String, as type: Value.Type = Value.self) -> Value? {
    zip(properties, values).first { $0.0 == property }?.1.decoded(as: type)
  }

  /// Both objects, the properties and the values in words.
  public var description: String {
    let key = zip(properties, values).map { "\($0) \($1.text)" }.joined(separator: ", ")
    return
      "\(key) in \(existing.entityName) \(existing.key) and \(new.entityName) \(new.key)"
  }
}

/// The conflicts of a save.
struct UniquenessConflicts: Error, CustomStringConvertible {
  var list: [UniquenessConflict]

  var description: String { list.map(\.description).joined(separator: "; ") }
}

extension SwiftDataError {
  /// The objects with equal unique keys for which a save threw ``modelValidationFailure``, in the order of insertion; none
  /// for other errors.
  public var uniquenessConflicts: [UniquenessConflict] {
    (underlying as? UniquenessConflicts)?.list ?? []
  }
}
