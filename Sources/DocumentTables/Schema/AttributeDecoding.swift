extension TableAttribute {
  /// Reads the tree that ``tree()`` returns.
  package init(tree: Tree, of entity: String) throws(SchemaProblem) {
    var object = try TreeObjectReader(tree, of: entity)
    let name = try object.text("name")
    object.place = "\(entity).\(name)"
    let type = try AttributeType(tree: try object.value("type"), place: object.place)
    let cases: [Value]? = try object.optionalArray("cases").map { items throws(SchemaProblem) in
      var values: [Value] = []
      for item in items {
        guard let value = Value(item, of: type) else {
          throw SchemaProblem(.malformed, entity: object.place, "a case is not of its type")
        }
        values.append(value)
      }
      return values
    }
    self.init(
      name: name, originalName: try object.optionalText("originalName"), type: type,
      isNullable: try object.bool("nullable"),
      defaultValue: try AttributeDefault(
        tree: try object.value("default"), of: type, place: object.place),
      isExternal: try object.bool("external"),
      isPreservedOnDeletion: try object.bool("preservedOnDeletion"), cases: cases,
      transformer: try object.optionalText("transformer"),
      hashModifier: try object.optionalText("hashModifier"),
      recordedOptions: try object.texts("options"))
    try object.finish()
  }
}

extension AttributeDefault {
  fileprivate init(tree: Tree, of type: AttributeType, place: String) throws(SchemaProblem) {
    var object = try TreeObjectReader(tree, of: place)
    switch try object.text("kind") {
    case "none":
      try object.finish()
      self = .none
    case "computed":
      try object.finish()
      self = .computed
    case "value":
      let tree = try object.value("value")
      try object.finish()
      if tree.isNull {
        self = .value(.null)
        return
      }
      guard let value = Value(tree, of: type) else {
        throw SchemaProblem(.malformed, entity: place, "its default is not of its type")
      }
      self = .value(value)
    case let kind:
      throw SchemaProblem(.malformed, entity: place, "\(kind.quotedIfBlank) is no kind of default")
    }
  }
}

extension AttributeType {
  fileprivate init(tree: Tree, place: String) throws(SchemaProblem) {
    func scalar(_ text: String) throws(SchemaProblem) -> ScalarType {
      guard let type = ScalarType(rawValue: text) else {
        throw SchemaProblem(
          .malformed, entity: place, "\(text.quotedIfBlank) is no type of this format")
      }
      return type
    }
    if case .text(let text) = tree {
      self = .scalar(try scalar(text))
      return
    }
    var object = try TreeObjectReader(tree, of: place)
    if tree["array"] != nil {
      self = .array(
        try scalar(try object.text("array")),
        nullableElements: try object.bool("nullableElements"))
    } else if tree["dictionary"] != nil {
      self = .dictionary(
        key: try scalar(try object.text("key")), value: try scalar(try object.text("dictionary")),
        nullableValues: try object.bool("nullableValues"))
    } else {
      let shape = try object.value("tree")
      self = .tree(shape: shape.isNull ? nil : shape)
    }
    try object.finish()
  }
}
