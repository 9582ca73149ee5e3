// Properties by kind and by name. Setting one of these views changes the properties that the entity
// declares itself.
extension Schema.Entity {
  /// The properties that hold values, including inherited ones.
  public var attributes: Set<Schema.Attribute> {
    get { Set(properties.compactMap { $0 as? Schema.Attribute }) }
    set {
      let inherited = inheritedPropertiesByName
      let declared = newValue.filter { inherited[$0.name] == nil }
      replace(declared.sorted { $0.name < $1.name }) { $0 is Schema.Attribute }
    }
  }

  /// The properties that lead to other objects, including inherited ones.
  public var relationships: Set<Schema.Relationship> {
    get { Set(properties.compactMap { $0 as? Schema.Relationship }) }
    set {
      let inherited = inheritedPropertiesByName
      let declared = newValue.filter { inherited[$0.name] == nil }
      replace(declared.sorted { $0.name < $1.name }) { $0 is Schema.Relationship }
    }
  }

  /// The ``attributes`` by name.
  public var attributesByName: [String: Schema.Attribute] {
    get { Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first } }
    set { attributes = Set(newValue.values) }
  }

  /// The ``relationships`` by name.
  public var relationshipsByName: [String: Schema.Relationship] {
    get { Dictionary(relationships.map { ($0.name, $0) }) { first, _ in first } }
    set { relationships = Set(newValue.values) }
  }

  /// The ``storedProperties`` by name.
  public var storedPropertiesByName: [String: any SchemaProperty] {
    get { Dictionary(storedProperties.map { ($0.name, $0) }) { first, _ in first } }
    set { storedProperties = newValue.values.sorted { $0.name < $1.name } }
  }

  /// The ``inheritedProperties`` by name.
  public var inheritedPropertiesByName: [String: any SchemaProperty] {
    get { Dictionary(inheritedProperties.map { ($0.name, $0) }) { first, _ in first } }
    set { inheritedProperties = newValue.values.sorted { $0.name < $1.name } }
  }

  /// Replaces the declared properties of one kind; properties that remain keep their positions.
  private func replace(
    _ declared: [any SchemaProperty], where isOfKind: (any SchemaProperty) -> Bool
  ) {
    let byName = Dictionary(declared.map { ($0.name, $0) }) { first, _ in first }
    let kept = storedProperties.compactMap { isOfKind($0) ? byName[$0.name] : $0 }
    let names = Set(kept.map(\.name))
    storedProperties = kept + declared.filter { !names.contains($0.name) }
  }
}
