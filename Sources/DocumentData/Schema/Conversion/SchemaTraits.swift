import DocumentMigration
import DocumentTables

// The declarations of an entity or a property as parts of sentences, one for each trait and
// independent of one another: two declarations differ exactly in the traits whose words differ.

enum EntityTrait {
  static func all(_ entity: TableEntity) -> [String] {
    [
      entity.superentity.map { "has the superentity \($0)" } ?? "has no superentity",
      entity.isAbstract ? "is abstract" : "is not abstract",
      originalName(entity.originalName),
      list(entity.uniquenessConstraints, "is unique by", "is not unique by anything"),
      list(entity.indexes, "is indexed by", "is not indexed"),
    ]
  }

  static func list(_ lists: [[String]], _ some: String, _ none: String) -> String {
    guard !lists.isEmpty else { return none }
    let names = lists.map { $0.count == 1 ? $0[0] : "(\($0.joined(separator: ", ")))" }
    return "\(some) \(names.joined(separator: " and by "))"
  }

  static func originalName(_ name: String?) -> String {
    name.map { "has the original name \($0)" } ?? "has no original name"
  }

  static func hashModifier(_ modifier: String?) -> String {
    modifier.map { "has the hash modifier “\($0)”" } ?? "has no hash modifier"
  }
}

enum AttributeTrait {
  static func all(_ attribute: TableAttribute) -> [String] {
    [
      "is of type \(attribute.type.words)",
      attribute.isNullable ? "may be nil" : "may not be nil",
      defaultValue(attribute),
      cases(attribute),
      attribute.isExternal ? "is stored externally" : "is not stored externally",
      attribute.transformer.map { "is transformed by \($0)" } ?? "is not transformed",
      EntityTrait.hashModifier(attribute.hashModifier),
      EntityTrait.originalName(attribute.originalName),
      attribute.isPreservedOnDeletion
        ? "is preserved on deletion" : "is not preserved on deletion",
      attribute.recordedOptions.isEmpty
        ? "has no further options"
        : "has the options \(attribute.recordedOptions.joined(separator: ", "))",
    ]
  }

  private static func defaultValue(_ attribute: TableAttribute) -> String {
    switch attribute.defaultValue {
    case .none: "has no default"
    case .computed: "has a computed default"
    case .value(let value): "has the default \(MigrationStep.text(value, of: attribute.type))"
    }
  }

  private static func cases(_ attribute: TableAttribute) -> String {
    guard let cases = attribute.cases else { return "may have any value" }
    let words = cases.map { MigrationStep.text($0, of: attribute.type) }
    return "is one of \(words.joined(separator: ", "))"
  }
}

enum RelationshipTrait {
  static func all(_ relationship: TableRelationship) -> [String] {
    [
      "leads to \(relationship.isToMany ? "objects" : "one object") of "
        + relationship.destination,
      relationship.inverse.map { "has the inverse \($0)" } ?? "has no inverse",
      relationship.isNullable ? "may be nil" : "may not be nil",
      "has the delete rule \(relationship.deleteRule.rawValue)",
      relationship.minimumCount.map { "has at least \($0) objects" }
        ?? "has no least number of objects",
      relationship.maximumCount.map { "has at most \($0) objects" }
        ?? "has no greatest number of objects",
      EntityTrait.hashModifier(relationship.hashModifier),
      EntityTrait.originalName(relationship.originalName),
    ]
  }
}
