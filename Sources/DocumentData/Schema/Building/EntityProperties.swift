// Properties by their kinds and names; setting such a view changes what the entity declares itself.
extension Schema.Entity {
  /// The properties that hold values, inherited ones included.
  public var attributes: Set<Schema.Attribute> {
    get { Set(properties.compactMap { $0 as? Schema.Attribute }) }
    set {
      let inherited = inheritedPropertiesByName
      let declared = newValue.filter { inherited[$0.name] == nil }
      replace(declared.sorted { $0.name < $1.name }) { $0 is Schema.Attribute }
    }
  }

  /// The properties that lead to other objects, inherited ones included.
  public var relationships: Set<Schema.Relationship> {
    get { Set(properties.compactMap { $0 as? Schema.Relationship }) }
    set {
      let inherited = inheritedPropertiesByName
      let declared = newValue.filter { inherited[$0.name] == nil }
      replace(declared.sorted { $0.name < $1.name }) { $0 is Schema.Relationship }
    }
  }

  /// ``attributes`` by their names.
  public var attributesByName: [String: Schema.Attribute] {
    get { Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first } }
    set { attributes = Set(newValue.values) }
  }

  /// ``relationships`` by their names.
  public var relationshipsByName: [String: Schema.Relationship] {
    get { Dictionary(relationships.map { ($0.name, $0) }) { first, _ in first } }
    set { relationships = Set(newValue.values) }
  }

  /// ``storedProperties`` by their names.
  public var storedPropertiesByName: [String: any SchemaProperty] {
    get { Dictionary(storedProperties.map { ($0.name, $0) }) { first, _ in first } }
    set { storedProperties = newValue.values.sorted { $0.name < $1.name } }
  }

  /// ``inheritedProperties`` by their names.
  public var inheritedPropertiesByName: [String: any SchemaProperty] {
    get { Dictionary(inheritedProperties.map { ($0.name, $0) }) { first, _ in first } }
    set { inheritedProperties = newValue.values.sorted { $0.name < $1.name } }
  }

  /// Properties that stay keep their places.
  private func replace(
    _ declared: [any SchemaProperty], where isOfKind: (any SchemaProperty) -> Bool
  ) {
    let byName = Dictionary(declared.map { ($0.name, $0) }) { first, _ in first }
    let kept = storedProperties.compactMap { isOfKind($0) ? byName[$0.name] : $0 }
    let names = Set(kept.map(\.name))
    storedProperties = kept + declared.filter { !names.contains($0.name) }
  }
}
