import DocumentTables

// What a schema says of an entity or a property, one thing at a time, each as the part of a
// sentence that says nothing of anything else: two declarations differ where their words do.

enum EntityTrait {
  static let all: [@Sendable (TableEntity) -> String] = [
    { $0.superentity.map { "has the superentity \($0)" } ?? "has no superentity" },
    { $0.isAbstract ? "is abstract" : "is not abstract" },
    { originalName($0.originalName) },
    { list($0.uniquenessConstraints, "is unique by", "is not unique by anything") },
    { list($0.indexes, "is indexed by", "is not indexed") },
  ]

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
  static let all: [@Sendable (TableAttribute) -> String] = [
    { "is of type \($0.type.words)" },
    { $0.isNullable ? "may be nil" : "may not be nil" },
    { attribute in
      switch attribute.defaultValue {
      case .none: "has no default"
      case .computed: "has a computed default"
      case .value(let value):
        "has the default \(ChangeWords.text(Tree(value, of: attribute.type)))"
      }
    },
    { attribute in
      guard let cases = attribute.cases else { return "may have any value" }
      let words = cases.map { ChangeWords.text(Tree($0, of: attribute.type)) }
      return "is one of \(words.joined(separator: ", "))"
    },
    { $0.isExternal ? "is stored externally" : "is not stored externally" },
    { $0.transformer.map { "is transformed by \($0)" } ?? "is not transformed" },
    { EntityTrait.hashModifier($0.hashModifier) },
    { EntityTrait.originalName($0.originalName) },
    { $0.isPreservedOnDeletion ? "is preserved on deletion" : "is not preserved on deletion" },
    { attribute in
      attribute.recordedOptions.isEmpty
        ? "has no further options"
        : "has the options \(attribute.recordedOptions.joined(separator: ", "))"
    },
  ]
}

enum RelationshipTrait {
  static let all: [@Sendable (TableRelationship) -> String] = [
    { "leads to \($0.isToMany ? "objects" : "one object") of \($0.destination)" },
    { $0.inverse.map { "has the inverse \($0)" } ?? "has no inverse" },
    { $0.isNullable ? "may be nil" : "may not be nil" },
    { "has the delete rule \($0.deleteRule.rawValue)" },
    { $0.minimumCount.map { "has at least \($0) objects" } ?? "has no least number of objects" },
    { $0.maximumCount.map { "has at most \($0) objects" } ?? "has no greatest number of objects" },
    { EntityTrait.hashModifier($0.hashModifier) },
    { EntityTrait.originalName($0.originalName) },
  ]
}

extension AttributeType {
  /// The type as messages call it.
  fileprivate var words: String {
    switch self {
    case .scalar(let type): type.rawValue
    case .array(let element, let nullable):
      "list of \(element.rawValue)\(nullable ? " or nil" : "")"
    case .dictionary(let key, let value, let nullable):
      "map from \(key.rawValue) to \(value.rawValue)\(nullable ? " or nil" : "")"
    case .tree(nil): "Codable value"
    case .tree(let shape?): "Codable value of the shape \(ChangeWords.text(shape))"
    }
  }
}
