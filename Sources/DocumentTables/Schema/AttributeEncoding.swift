/// The parts of a schema that a tree contains: all, or the parts that decide whether records can be
/// read.
enum SchemaExtent {
  case layout, model
}

extension TableAttribute {
  /// Returns the attribute as a schema's tree contains it.
  package func tree() -> Tree { tree(.model) }

  /// Returns the attribute as a tree, for a schema or for a fingerprint.
  func tree(_ extent: SchemaExtent) -> Tree {
    var members: [String: Tree] = [
      "cases": cases.map { .array($0.map { Tree($0, of: type) }) } ?? .null,
      "default": defaultValue.tree(of: type),
      "external": .bool(isExternal),
      "hashModifier": hashModifier.map { .text($0) } ?? .null,
      "name": .text(name),
      "nullable": .bool(isNullable),
      "transformer": transformer.map { .text($0) } ?? .null,
      "type": type.tree,
    ]
    if extent == .model {
      members["options"] = .array(recordedOptions.map { .text($0) })
      members["originalName"] = originalName.map { .text($0) } ?? .null
      members["preservedOnDeletion"] = .bool(isPreservedOnDeletion)
    }
    return .members(members)
  }
}

extension AttributeDefault {
  fileprivate func tree(of type: AttributeType) -> Tree {
    switch self {
    case .none: .members(["kind": .text("none")])
    case .computed: .members(["kind": .text("computed")])
    case .value(let value):
      .members(["kind": .text("value"), "value": Tree(value, of: type)])
    }
  }
}

extension AttributeType {
  fileprivate var tree: Tree {
    switch self {
    case .scalar(let scalar): .text(scalar.rawValue)
    case .array(let element, let nullable):
      .members(["array": .text(element.rawValue), "nullableElements": .bool(nullable)])
    case .dictionary(let key, let value, let nullable):
      .members([
        "dictionary": .text(value.rawValue), "key": .text(key.rawValue),
        "nullableValues": .bool(nullable),
      ])
    case .tree(let shape): .members(["tree": shape ?? .null])
    }
  }
}
