extension TableAttribute {
  /// Returns the attribute as a schema contains it.
  package func tree() -> Tree { tree(.model) }

  /// Returns the attribute as a tree, for a schema or for a fingerprint.
  func tree(_ extent: SchemaExtent) -> Tree {
    let isModel = extent == .model
    var shape: Tree?
    if case .tree(let stated) = type { shape = stated }
    var structure: String?
    if case .structure(let stated) = type { structure = stated.name }
    return .stating([
      ("name", .text(name)),
      ("originalName", isModel ? originalName.map { .text($0) } : nil),
      ("type", .text(type.text)),
      ("shape", shape),
      ("of", structure.map { .text($0) }),
      ("optional", .mark(isNullable)),
      ("cases", cases.map { .array($0.map { Tree(stating: $0, of: type) }) }),
      ("default", defaultValue.literal.map { Tree(stating: $0, of: type) }),
      ("computed", .mark(defaultValue == .computed)),
      ("external", .mark(isExternal)),
      ("preservedOnDeletion", isModel ? .mark(isPreservedOnDeletion) : nil),
      ("transformer", transformer.map { .text($0) }),
      ("options", isModel ? .list(recordedOptions.map { .text($0) }) : nil),
      ("hashModifier", hashModifier.map { .text($0) }),
    ])
  }
}

extension AttributeDefault {
  fileprivate var literal: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}

extension AttributeType {
  /// The name of the type of an attribute that is of a structure.
  static var structureName: String { "structure" }

  /// The name of the type in a schema, such as `text`, `[text?]` or `[text: int64]`.
  package var text: String {
    switch self {
    case .scalar(let scalar): scalar.rawValue
    case .array(let element, let nullable): "[\(element.rawValue)\(nullable ? "?" : "")]"
    case .dictionary(let key, let value, let nullable):
      "[\(key.rawValue): \(value.rawValue)\(nullable ? "?" : "")]"
    case .tree: "tree"
    case .structure: Self.structureName
    }
  }

  /// Reads the name of a type; nil if it is none.
  ///
  /// - Parameters:
  ///   - shape: The shape that a schema states beside the type `tree`.
  ///   - structure: The structure that a schema names beside the type `structure`.
  package init?(text: String, shape: Tree? = nil, structure: TableStructure? = nil) {
    if let structure {
      guard text == Self.structureName, shape == nil else { return nil }
      self = .structure(structure)
      return
    }
    if let scalar = ScalarType(rawValue: text) {
      self = .scalar(scalar)
    } else if text == "tree" {
      self = .tree(shape: shape)
      return
    } else {
      guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
      var last = text.dropFirst().dropLast()
      var key: Substring?
      if let colon = last.firstIndex(of: ":") {
        key = last[..<colon]
        last = last[colon...].dropFirst()
        guard last.first == " " else { return nil }
        last = last.dropFirst()
      }
      let isNullable = last.last == "?"
      if isNullable { last = last.dropLast() }
      guard let element = ScalarType(rawValue: String(last)) else { return nil }
      if let key {
        guard let key = ScalarType(rawValue: String(key)) else { return nil }
        self = .dictionary(key: key, value: element, nullableValues: isNullable)
      } else {
        self = .array(element, nullableElements: isNullable)
      }
    }
    if shape != nil { return nil }
  }
}
