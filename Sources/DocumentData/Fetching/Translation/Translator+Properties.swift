import DocumentTables

extension Translator {
  /// Translates a property of an object: a column, another object, or the members of a
  /// relationship.
  func property<Root, Content>(
    _ keyPath: KeyPath<Root, Content>, of object: ObjectForm
  ) -> TranslatedExpression? {
    guard let type = Root.self as? any PersistentModel.Type,
      let description = source.catalog.description(of: type) ?? source.catalog.namesake(type),
      description.hierarchy == object.hierarchy
    else { return nil }
    switch PropertyIndex.of(type)[keyPath] {
    case nil: return nil
    case .identifier: return .identifier(object)
    case .slot(let slot):
      let property = description.slots[slot]
      if let end = property.end { return relationship(end, of: object) }
      return property.column.flatMap { attribute($0, of: object, as: Content.self) }
    }
  }

  /// Translates a relationship; nil if objects at its other end have pending changes that their
  /// rows do not show.
  private func relationship(_ end: RelationshipEnd, of object: ObjectForm) -> TranslatedExpression?
  {
    guard !pendingHierarchies.contains(end.destinationHierarchy) else { return nil }
    if end.relationship.isToMany {
      return .members(MembersForm(path: object.path, end: end))
    }
    return .object(
      ObjectForm(
        path: object.path.appending(.follow(end)), hierarchy: end.destinationHierarchy))
  }

  private func attribute<Content>(
    _ column: Int, of object: ObjectForm, as type: Content.Type
  ) -> TranslatedExpression? {
    guard let attribute = schema.hierarchies[object.hierarchy].columns[column].attribute else {
      return nil
    }
    return form(column, attribute, of: object, as: type)
  }

  /// Translates a member of a structure; nil if the key path leads to anything else, or rows have the member in
  /// another form than the property.
  func member<Root, Content>(
    _ keyPath: KeyPath<Root, Content>, of structure: AttributeForm
  ) -> TranslatedExpression? {
    guard case .structure(let described) = structure.attribute.type,
      let type = Root.self as? any PersistentStructure.Type,
      let position = StructureMembers.position(of: keyPath, in: type, described),
      let column = schema.queriedColumns[structure.hierarchy]
        .number(ofMember: position, in: structure.column)
    else { return nil }
    return form(
      column, described.members[position],
      of: ObjectForm(path: structure.path, hierarchy: structure.hierarchy), as: Content.self)
  }

  private func form<Content>(
    _ column: Int, _ attribute: TableAttribute, of object: ObjectForm, as type: Content.Type
  ) -> TranslatedExpression? {
    guard let coding = AttributeCoding.shared(type), coding.attributeType.type == attribute.type,
      coding.attributeType.isNullable == attribute.isNullable, attribute.transformer == nil
    else { return nil }
    return .attribute(
      AttributeForm(
        path: object.path, hierarchy: object.hierarchy, column: column, attribute: attribute,
        isDirect: !coding.isEnumeration && ColumnComparison.isDirect(type),
        decode: ColumnFunction { values in
          // A null of a required attribute belongs to a row that another condition excludes.
          guard let value = values.first, let content = try? coding.decode(value) else {
            throw PredicateError.invalidInput
          }
          return content
        }))
  }
}
