extension TableAttribute {
  /// Reads the tree that ``tree()`` returns.
  ///
  /// - Parameter structures: The structures of the schema by name, of which the attribute may be.
  package init(
    tree: Tree, of entity: String, structures: [String: TableStructure] = [:]
  ) throws(SchemaProblem) {
    var object = try TreeObjectReader(tree, of: entity)
    let name = try object.text("name")
    object.property = name
    let typeName = try object.text("type")
    let structure = try Self.structure(&object, typeName, among: structures)
    guard
      let type = AttributeType(
        text: typeName, shape: object.optional("shape"), structure: structure)
    else {
      throw object.problem("\(typeName.quotedIfBlank) is no type of this format")
    }
    var cases: [Value]?
    if let items = try object.optionalArray("cases") {
      var values: [Value] = []
      for item in items {
        guard let value = Value(stated: item, of: type) else {
          throw object.problem("a case is not of its type")
        }
        values.append(value)
      }
      cases = values
    }
    let isExternal = try object.bool("external")
    if isExternal, !type.mayBeExternal {
      throw object.problem("it is external, but neither text nor data")
    }
    self.init(
      name: name, originalName: try object.optionalText("originalName"), type: type,
      isNullable: try object.bool("optional"),
      defaultValue: try Self.defaultValue(&object, of: type),
      isExternal: isExternal,
      isPreservedOnDeletion: try object.bool("preservedOnDeletion"), cases: cases,
      transformer: try object.optionalText("transformer"),
      hashModifier: try object.optionalText("hashModifier"),
      recordedOptions: try object.texts("options"))
    try object.finish()
  }

  private static func structure(
    _ object: inout TreeObjectReader, _ type: String, among structures: [String: TableStructure]
  ) throws(SchemaProblem) -> TableStructure? {
    guard let name = try object.optionalText("of") else { return nil }
    guard type == AttributeType.structureName else {
      throw object.problem("it is of a structure, but its type is another")
    }
    // By bytes: a dictionary takes canonically equivalent names for equal ones.
    guard let structure = structures[name], structure.name.utf8.elementsEqual(name.utf8) else {
      throw SchemaProblem(
        .missingEntity, entity: object.entity, property: object.property?.quotedIfBlank,
        "its structure \(name.quotedIfBlank) is not in the schema")
    }
    return structure
  }

  private static func defaultValue(
    _ object: inout TreeObjectReader, of type: AttributeType
  ) throws(SchemaProblem) -> AttributeDefault {
    let isComputed = try object.bool("computed")
    guard let tree = object.optional("default") else { return isComputed ? .computed : .none }
    if isComputed {
      throw object.problem("a default is either stated or computed")
    }
    if tree.isNull { return .value(.null) }
    guard let value = Value(stated: tree, of: type) else {
      throw object.problem("its default is not of its type")
    }
    return .value(value)
  }
}
