import DocumentTables

/// One difference between two schemas that should be equal.
package struct SchemaDeviation: Hashable, Sendable {
  var entity: String
  var property: String?
  /// The declarations of the document's schema and of the expected schema, as parts of a sentence.
  var found: String
  var expected: String

  /// Returns the difference as one sentence; the parameters are the names of the two schemas in it.
  package func words(_ foundName: String, _ expectedName: String) -> String {
    let place = [entity, property].compactMap { $0 }.joined(separator: ".")
    return "\(place) \(found) in \(foundName), and \(expected) in \(expectedName)"
  }
}

/// Finds the differences between two schemas that should be equal.
///
/// The order is fixed: entity by entity, first the entity itself, then its attributes, then its relationships; then
/// the structures in the same way, each with its members.
package enum SchemaComparison {
  /// Returns all differences; none exactly if the model fingerprints are equal.
  package static func deviations(_ found: TableSchema, _ expected: TableSchema) -> [SchemaDeviation]
  {
    deviations(found.entities, expected.entities)
      + deviations(found.structures.map(\.asEntity), expected.structures.map(\.asEntity))
  }

  private static func deviations(
    _ found: [TableEntity], _ expected: [TableEntity]
  ) -> [SchemaDeviation] {
    var list: [SchemaDeviation] = []
    for name in Set((found + expected).map(\.name)).sorted(by: utf8Precedes) {
      func isNamed(_ entity: TableEntity) -> Bool { entity.name.utf8.elementsEqual(name.utf8) }
      switch (found.first(where: isNamed), expected.first(where: isNamed)) {
      case (let found?, let expected?): list += deviations(found, expected)
      case (.some, nil): list.append(.presence(name, nil, isFound: true))
      case (nil, _): list.append(.presence(name, nil, isFound: false))
      }
    }
    return list
  }

  private static func deviations(
    _ found: TableEntity, _ expected: TableEntity
  ) -> [SchemaDeviation] {
    var list = pick(found, expected, EntityTrait.all, found.name, nil)
    list += members(found.attributes, expected.attributes, \.name, AttributeTrait.all, found.name)
    list += members(
      found.relationships, expected.relationships, \.name, RelationshipTrait.all, found.name)
    // A property that is an attribute in one schema and a relationship in the other has two
    // deviations of presence here. One deviation of kind replaces them.
    let kinds = list.filter { $0.found == "is there" || $0.found == "is not there" }
    for (property, both) in Dictionary(grouping: kinds, by: \.property)
    where both.count == 2 && property != nil {
      list.removeAll { $0.property == property }
      let wasAttribute = found.attributes.contains { $0.name == property }
      let words = ["is an attribute", "is a relationship"]
      list.append(
        SchemaDeviation(
          entity: found.name, property: property, found: words[wasAttribute ? 0 : 1],
          expected: words[wasAttribute ? 1 : 0]))
    }
    return list
  }

  private static func members<Member>(
    _ found: [Member], _ expected: [Member], _ name: (Member) -> String,
    _ traits: (Member) -> [String], _ entity: String
  ) -> [SchemaDeviation] {
    var list: [SchemaDeviation] = []
    for property in Set((found + expected).map(name)).sorted(by: utf8Precedes) {
      switch (found.first { name($0) == property }, expected.first { name($0) == property }) {
      case (let found?, let expected?): list += pick(found, expected, traits, entity, property)
      case (.some, nil): list.append(.presence(entity, property, isFound: true))
      case (nil, _): list.append(.presence(entity, property, isFound: false))
      }
    }
    return list
  }

  private static func pick<Member>(
    _ found: Member, _ expected: Member, _ traits: (Member) -> [String], _ entity: String,
    _ property: String?
  ) -> [SchemaDeviation] {
    zip(traits(found), traits(expected)).compactMap { found, expected in
      guard found != expected else { return nil }
      return SchemaDeviation(entity: entity, property: property, found: found, expected: expected)
    }
  }
}

extension SchemaDeviation {
  fileprivate static func presence(
    _ entity: String, _ property: String?, isFound: Bool
  ) -> SchemaDeviation {
    SchemaDeviation(
      entity: entity, property: property, found: isFound ? "is there" : "is not there",
      expected: isFound ? "is not there" : "is there")
  }
}
