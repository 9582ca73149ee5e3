import DocumentTables

// Problems of ambiguous changes, in which a name and an original name compete.
extension SchemaProblem {
  static func bothNames(entity: String, original: String) -> SchemaProblem {
    SchemaProblem(
      .ambiguousChange, entity: entity,
      "the old schema has both \(entity) and its original name \(original), and the new one has no "
        + "\(original): if \(entity) stays what it was, take its original name away; if it is what "
        + "\(original) was, give it another name")
  }

  static func originalStillThere(entity: String, original: String) -> SchemaProblem {
    SchemaProblem(
      .ambiguousChange, entity: entity,
      "its original name \(original) still names an entity of the new schema: take the original "
        + "name away, or rename \(original) too")
  }

  static func originalTakenTwice(entity: String, original: String, by other: String)
    -> SchemaProblem
  {
    SchemaProblem(
      .ambiguousChange, entity: entity,
      "\(other) has the original name \(original) too: only one of them can hold its objects")
  }

  static func bothNames(_ property: DeclaredProperty, original: String) -> SchemaProblem {
    SchemaProblem(
      .ambiguousChange, entity: property.entity, property: property.name,
      "the old schema has both \(property.name) and its original name \(original): if "
        + "\(property.name) stays what it was, take its original name away; if it is what "
        + "\(original) was, give it another name")
  }

  static func originalStillThere(_ property: DeclaredProperty, original: String) -> SchemaProblem {
    SchemaProblem(
      .ambiguousChange, entity: property.entity, property: property.name,
      "its original name \(original) still names a property of the new schema: take the original "
        + "name away, or rename \(original) too")
  }

  static func originalTakenTwice(_ property: DeclaredProperty, original: String) -> SchemaProblem {
    SchemaProblem(
      .ambiguousChange, entity: property.entity, property: property.name,
      "another property has the original name \(original) too: only one of them can hold its "
        + "values")
  }
}
