extension TableSchema {
  /// Reads the tree that ``tree()`` returns; a schema from a file is untrusted input.
  ///
  /// - Throws: ``SchemaProblem`` if the tree is not that of a schema, or if the schema contradicts
  ///   itself.
  package init(tree: Tree) throws(SchemaProblem) {
    var object = try TreeObjectReader(tree, of: "schema")
    let name = try object.text("name")
    let version = try Self.version(try object.optionalText("version"))
    let entities = try object.value("entities")
    try object.finish()
    try self.init(name: name, version: version, entities: entities)
  }

  /// Reads the tree that ``entitiesTree()`` returns.
  ///
  /// Entities and properties may be in any order, and members may state their implied values.
  package init(
    name: String, version: SchemaVersion?, entities tree: Tree
  ) throws(SchemaProblem) {
    guard let items = tree.arrayValue else {
      throw SchemaProblem(.malformed, "the entities are not an array")
    }
    // Structures first: an attribute may name one that comes after its entity.
    var structures: [String: TableStructure] = [:]
    var others: [TreeObjectReader] = []
    for item in items {
      var object = try TreeObjectReader(item, of: "entity")
      guard try object.bool("structure") else {
        others.append(object)
        continue
      }
      let structure = try TableStructure(&object)
      guard structures.updateValue(structure, forKey: structure.name) == nil else {
        throw SchemaProblem(.duplicateName, entity: structure.name, "two structures have this name")
      }
    }
    var entities: [TableEntity] = []
    for object in others { entities.append(try TableEntity(object, structures)) }
    try self.init(name: name, version: version, entities: entities)
    guard self.structures.count == structures.count else {
      let unused = structures.keys.filter { structure(named: $0) == nil }.min(by: utf8Precedes)
      throw SchemaProblem(.malformed, entity: unused, "no attribute is of this structure")
    }
  }

  /// Reads the text of a schema's version; nil if it has none.
  package static func version(_ text: String?) throws(SchemaProblem) -> SchemaVersion? {
    guard let text else { return nil }
    guard let version = SchemaVersion(text: text) else {
      throw SchemaProblem(.malformed, "the version \(text.quotedIfBlank) is not three numbers")
    }
    return version
  }
}

extension TableStructure {
  /// Reads the tree that ``tree()`` returns.
  package convenience init(tree: Tree) throws(SchemaProblem) {
    var object = try TreeObjectReader(tree, of: "structure")
    _ = try object.bool("structure")
    try self.init(&object)
  }

  /// - Parameter object: What is left of an object that says that it is a structure.
  fileprivate convenience init(_ object: inout TreeObjectReader) throws(SchemaProblem) {
    let maximumMembers = TableStructure.maximumMembers
    let name = try object.text("name")
    object.entity = name.quotedIfBlank
    let originalName = try object.optionalText("originalName")
    let attributes = try object.list("attributes")
    guard attributes.count <= maximumMembers else {
      throw SchemaProblem(
        .tooLarge, entity: name, "a structure has 1 to \(maximumMembers) attributes")
    }
    var members: [TableAttribute] = []
    for tree in attributes {
      // Before its name is looked for: no structure is in another, whether there is one of the name or not.
      guard tree["type"]?.textValue != AttributeType.structureName else {
        throw object.problem("an attribute of a structure is a scalar or a list")
      }
      members.append(try TableAttribute(tree: tree, of: name))
    }
    // What else an entity may state has its implied value.
    let isAbstract = try object.bool("abstract")
    guard try object.optionalText("superentity") == nil, !isAbstract,
      try object.list("relationships").isEmpty, try object.list("unique").isEmpty,
      try object.list("indexes").isEmpty
    else { throw object.problem("a structure has a name and attributes only") }
    try object.finish()
    self.init(name: name, originalName: originalName, members: members)
  }
}

extension TableEntity {
  /// - Parameter object: What is left of an object that does not say that it is a structure.
  fileprivate init(
    _ object: TreeObjectReader, _ structures: [String: TableStructure]
  ) throws(SchemaProblem) {
    var object = object
    let name = try object.text("name")
    object.entity = name.quotedIfBlank
    var attributes: [TableAttribute] = []
    for tree in try object.list("attributes") {
      attributes.append(try TableAttribute(tree: tree, of: name, structures: structures))
    }
    var relationships: [TableRelationship] = []
    for tree in try object.list("relationships") {
      relationships.append(try TableRelationship(tree: tree, of: name))
    }
    self.init(
      name: name, superentity: try object.optionalText("superentity"),
      originalName: try object.optionalText("originalName"),
      isAbstract: try object.bool("abstract"), attributes: attributes,
      relationships: relationships, uniquenessConstraints: try object.paths("unique"),
      indexes: try object.paths("indexes"))
    try object.finish()
  }
}

extension TableRelationship {
  fileprivate init(tree: Tree, of entity: String) throws(SchemaProblem) {
    var object = try TreeObjectReader(tree, of: entity)
    let name = try object.text("name")
    object.property = name
    let (one, many) = (try object.optionalText("toOne"), try object.optionalText("toMany"))
    guard let destination = one ?? many, one == nil || many == nil else {
      throw object.problem("a relationship has either toOne or toMany")
    }
    var deleteRule = DeleteRule.nullify
    if let text = try object.optionalText("deleteRule") {
      guard let rule = DeleteRule(rawValue: text) else {
        throw object.problem("\(text.quotedIfBlank) is no delete rule")
      }
      deleteRule = rule
    }
    self.init(
      name: name, originalName: try object.optionalText("originalName"), destination: destination,
      inverse: try object.optionalText("inverse"), isToMany: many != nil,
      isNullable: try object.bool("optional", implied: true), deleteRule: deleteRule,
      minimumCount: try object.optionalCount("minimumCount"),
      maximumCount: try object.optionalCount("maximumCount"),
      hashModifier: try object.optionalText("hashModifier"))
    try object.finish()
  }
}
