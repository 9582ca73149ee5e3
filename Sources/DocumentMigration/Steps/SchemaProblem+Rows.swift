import DocumentTables

// Problems of rows that have no place in a new schema. Each message names the object and, mostly,
// the code to write.
extension SchemaProblem {
  static func becomesToOne(_ column: ColumnLayout, object: ObjectKey, count: Int) -> SchemaProblem {
    row(
      column.entity, column.name, object,
      "it becomes to-one, but object \(object) has \(count) objects: take all but one out in a "
        + "custom stage")
  }

  static func isShared(_ column: ColumnLayout, object: ObjectKey, target: ObjectKey)
    -> SchemaProblem
  {
    row(
      column.entity, column.name, object,
      "object \(object) shares object \(target) with another, and the other end becomes to-one: "
        + "take all but one out in a custom stage")
  }

  static func losesObject(
    _ column: ColumnLayout, object: ObjectKey, _ way: MigrationStep.Way
  ) -> SchemaProblem {
    row(
      column.entity, column.name, object,
      "object \(object) must refer to an object, and its object is of a removed entity"
        + advice(way, "give it another one"))
  }

  static func becomesAbstract(_ entity: String, object: ObjectKey) -> SchemaProblem {
    row(entity, nil, object, "it becomes abstract, but object \(object) is of it")
  }

  static func hasNoValue(
    _ entity: String, _ property: String, object: ObjectKey, becomes: Bool,
    _ way: MigrationStep.Way
  ) -> SchemaProblem {
    row(
      entity, property, object,
      "it \(becomes ? "becomes" : "is") required, but object \(object) has no value"
        + advice(way, "give it one", isNew: !becomes))
  }

  static func otherCase(
    _ entity: String, _ property: String, object: ObjectKey, _ value: Value,
    _ way: MigrationStep.Way
  ) -> SchemaProblem {
    row(
      entity, property, object,
      "the value \(MigrationStep.excerpt(value)) of object \(object) is no longer one of its cases"
        + advice(way, "give it one of them"))
  }

  static func count(_ finding: TableFinding, _ way: MigrationStep.Way) -> SchemaProblem {
    let number = finding.rule == .missingReference ? "no object, and must have one" : finding.detail
    return row(
      finding.entity, finding.property, finding.key,
      "object \(finding.key) has \(number)" + advice(way, "put that right"))
  }

  static func isOneSided(_ finding: TableFinding, _ way: MigrationStep.Way) -> SchemaProblem {
    row(
      finding.entity, finding.property, finding.key,
      "object \(finding.key) refers to others, but \(finding.detail)"
        + advice(way, "put that right"))
  }

  private static func row(
    _ entity: String, _ property: String?, _ object: ObjectKey?, _ detail: String
  ) -> SchemaProblem {
    SchemaProblem(.unsupportedChange, entity: entity, property: property, object: object, detail)
  }

  /// - Parameter isNew: Whether objects of the old version do not have the property.
  private static func advice(
    _ way: MigrationStep.Way, _ what: String, isNew: Bool = false
  ) -> String {
    switch way {
    case .forward:
      ": \(what) in the \(isNew ? "didMigrate" : "willMigrate") closure of a custom stage"
    case .leftToClosures: ": \(what) in the closure of the stage"
    case .back: ": \(what) in the closure of the stage for the way back"
    }
  }
}
