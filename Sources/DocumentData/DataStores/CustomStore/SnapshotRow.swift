import DocumentTables

/// A row of the mirror, converted from a snapshot.
struct SnapshotRow {
  let identifier: PersistentIdentifier
  let key: ObjectKey
  let description: ModelDescription
  /// The values, by column of the hierarchy.
  var values: [Value]
  /// The objects that refer to the row, by column, according to the snapshot; nil if unknown.
  var sources: [ColumnIdentity: [ObjectKey]?] = [:]
  /// The objects that the row requires, and the properties that lead to them.
  var required: [(property: String, end: RelationshipEnd, key: ObjectKey)] = []
}

extension CustomStoreAdapter {
  /// Converts a snapshot to a row.
  ///
  /// - Throws: ``SwiftDataError/invalidDataStoreAnswer`` for a value of another type than the model's.
  func row(of content: SnapshotContent) throws -> SnapshotRow {
    let description = try description(of: content.identifier)
    var row = SnapshotRow(
      identifier: content.identifier, key: try key(for: content.identifier),
      description: description,
      values: Array(
        repeating: .null, count: catalog.schema.hierarchies[description.hierarchy].columns.count))
    for name in content.fields.keys where description.slot(named: name) == nil {
      throw invalid("the snapshot has a property that its model has not", content, name)
    }
    for (slot, property) in description.slots.enumerated() where !property.isEphemeral {
      let field = content.fields[property.name]
      if let end = property.end {
        try take(field, of: property, end, content, into: &row)
      } else if let column = property.column {
        row.values[column] = try attribute(field, slot, column, description, content)
      }
    }
    return row
  }

  func description(of identifier: PersistentIdentifier) throws -> ModelDescription {
    guard let hierarchy = catalog.schema.hierarchyIndex(of: identifier.entityName),
      let entity = catalog.schema.hierarchies[hierarchy].entity(named: identifier.entityName),
      let description = catalog.description(
        hierarchy: hierarchy, discriminator: entity.discriminator)
    else {
      throw SwiftDataError(
        .invalidDataStoreAnswer,
        "the store names an object of the entity \(identifier.entityName), which is not in the "
          + "schema of its configuration",
        entity: identifier.entityName)
    }
    return description
  }

  private func invalid(
    _ explanation: String, _ content: SnapshotContent, _ property: String?,
    _ underlying: (any Error)? = nil
  ) -> SwiftDataError {
    SwiftDataError(
      .invalidDataStoreAnswer, "\(explanation), in the snapshot of \(content.identifier)",
      entity: content.identifier.entityName, property: property, underlying: underlying)
  }

  private func attribute(
    _ field: SnapshotField?, _ slot: Int, _ column: Int, _ description: ModelDescription,
    _ content: SnapshotContent
  ) throws -> Value {
    let layout = catalog.schema.hierarchies[description.hierarchy].columns[column]
    guard let attribute = layout.attribute else { return .null }
    do {
      return try description.value(of: field, slot: slot, attribute)
    } catch {
      throw invalid(error.explanation, content, description.slots[slot].name, error.underlying)
    }
  }

  // MARK: Relationships

  private func take(
    _ field: SnapshotField?, of property: ModelDescription.Slot, _ end: RelationshipEnd,
    _ content: SnapshotContent, into row: inout SnapshotRow
  ) throws {
    let identity = end.inverseColumn.map {
      ColumnIdentity(hierarchy: end.destinationHierarchy, column: $0)
    }
    guard let field else {
      // The other end may state the relationship; otherwise no object is related.
      if end.storage == .order || end.storage == .derived, let identity {
        row.sources[identity] = .some(nil)
      } else if property.isRequiredToOne {
        throw invalid("there is no related object", content, property.name)
      }
      if end.storage == .list, !end.relationship.isNullable, let column = end.column {
        row.values[column] = .references([])
      }
      return
    }
    guard let stated = field.relatedIdentifiers(isToMany: end.relationship.isToMany) else {
      throw invalid(
        "the value is not \(end.relationship.isToMany ? "a list of identifiers" : "an identifier")",
        content, property.name)
    }
    let keys = try stated?.map { try relatedKey($0, end, content, property.name) }
    if let keys, Set(keys).count != keys.count {
      throw invalid("an object occurs twice in the list", content, property.name)
    }
    if end.storage == .order || end.storage == .derived || property.isItsOwnInverse, let identity {
      row.sources[identity] = keys ?? []
    }
    if property.isRequiredToOne {
      guard let key = keys?.first else {
        throw invalid("the related object is nil", content, property.name)
      }
      row.required.append((property.name, end, key))
    }
    guard let column = end.column else { return }
    row.values[column] =
      switch end.storage {
      case .reference: keys?.first.map { .reference($0) } ?? .null
      case .list:
        keys.map { .references($0) } ?? (end.relationship.isNullable ? .null : .references([]))
      case .order: Self.order(keys, end)
      case .derived: .null
      }
  }

  /// A row stores a list only if the order differs from that of the keys; an empty list means "not nil".
  private static func order(_ keys: [ObjectKey]?, _ end: RelationshipEnd) -> Value {
    guard let keys else { return .null }
    if keys.isEmpty { return end.relationship.isNullable ? .references([]) : .null }
    return keys == keys.sorted() ? .null : .references(keys)
  }

  private func relatedKey(
    _ identifier: PersistentIdentifier, _ end: RelationshipEnd, _ content: SnapshotContent,
    _ property: String
  ) throws -> ObjectKey {
    guard catalog.schema.isEntity(identifier.entityName, kindOf: end.relationship.destination)
    else {
      throw invalid(
        "\(identifier) is no \(end.relationship.destination)", content, property)
    }
    return try key(for: identifier)
  }
}
