import DocumentTables

// Relationships of rows.
extension FrozenRow {
  /// Reads a relationship to one object.
  ///
  ///     if let trip = try row["trip"] { … }
  ///
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` if the entity has no such relationship.
  public subscript(_ property: String) -> FrozenRow? {
    get throws {
      try at(property) { place in
        try place.end(isToMany: false, as: "FrozenRow")
        return place.related()?.first
      }
    }
  }

  /// Reads a relationship to several objects, in their order; empty also if it is nil.
  ///
  ///     for stay in try row["stays"] { … }
  ///
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` if the entity has no such relationship.
  public subscript(_ property: String) -> [FrozenRow] {
    get throws {
      try at(property) { place in
        try place.end(isToMany: true, as: "[FrozenRow]")
        return place.related() ?? []
      }
    }
  }

  /// Sets a relationship to one object, or removes the value of any property that may be nil.
  ///
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` if the entity has no such property;
  ///   ``SwiftDataError/modelValidationFailure`` if the row is of another entity, was deleted, or is nil and
  ///   must not be; ``SwiftDataError/modelOfAnotherSchema`` if it belongs to another context.
  public func set(_ property: String, to row: FrozenRow?) throws {
    try changing(property) { place in
      if let row {
        try place.end(isToMany: false, as: "FrozenRow")
        try place.relate([row])
      } else if let attribute = place.attribute {
        try place.set(.null, attribute)
      } else {
        try place.relate(nil)
      }
    }
  }

  /// Sets a relationship to several objects, in this order; an empty list also empties an attribute that is
  /// a list.
  ///
  /// - Throws: The errors of setting a relationship to one object.
  public func set(_ property: String, to rows: [FrozenRow]) throws {
    try changing(property) { place in
      if rows.isEmpty, let attribute = place.attribute, case .array = attribute.type {
        return try place.set(.array([]), attribute)
      }
      try place.end(isToMany: true, as: "[FrozenRow]")
      try place.relate(rows)
    }
  }
}

extension FrozenRow.Place {
  /// Checks that the property is a relationship of a kind.
  fileprivate func end(isToMany: Bool, as type: String) throws {
    guard let end = property.end else {
      let form = attribute.map { StoredForm(type: $0.type, isNullable: $0.isNullable) }
      throw refusal(
        .unsupportedKeyPath,
        "it is an attribute, no relationship of type \(type)"
          + (form.map { ": use \($0.valueType)" } ?? ""))
    }
    guard end.relationship.isToMany != isToMany else { return }
    throw refusal(
      .unsupportedKeyPath,
      isToMany
        ? "it is a relationship to one object of \(end.relationship.destination): use FrozenRow?"
        : "it is a relationship to objects of \(end.relationship.destination): use [FrozenRow]")
  }

  /// The related rows; nil for a to-many that is nil.
  fileprivate func related() -> [FrozenRow]? {
    guard let end = property.end else { return nil }
    return core.relatedKeys(of: object, slot: slot)?.compactMap { key in
      (core.model(for: key, hierarchy: end.destinationHierarchy) as? FrozenObject).map {
        FrozenRow(object: $0)
      }
    }
  }

  /// Relates the object to rows.
  fileprivate func relate(_ rows: [FrozenRow]?) throws {
    guard let relationship = property.end?.relationship else { return }
    if rows == nil, !relationship.isNullable {
      throw refusal(
        .modelValidationFailure,
        relationship.isToMany ? "it must not be nil: set it to []" : "it must not be nil")
    }
    for row in rows ?? [] { try check(row, relationship.destination) }
    core.setRelated(of: object, slot: slot, to: rows?.map(\.object))
  }

  private func check(_ row: FrozenRow, _ destination: String) throws {
    guard row.object._$state.core === core else {
      throw refusal(.modelOfAnotherSchema, core.words(refusing: row))
    }
    guard core.schema.isEntity(row.entityName, kindOf: destination) else {
      throw refusal(
        .modelValidationFailure, "it leads to \(destination), and \(row) is none")
    }
    let key = row.object._$state.key
    guard !row.isDeleted || core.pending.deletions.byRule.contains(key) else {
      throw refusal(.modelValidationFailure, "\(row) was deleted: insert a new one")
    }
  }
}

extension ContextCore {
  /// The reason why a row of another context cannot be related to objects of this one.
  fileprivate func words(refusing row: FrozenRow) -> String {
    if let other = row.object._$state.core, other.facade === facade, facade != nil {
      return
        "\(row) is in the store “\(other.name)”, and this object in the store “\(name)”: relate "
        + "objects of one store"
    }
    return closure?.role.words(refusing: "\(row)") ?? "\(row) belongs to another context"
  }
}
