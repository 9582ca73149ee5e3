import DocumentTables

extension MigrationChange {
  private static func taken(_ original: String) -> TableAttribute {
    TableAttribute(name: "z", originalName: original, type: .scalar(.text), isNullable: true)
  }

  /// Every kind of change that has two readings or needs a decision.
  static let refusals: [MigrationChange] = [
    MigrationChange("a new required attribute") {
      $0["Tag"].attributes.append(TableAttribute(name: "z", type: .scalar(.text)))
    },
    MigrationChange(
      "a new required attribute where one is gone",
      before: {
        $0["Tag"].attributes = [TableAttribute(name: "start_date", type: .scalar(.date))]
      }, after: { $0["Tag"].attributes[0].name = "startDate" }),
    MigrationChange(
      "a new required attribute where several are gone",
      before: {
        $0["Tag"].attributes = ["a", "b", "c"].map {
          TableAttribute(name: $0, type: .scalar(.int8))
        }
      }, after: { $0["Tag"].attributes = [TableAttribute(name: "d", type: .scalar(.int64))] }),
    MigrationChange("a new attribute whose default is computed") {
      $0["Tag"].attributes.append(
        TableAttribute(name: "id", type: .scalar(.uuid), defaultValue: .computed))
    },
    MigrationChange(
      "a new attribute whose default is computed where one is gone",
      before: { $0["Tag"].attributes = [TableAttribute(name: "key", type: .scalar(.uuid))] },
      after: {
        $0["Tag"].attributes = [
          TableAttribute(name: "id", type: .scalar(.uuid), defaultValue: .computed)
        ]
      }),
    MigrationChange("a required attribute of a new superentity") {
      $0.append(
        TableEntity(
          name: "Thing", attributes: [TableAttribute(name: "z", type: .scalar(.bool))]))
      $0["Tag"].superentity = "Thing"
    },
    MigrationChange("another type") { $0["Trip"][attribute: "days"].type = .scalar(.text) },
    MigrationChange("a narrower type") { $0["Trip"][attribute: "days"].type = .scalar(.int16) },
    MigrationChange("an attribute that becomes a relationship") {
      $0["Work"].attributes = []
      $0["Work"].relationships = [
        TableRelationship(name: "reason", destination: "Tag", isToMany: false)
      ]
    },
    MigrationChange("a relationship that becomes an attribute") {
      $0["Trip"].relationships.removeAll { $0.name == "tags" }
      $0["Tag"].relationships = []
      $0["Tag"].attributes = [TableAttribute(name: "trips", type: .scalar(.text))]
    },
    MigrationChange(
      "another destination",
      before: {
        $0["Item"].relationships.append(
          TableRelationship(name: "z", destination: "Tag", isToMany: false))
      }, after: { $0["Item"][relationship: "z"].destination = "Trip" }),
    MigrationChange("an inverse that held the truth") {
      $0["Trip"][relationship: "items"].inverse = nil
      $0["Item"].relationships = []
    },
    MigrationChange("a superentity that is left") { $0["Work"].superentity = nil },
    MigrationChange("a superentity of another hierarchy") { $0["Item"].superentity = "Tag" },
    MigrationChange("an entity beside its original name") {
      $0.remove("Work")
      $0["Tag"].originalName = "Work"
    },
    MigrationChange("an original name that still names an entity") {
      $0.append(TableEntity(name: "Job", originalName: "Work"))
    },
    MigrationChange("two entities of one original name") {
      $0.remove("Work")
      $0.append(TableEntity(name: "P", superentity: "Trip", originalName: "Work"))
      $0.append(TableEntity(name: "Q", superentity: "Trip", originalName: "Work"))
    },
    MigrationChange("a property beside its original name") {
      $0["Trip"].indexes = []
      $0["Trip"].attributes.removeAll { $0.name == "days" }
      $0["Trip"][attribute: "name"].originalName = "days"
    },
    MigrationChange("an original name that still names a property") {
      $0["Work"].attributes.append(taken("reason"))
    },
    MigrationChange("two properties of one original name") {
      $0["Work"].attributes = ["p", "q"].map {
        TableAttribute(name: $0, originalName: "reason", type: .scalar(.text), isNullable: true)
      }
    },
  ]
}
