import DocumentTables

/// How well a schema of an app's models fits the model of a store.
struct SchemaFit {
  /// What the rows cannot be read with, in the order of entities and properties.
  private(set) var differences: [String] = []
  /// The number of differences that leave the rows readable, such as another optionality.
  private(set) var deviations = 0

  init(_ schema: TableSchema, _ model: ManagedModel) {
    let names = Set(schema.entities.map(\.name) + model.entities.map(\.name))
    for name in names.sorted(by: utf8Precedes) {
      switch (schema.entity(named: name), model.entity(named: name)) {
      case (let wanted?, let own?): compare(wanted, own)
      case (.some, nil): differences.append("the store has no entity \(name)")
      case (nil, _): differences.append("the store has an entity \(name), the models have none")
      }
    }
  }

  private mutating func compare(_ wanted: TableEntity, _ own: ManagedEntity) {
    let name = own.name
    if wanted.superentity != own.superentity {
      differences.append("\(name) has \(own.superentity ?? "no entity") above it in the store")
    }
    let attributes = Set(wanted.attributes.map(\.name) + own.attributes.map(\.name))
    for property in attributes.sorted(by: utf8Precedes) {
      let found = own.attributes.first { $0.name == property }
      switch (wanted.attribute(named: property), found) {
      case (let wanted?, let found?):
        if !found.mayBe(wanted.type) {
          differences.append("\(name).\(property) is \(found.kind.words) in the store")
        }
        let made = StoreSchema.tableAttribute(found)
        deviations += made.isNullable == wanted.isNullable ? 0 : 1
        deviations += made.originalName == wanted.originalName ? 0 : 1
        deviations += made.type == wanted.type ? 0 : 1
      case (.some, nil): differences.append("the store has no attribute \(name).\(property)")
      case (nil, _):
        differences.append("the store has an attribute \(name).\(property), the models have none")
      }
    }
    let relationships = Set(wanted.relationships.map(\.name) + own.relationships.map(\.name))
    for property in relationships.sorted(by: utf8Precedes) {
      let found = own.relationships.first { $0.name == property }
      switch (wanted.relationship(named: property), found) {
      case (let wanted?, let found?):
        if wanted.isToMany != found.isToMany || wanted.destination != found.destination {
          differences.append(
            "\(name).\(property) leads to \(found.isToMany ? "objects" : "one object") of "
              + "\(found.destination) in the store")
        } else if let inverse = wanted.inverse, inverse != found.inverse {
          differences.append(
            "\(name).\(property) has \(found.inverse.map { "the inverse \($0)" } ?? "no inverse") in the store"
          )
        }
        deviations += wanted.isNullable == found.isOptional ? 0 : 1
      case (.some, nil): differences.append("the store has no relationship \(name).\(property)")
      case (nil, _):
        differences.append("the store has a relationship \(name).\(property), the models have none")
      }
    }
    let unique = Set(own.uniqueness.map { $0.sorted() })
    if Set(wanted.uniquenessConstraints.map { $0.sorted() }) != unique { deviations += 1 }
  }
}

extension ManagedAttribute {
  /// Whether values of the attribute may be values of a type of an app's model.
  ///
  /// The type decides how the values are decoded, and each is checked then, so this excludes only what can
  /// never be.
  func mayBe(_ type: AttributeType) -> Bool {
    var own = self
    if case .composite(let elements) = kind, elements.count == 1, !elements[0].isComposite {
      switch type {
      case .tree, .structure: return true
      default: break
      }
      own = elements[0]
    }
    switch type {
    case .tree, .dictionary, .structure:
      return own.kind == .transformable || own.kind == .data || own.isComposite
    case .array: return own.kind == .transformable || own.kind == .data
    case .scalar(let scalar):
      switch own.kind {
      case .int16, .int32, .int64: return scalar.integerRange != nil || scalar == .uint64
      case .decimal: return scalar == .decimal
      case .double: return scalar == .double
      case .float: return scalar == .float
      case .text: return scalar == .text || scalar == .url || scalar == .decimal
      case .bool: return scalar == .bool
      case .date: return scalar == .date
      case .data: return scalar == .data || scalar == .url
      case .uuid: return scalar == .uuid
      case .uri: return scalar == .url
      case .transformable: return [.data, .url, .decimal, .uuid, .date].contains(scalar)
      case .composite: return false
      case .unknown: return false
      }
    }
  }
}

extension ManagedAttribute.Kind {
  /// The kind as a part of a sentence.
  fileprivate var words: String {
    switch self {
    case .int16: "an integer of 16 bits"
    case .int32: "an integer of 32 bits"
    case .int64: "an integer of 64 bits"
    case .decimal: "a decimal"
    case .double: "a double"
    case .float: "a float"
    case .text: "a text"
    case .bool: "a truth value"
    case .date: "a date"
    case .data: "data"
    case .uuid: "a UUID"
    case .uri: "a URL"
    case .transformable: "transformable"
    case .composite(let elements): "a composite of \(elements.map(\.name).joined(separator: ", "))"
    case .unknown(let number): "of the unknown type \(number)"
    }
  }
}
