extension TableSchema {
  /// Reads the tree that ``tree()`` returns; a schema from a file is untrusted input.
  ///
  /// - Throws: ``SchemaProblem`` if the tree is not exactly that of a schema, or if the schema
  ///   contradicts itself.
  package init(tree: Tree) throws(SchemaProblem) {
    var object = try TreeObjectReader(tree, of: "schema")
    let name = try object.text("name")
    let version: SchemaVersion? = try object.optionalText("version").map {
      text throws(SchemaProblem) in
      guard let version = SchemaVersion(text: text) else {
        throw SchemaProblem(.malformed, "the version \(text.quotedIfBlank) is not three numbers")
      }
      return version
    }
    var entities: [TableEntity] = []
    for tree in try object.array("entities") { entities.append(try Self.entity(tree)) }
    try object.finish()
    for (left, right) in zip(entities, entities.dropFirst())
    where !utf8Precedes(left.name, right.name) {
      throw SchemaProblem(.malformed, entity: right.name, "entities are out of order")
    }
    try self.init(name: name, version: version, entities: entities)
    guard self.tree().isStated(by: tree) else {
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
      attributes.append(try TableAttribute(tree: tree, of: name))
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

  private static func relationship(
    _ tree: Tree, of entity: String
  ) throws(SchemaProblem) -> TableRelationship {
    var object = try TreeObjectReader(tree, of: entity)
    let name = try object.text("name")
    object.place = "\(entity).\(name)"
    let rule = try object.text("deleteRule")
    guard let deleteRule = DeleteRule(rawValue: rule) else {
      throw SchemaProblem(
        .malformed, entity: object.place, "\(rule.quotedIfBlank) is no delete rule")
    }
    // The storage of a relationship is implied by the rest; the comparison with the canonical form
    // checks it.
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

extension Tree {
  /// Whether another tree differs at most in doubles that it states as integers, as programs that
  /// respell numbers do.
  ///
  /// Bound: a tree is at most 64 levels deep.
  fileprivate func isStated(by other: Tree) -> Bool {
    switch (self, other) {
    case (.double(let double), .integer(let integer)): Double(exactly: integer) == double
    case (.array(let own), .array(let stated)):
      own.count == stated.count && zip(own, stated).allSatisfy { $0.isStated(by: $1) }
    case (.object(let own), .object(let stated)):
      own.count == stated.count
        && zip(own, stated).allSatisfy {
          $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.isStated(by: $1.value)
        }
    default: self == other
    }
  }
}
