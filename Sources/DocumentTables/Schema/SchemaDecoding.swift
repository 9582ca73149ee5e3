extension TableSchema {
  /// Reads the tree that ``tree()`` makes; a schema from a file is input like any other.
  ///
  /// - Throws: ``SchemaProblem`` where the tree is not exactly a schema's, or the schema
  ///   contradicts itself.
  package init(tree: Tree) throws(SchemaProblem) {
    var object = try TreeObjectReader(tree, of: "schema")
    let name = try object.text("name")
    let version: SchemaVersion? = try object.optionalText("version").map {
      text throws(SchemaProblem) in
      guard let version = SchemaVersion(text: text) else {
        throw SchemaProblem(.malformed, "the version \(text) is not three numbers")
      }
      return version
    }
    var entities: [TableEntity] = []
    for tree in try object.array("entities") { entities.append(try Self.entity(tree)) }
    try object.finish()
    for (left, right) in zip(entities, entities.dropFirst())
    where !utf8Precedes(left.name, right.name) {
      throw SchemaProblem(.malformed, entity: right.name, "entities stand out of order")
    }
    try self.init(name: name, version: version, entities: entities)
    guard self.tree() == tree else {
      throw SchemaProblem(
        .malformed, "the schema is not in its canonical form (order or storage differs)")
    }
  }

  private static func entity(_ tree: Tree) throws(SchemaProblem) -> TableEntity {
    var object = try TreeObjectReader(tree, of: "entity")
    let name = try object.text("name")
    object.place = name
    var attributes: [TableAttribute] = []
    for tree in try object.array("attributes") {
      attributes.append(try attribute(tree, of: name))
    }
    var relationships: [TableRelationship] = []
    for tree in try object.array("relationships") {
      relationships.append(try relationship(tree, of: name))
    }
    let entity = TableEntity(
      name: name, superentity: try object.optionalText("superentity"),
      originalName: try object.optionalText("originalName"),
      isAbstract: try object.bool("abstract"), attributes: attributes,
      relationships: relationships, uniquenessConstraints: try object.paths("unique"),
      indexes: try object.paths("indexes"))
    try object.finish()
    return entity
  }

  private static func attribute(
    _ tree: Tree, of entity: String
  ) throws(SchemaProblem) -> TableAttribute {
    var object = try TreeObjectReader(tree, of: entity)
    let name = try object.text("name")
    object.place = "\(entity).\(name)"
    let type = try attributeType(try object.value("type"), place: object.place)
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
    let attribute = TableAttribute(
      name: name, originalName: try object.optionalText("originalName"), type: type,
      isNullable: try object.bool("nullable"),
      defaultValue: try defaultValue(try object.value("default"), type, place: object.place),
      isExternal: try object.bool("external"),
      isPreservedOnDeletion: try object.bool("preservedOnDeletion"), cases: cases,
      transformer: try object.optionalText("transformer"),
      hashModifier: try object.optionalText("hashModifier"),
      recordedOptions: try object.texts("options"))
    try object.finish()
    return attribute
  }

  private static func defaultValue(
    _ tree: Tree, _ type: AttributeType, place: String
  ) throws(SchemaProblem) -> AttributeDefault {
    var object = try TreeObjectReader(tree, of: place)
    switch try object.text("kind") {
    case "none":
      try object.finish()
      return .none
    case "computed":
      try object.finish()
      return .computed
    case "value":
      let tree = try object.value("value")
      try object.finish()
      if tree.isNull { return .value(.null) }
      guard let value = Value(tree, of: type) else {
        throw SchemaProblem(.malformed, entity: place, "its default is not of its type")
      }
      return .value(value)
    case let kind:
      throw SchemaProblem(.malformed, entity: place, "\(kind) is no kind of default")
    }
  }

  private static func attributeType(
    _ tree: Tree, place: String
  ) throws(SchemaProblem) -> AttributeType {
    func scalar(_ text: String) throws(SchemaProblem) -> ScalarType {
      guard let type = ScalarType(rawValue: text) else {
        throw SchemaProblem(.malformed, entity: place, "\(text) is no type of this format")
      }
      return type
    }
    if case .text(let text) = tree { return .scalar(try scalar(text)) }
    var object = try TreeObjectReader(tree, of: place)
    let type: AttributeType
    if tree["array"] != nil {
      type = .array(
        try scalar(try object.text("array")),
        nullableElements: try object.bool("nullableElements"))
    } else if tree["dictionary"] != nil {
      type = .dictionary(
        key: try scalar(try object.text("key")), value: try scalar(try object.text("dictionary")),
        nullableValues: try object.bool("nullableValues"))
    } else {
      let shape = try object.value("tree")
      type = .tree(shape: shape.isNull ? nil : shape)
    }
    try object.finish()
    return type
  }

  private static func relationship(
    _ tree: Tree, of entity: String
  ) throws(SchemaProblem) -> TableRelationship {
    var object = try TreeObjectReader(tree, of: entity)
    let name = try object.text("name")
    object.place = "\(entity).\(name)"
    let rule = try object.text("deleteRule")
    guard let deleteRule = DeleteRule(rawValue: rule) else {
      throw SchemaProblem(.malformed, entity: object.place, "\(rule) is no delete rule")
    }
    // Where a relationship is stored follows from the rest; the canonical form is compared later.
    _ = try object.text("storage")
    let relationship = TableRelationship(
      name: name, originalName: try object.optionalText("originalName"),
      destination: try object.text("destination"), inverse: try object.optionalText("inverse"),
      isToMany: try object.bool("toMany"), isNullable: try object.bool("nullable"),
      deleteRule: deleteRule, minimumCount: try object.optionalCount("minimumCount"),
      maximumCount: try object.optionalCount("maximumCount"),
      hashModifier: try object.optionalText("hashModifier"))
    try object.finish()
    return relationship
  }
}
