import DocumentTables

/// A pair of schemas: a small one, and what an edit makes of it.
struct MigrationChange {
  var title: String
  var before: @Sendable (inout [TableEntity]) -> Void = { _ in }
  var after: @Sendable (inout [TableEntity]) -> Void

  init(
    _ title: String, before: @escaping @Sendable (inout [TableEntity]) -> Void = { _ in },
    after: @escaping @Sendable (inout [TableEntity]) -> Void
  ) {
    self.title = title
    self.before = before
    self.after = after
  }

  func schemas() throws -> (old: TableSchema, new: TableSchema) {
    var old = SchemaDifferenceTests.base()
    before(&old)
    var new = old
    after(&new)
    return (
      try TableSchema(name: "S", version: nil, entities: old),
      try TableSchema(name: "S", version: nil, entities: new)
    )
  }
}

extension [TableEntity] {
  /// The entity of a name; the first where there is none.
  subscript(name: String) -> TableEntity {
    get { self[firstIndex { $0.name == name } ?? 0] }
    set { self[firstIndex { $0.name == name } ?? 0] = newValue }
  }

  mutating func remove(_ name: String) { removeAll { $0.name == name } }
}

extension TableEntity {
  subscript(attribute name: String) -> TableAttribute {
    get { attributes[attributes.firstIndex { $0.name == name } ?? 0] }
    set { attributes[attributes.firstIndex { $0.name == name } ?? 0] = newValue }
  }

  subscript(relationship name: String) -> TableRelationship {
    get { relationships[relationships.firstIndex { $0.name == name } ?? 0] }
    set { relationships[relationships.firstIndex { $0.name == name } ?? 0] = newValue }
  }

  mutating func take(_ name: String) -> TableAttribute {
    let result = self[attribute: name]
    attributes.removeAll { $0.name == name }
    return result
  }
}

extension MigrationChange {
  /// Every kind of step, each by itself.
  static let steps: [MigrationChange] = [
    MigrationChange("an entity added") { $0.append(TableEntity(name: "New")) },
    MigrationChange("a subentity added") {
      $0.append(TableEntity(name: "Leisure", superentity: "Trip"))
    },
    MigrationChange("an entity removed") { $0.remove("Work") },
    MigrationChange(
      "an entity removed beside a new one like it",
      after: {
        $0.remove("Work")
        $0.append(
          TableEntity(
            name: "Job", superentity: "Trip",
            attributes: [TableAttribute(name: "reason", type: .scalar(.text), isNullable: true)]))
      }),
    MigrationChange("an entity renamed") {
      $0["Work"].originalName = "Work"
      $0["Work"].name = "Job"
    },
    MigrationChange("a superentity given", before: { $0.append(TableEntity(name: "Place")) }) {
      $0.append(TableEntity(name: "Thing", isAbstract: true))
      $0["Place"].superentity = "Thing"
    },
    MigrationChange("an entity made abstract") { $0["Trip"].isAbstract = true },
    MigrationChange("an attribute with a default added") {
      $0["Trip"].attributes.append(
        TableAttribute(name: "z", type: .scalar(.text), defaultValue: .value(.text("x"))))
    },
    MigrationChange("an optional attribute added") {
      $0["Trip"].attributes.append(
        TableAttribute(name: "z", type: .scalar(.date), isNullable: true))
    },
    MigrationChange("an attribute removed") { $0["Work"].attributes = [] },
    MigrationChange("an attribute removed beside a new one like it") {
      $0["Work"].attributes[0].name = "why"
    },
    MigrationChange("a relationship added") {
      $0["Item"].relationships.append(
        TableRelationship(name: "z", destination: "Tag", isToMany: true))
    },
    MigrationChange("a relationship removed") {
      $0["Trip"].relationships.removeAll { $0.name == "tags" }
      $0["Tag"].relationships = []
    },
    MigrationChange("a property renamed") {
      $0["Work"].attributes[0].originalName = "reason"
      $0["Work"].attributes[0].name = "why"
    },
    MigrationChange("an attribute that moves up") {
      let reason = $0["Work"].take("reason")
      $0["Trip"].attributes.append(reason)
    },
    MigrationChange("an attribute that moves down") {
      $0["Trip"].indexes = []
      let days = $0["Trip"].take("days")
      $0["Work"].attributes.append(days)
    },
    MigrationChange("a number widened") { $0["Trip"][attribute: "days"].type = .scalar(.double) },
    MigrationChange(
      "a list widened",
      before: { $0["Trip"][attribute: "days"].type = .array(.int8, nullableElements: false) },
      after: { $0["Trip"][attribute: "days"].type = .array(.int32, nullableElements: true) }),
    MigrationChange(
      "a map widened",
      before: {
        $0["Trip"][attribute: "days"].type = .dictionary(
          key: .text, value: .int8, nullableValues: false)
      },
      after: {
        $0["Trip"][attribute: "days"].type = .dictionary(
          key: .text, value: .int8, nullableValues: true)
      }),
    MigrationChange("an attribute made optional") {
      $0["Trip"][attribute: "name"].isNullable = true
    },
    MigrationChange("an attribute made required") {
      $0["Trip"][attribute: "days"].isNullable = false
    },
    MigrationChange("an attribute made required, with a default") {
      $0["Trip"][attribute: "days"].isNullable = false
      $0["Trip"][attribute: "days"].defaultValue = .value(.integer(7))
    },
    MigrationChange("a default that is computed") {
      $0["Trip"][attribute: "days"].defaultValue = .computed
    },
    MigrationChange("values in parts of their own") {
      $0["Trip"][attribute: "name"].isExternal = true
    },
    MigrationChange("values preserved on deletion") {
      $0["Trip"][attribute: "name"].isPreservedOnDeletion = true
    },
    MigrationChange("an enumeration closed") {
      $0["Trip"][attribute: "name"].cases = [.text("a"), .text("b")]
    },
    MigrationChange(
      "other cases", before: { $0["Trip"][attribute: "name"].cases = [.text("a"), .text("b")] },
      after: { $0["Trip"][attribute: "name"].cases = [.text("b"), .text("c")] }),
    MigrationChange("a transformer") { $0["Trip"][attribute: "name"].transformer = "T" },
    MigrationChange(
      "another transformer", before: { $0["Trip"][attribute: "name"].transformer = "T" },
      after: { $0["Trip"][attribute: "name"].transformer = "U" }),
    MigrationChange("a hash modifier") { $0["Trip"][attribute: "name"].hashModifier = "2" },
    MigrationChange("recorded options") {
      $0["Trip"][attribute: "name"].recordedOptions = ["spotlight", "ephemeral"]
    },
    MigrationChange("a wider destination") {
      $0.append(TableEntity(name: "Label"))
      $0["Tag"].superentity = "Label"
      $0["Item"].relationships.append(
        TableRelationship(name: "z", destination: "Label", isToMany: false))
    },
    MigrationChange(
      "a destination that is wider",
      before: {
        $0["Item"].relationships.append(
          TableRelationship(name: "z", destination: "Work", isToMany: false))
      }, after: { $0["Item"][relationship: "z"].destination = "Trip" }),
    MigrationChange(
      "an inverse gained",
      before: {
        $0["Item"].relationships.append(
          TableRelationship(name: "z", destination: "Tag", isToMany: false))
      },
      after: {
        $0["Item"][relationship: "z"].inverse = "items"
        $0["Tag"].relationships.append(
          TableRelationship(name: "items", destination: "Item", inverse: "z", isToMany: true))
      }),
    MigrationChange("a to-one that becomes to-many") {
      $0["Item"][relationship: "trip"].isToMany = true
    },
    MigrationChange("a to-many that becomes to-one") {
      $0["Trip"][relationship: "items"].isToMany = false
    },
    MigrationChange("a relationship made required") {
      $0["Item"][relationship: "trip"].isNullable = false
    },
    MigrationChange("a delete rule") { $0["Trip"][relationship: "items"].deleteRule = .cascade },
    MigrationChange("counts") {
      $0["Trip"][relationship: "items"].minimumCount = 1
      $0["Trip"][relationship: "items"].maximumCount = 3
    },
    MigrationChange("a constraint in another's place") {
      $0["Trip"].uniquenessConstraints = [["name", "days"]]
    },
    MigrationChange("an index in another's place") { $0["Trip"].indexes = [["name"]] },
    MigrationChange("a property renamed under a constraint") {
      $0["Trip"][attribute: "name"].originalName = "name"
      $0["Trip"][attribute: "name"].name = "title"
      $0["Trip"].uniquenessConstraints = [["title"]]
    },
  ]
}
