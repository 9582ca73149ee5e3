import DocumentTables

// Problems of changes that need a decision. Each message names both readings and the code to write.
extension SchemaProblem {
  /// - Parameter vanished: Removed properties that the new one might continue under another name.
  static func newRequired(_ property: DeclaredProperty, vanished: [String]) -> SchemaProblem {
    let name = property.name
    guard let first = vanished.first else {
      return decision(
        property,
        "it is new and required, and old objects have no value for it: give it a default, make it "
          + "optional, or set it in the closure of a custom stage")
    }
    let gone = names(vanished)
    return decision(
      property,
      "\(gone) \(vanished.count == 1 ? "is" : "are") gone and \(name) is new: write "
        + "\(renaming(first)) var \(name), if it is the same value; else give \(name) a default")
  }

  static func newComputed(_ property: DeclaredProperty, vanished: [String]) -> SchemaProblem {
    let name = property.name
    let other =
      vanished.first.map {
        "; \(names(vanished)) \(vanished.count == 1 ? "is" : "are") gone: write \(renaming($0)) "
          + "var \(name), if it is the same value"
      } ?? ""
    return decision(
      property,
      "it is new and its default is computed for each object: set it in the closure of a custom "
        + "stage, or make it optional\(other)")
  }

  static func type(_ property: DeclaredProperty, from: AttributeType, to: AttributeType)
    -> SchemaProblem
  {
    decision(
      property,
      "it was \(from.words) and becomes \(to.words): write a custom stage whose closure sets it, if "
        + "the new values follow from the old ones; else give the new property another name and a "
        + "default")
  }

  static func kind(_ property: DeclaredProperty, becomesRelationship: Bool) -> SchemaProblem {
    decision(
      property,
      becomesRelationship
        ? "it was an attribute and becomes a relationship: write a custom stage whose closure sets "
          + "it, if its objects follow from the old values; else give the relationship another name"
        : "it was a relationship and becomes an attribute: write a custom stage whose closure sets "
          + "it, if its values follow from the old objects; else give the attribute another name")
  }

  static func destination(_ property: DeclaredProperty, from: String, to: String) -> SchemaProblem {
    decision(
      property,
      "it led to \(from) and leads to \(to): write a custom stage whose closure sets it, if the new "
        + "objects follow from the old ones; else give the new relationship another name")
  }

  static func inverse(_ property: DeclaredProperty, from: String?, to: String?) -> SchemaProblem {
    decision(
      property,
      "its inverse was \(from ?? "none") and becomes \(to ?? "none"), which held what it led to: "
        + "write a custom stage whose closure sets it, if it is the same relationship; else give "
        + "the new one another name")
  }

  static func superentity(entity: String, from: String?, to: String?) -> SchemaProblem {
    SchemaProblem(
      .unsupportedChange, entity: entity,
      "its superentity was \(from ?? "none") and becomes \(to ?? "none"): write a custom stage, if "
        + "its objects are to become \(to ?? entity) with what they have; else give the new entity "
        + "another name")
  }

  static func renaming(_ original: String) -> String {
    "@Attribute(originalName: \"\(original)\")"
  }

  private static func decision(_ property: DeclaredProperty, _ detail: String) -> SchemaProblem {
    SchemaProblem(
      .unsupportedChange, entity: property.entity, property: property.name, detail)
  }

  private static func names(_ list: [String]) -> String {
    guard let last = list.last, list.count > 1 else { return list.first ?? "" }
    return list.dropLast().joined(separator: ", ") + " and " + last
  }
}
