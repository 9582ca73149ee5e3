extension TableAttribute {
  /// Reads the tree that ``tree()`` returns.
  package init(tree: Tree, of entity: String) throws(SchemaProblem) {
    var object = try TreeObjectReader(tree, of: entity)
    let name = try object.text("name")
    object.property = name
    let typeName = try object.text("type")
    guard let type = AttributeType(text: typeName, shape: object.optional("shape")) else {
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
