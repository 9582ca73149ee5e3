import DocumentFile
import DocumentTables

/// The schema of a document made of a store's model.
enum StoreSchema {
  /// Returns the schema.
  ///
  /// - Parameter name: The name that the document's schema gets.
  /// - Throws: `store-model` if no document can have such a schema.
  static func tableSchema(
    _ model: ManagedModel, name: String, _ report: inout StoreReport
  ) throws(DocumentError) -> TableSchema {
    var entities: [TableEntity] = []
    for entity in model.entities {
      entities.append(tableEntity(entity, model, &report))
    }
    let version = model.versionIdentifiers.lazy.compactMap { SchemaVersion(text: $0) }.first
    do {
      return try TableSchema(name: name, version: version, entities: entities)
    } catch {
      throw DocumentError(
        .storeModel, entity: error.entity, property: error.property,
        "no document can have the schema of the store: \(error.detail)", underlying: error)
    }
  }

  private static func tableEntity(
    _ entity: ManagedEntity, _ model: ManagedModel, _ report: inout StoreReport
  ) -> TableEntity {
    var relationships: [TableRelationship] = []
    for relationship in entity.relationships {
      let inverse = mutualInverse(of: relationship, entity.name, model)
      if relationship.inverse != nil, inverse == nil {
        report.note(
          .changedSchema, table: "", entity: entity.name, property: relationship.name,
          "the inverse is declared in another entity, so the document's relationship has none")
      }
      relationships.append(
        TableRelationship(
          name: relationship.name, originalName: relationship.formerName,
          destination: relationship.destination, inverse: inverse,
          isToMany: relationship.isToMany, isNullable: relationship.isOptional,
          deleteRule: DeleteRule(relationship.deleteRule),
          minimumCount: relationship.isToMany ? count(relationship.minimumCount) : nil,
          maximumCount: relationship.isToMany ? count(relationship.maximumCount) : nil))
    }
    let known = Set(
      model.lineage(of: entity.name).flatMap {
        $0.attributes.map(\.name) + $0.relationships.filter { !$0.isToMany }.map(\.name)
      })
    func lists(_ lists: [[String]], _ what: String) -> [[String]] {
      var kept: [[String]] = []
      var found: Set<[String]> = []
      for list in lists {
        // An element of a composite is no property of a document's schema.
        if list.allSatisfy(known.contains), Set(list).count == list.count {
          // The order matters for an index.
          if found.insert(what == "constraint" ? list.sorted() : list).inserted {
            kept.append(list)
          }
        } else {
          report.note(
            .changedSchema, table: "", entity: entity.name,
            property: list.joined(separator: ", "),
            "a document's schema cannot state the \(what), so it has none")
        }
      }
      return kept
    }
    return TableEntity(
      name: entity.name, superentity: entity.superentity, originalName: entity.formerName,
      isAbstract: entity.isAbstract, attributes: entity.attributes.map(tableAttribute),
      relationships: relationships,
      uniquenessConstraints: lists(entity.uniqueness, "constraint"),
      indexes: lists(entity.indexes, "index"))
  }

  private static func count(_ number: Int64) -> Int? {
    number > 0 ? Int(clamping: number) : nil
  }

  /// Returns the inverse if both ends lead exactly to the entity that declares the other (spec 6.6-2).
  static func mutualInverse(
    of relationship: ManagedRelationship, _ entity: String, _ model: ManagedModel
  ) -> String? {
    guard let name = relationship.inverse,
      let other = model.entity(named: relationship.destination)?.relationships.first(where: {
        $0.name == name
      }),
      other.destination == entity, other.inverse == relationship.name
    else { return nil }
    return name
  }

  /// The attribute of a document for one of a store.
  static func tableAttribute(_ attribute: ManagedAttribute) -> TableAttribute {
    TableAttribute(
      name: attribute.name, originalName: attribute.formerName, type: type(of: attribute),
      isNullable: attribute.isOptional || attribute.rawValue?.isOptional ?? false,
      isExternal: attribute.isExternal && type(of: attribute).mayBeExternal,
      isPreservedOnDeletion: attribute.isPreservedOnDeletion,
      recordedOptions: [])
  }

  private static func type(of attribute: ManagedAttribute) -> AttributeType {
    let attribute = attribute.rawValue ?? attribute
    switch attribute.kind {
    case .int16: return .scalar(.int16)
    case .int32: return .scalar(.int32)
    case .int64: return .scalar(.int64)
    case .decimal: return .scalar(.decimal)
    case .double: return .scalar(.double)
    case .float: return .scalar(.float)
    case .text: return .scalar(.text)
    case .bool: return .scalar(.bool)
    case .date: return .scalar(.date)
    case .data:
      return attribute.valueClass.flatMap(collection) ?? .scalar(.data)
    case .uuid: return .scalar(.uuid)
    case .uri: return .scalar(.url)
    case .transformable:
      return attribute.valueClass.flatMap(collection) ?? .tree(shape: nil)
    case .composite, .unknown: return .tree(shape: nil)
    }
  }

  /// Returns the type of a Swift collection by the name of its class; nil for any other class.
  private static func collection(_ name: String) -> AttributeType? {
    guard name.hasSuffix(">") else { return nil }
    for prefix in ["Array<", "Swift.Array<", "Set<", "Swift.Set<"] where name.hasPrefix(prefix) {
      let element = String(name.dropFirst(prefix.count).dropLast())
      guard
        let scalar = scalars[element.hasPrefix("Swift.") ? String(element.dropFirst(6)) : element]
      else { return .tree(shape: nil) }
      return .array(scalar, nullableElements: false)
    }
    return name.hasPrefix("Dictionary<") || name.hasPrefix("Swift.Dictionary<")
      || name.hasPrefix("Optional<") ? .tree(shape: nil) : nil
  }

  private static let scalars: [String: ScalarType] = [
    "String": .text, "Int": .int64, "Int64": .int64, "Int32": .int32, "Int16": .int16,
    "Int8": .int8, "UInt": .uint64, "UInt64": .uint64, "UInt32": .uint32, "UInt16": .uint16,
    "UInt8": .uint8, "Double": .double, "Float": .float, "Bool": .bool, "Date": .date,
    "UUID": .uuid, "URL": .url, "Data": .data, "Decimal": .decimal,
  ]
}

extension DeleteRule {
  fileprivate init(_ rule: ManagedRelationship.DeleteRule) {
    self =
      switch rule {
      case .noAction: .noAction
      case .nullify: .nullify
      case .cascade: .cascade
      case .deny: .deny
      }
  }
}
