import DocumentTables

/// Values that a transaction keeps of one object, by the names of its schema.
struct RecordedValues<Model: PersistentModel>: Sendable {
  /// The values of attributes, as the schema of the transaction stores them.
  var trees: [String: Tree] = [:]

  /// The metadata of a property by its name, or by the name that it had before.
  private static func property(named name: String) -> Schema.PropertyMetadata? {
    let properties = Model.schemaMetadata
    return properties.first { $0.name == name }
      ?? properties.first { ($0.metadata?.originalName).map { $0 == name } ?? false }
  }

  static func keyPath(named name: String) -> (any PartialKeyPath<Model> & Sendable)? {
    guard let keyPath = property(named: name)?.keypath as? PartialKeyPath<Model> else {
      return nil
    }
    // Sendable has no representation of its own: both are one reference. Key paths of the metadata
    // capture nothing and are immutable.
    return unsafeBitCast(keyPath, to: (any PartialKeyPath<Model> & Sendable).self)
  }

  func value<Value>(_ keyPath: KeyPath<Model, Value>) -> Value? {
    guard let property = Model.schemaMetadata.first(where: { $0.keypath == keyPath }) else {
      return nil
    }
    let name = trees[property.name] == nil ? property.metadata?.originalName : property.name
    return name.flatMap { trees[$0] }.flatMap { Self.decoded($0, property) } as? Value
  }

  var tombstone: HistoryTombstone<Model> {
    var values: [(keyPath: PartialKeyPath<Model>, value: any Sendable)] = []
    for (name, tree) in trees.sorted(by: { utf8Precedes($0.key, $1.key) }) {
      guard let property = Self.property(named: name),
        let keyPath = property.keypath as? PartialKeyPath<Model>,
        let value = Self.decoded(tree, property)
      else { continue }
      // Sendable has no representation of its own, so both existentials have one layout. Every call
      // decodes a new value, which nothing else refers to. `as Any` keeps the existential closed.
      values.append((keyPath, unsafeBitCast(value as Any, to: (any Sendable).self)))
    }
    return HistoryTombstone(values)
  }

  /// The value of an attribute; nil for nil, and for a value that is not of the attribute's present
  /// type.
  private static func decoded(_ tree: Tree, _ property: Schema.PropertyMetadata) -> Any? {
    guard !tree.isNull, case .attribute(let coding) = property.kind,
      let value = Value(tree, of: coding.attributeType.type)
    else { return nil }
    return try? coding.decodeAny(value)
  }
}
