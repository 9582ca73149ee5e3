/// The archive of a model that a store keeps in `Z_MODELCACHE`.
struct ModelArchive {
  private let model: StoreModel
  private var archive = KeyedArchive()
  private var entities: [String: Int] = [:]
  private var properties: [[String]: Int] = [:]
  /// Whether entities list the properties of their superentities.
  private let listsInherited: Bool
  /// References to objects that may not exist yet: object, key, target.
  private var pending: [(object: Int, key: String, target: [String])] = []
  private var root = 0

  /// Returns the keyed archive.
  static func archive(_ model: StoreModel, listsInherited: Bool = false) -> PropertyList {
    var writer = ModelArchive(model: model, listsInherited: listsInherited)
    return writer.write()
  }

  private init(model: StoreModel, listsInherited: Bool) {
    self.model = model
    self.listsInherited = listsInherited
  }

  private mutating func write() -> PropertyList {
    root = archive.reserve()
    let names = model.entities.map(\.name).sorted()
    let list = archive.reserve()
    let mapping = archive.reserve()
    let keys = archive.array { archive in names.map { archive.string($0) } }
    archive.fill(
      mapping,
      class: ["NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy", "NSObject"],
      ["keys": keys, "length": .integer(Int64(names.count)), "version": .integer(1)])
    let token = archive.string("__empty_slot_token_4c24_98dc_ac1e_b773__")
    let valuesNumber = archive.reserve()
    let values = names.map { entity($0) }
    archive.fill(valuesNumber, class: ["NSArray", "NSObject"], ["NS.objects": .array(values)])
    archive.fill(
      list,
      class: [
        "NSKnownKeysDictionary1", "NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary",
        "NSObject",
      ],
      [
        "searchMapping": .uid(mapping), "emptyToken": token, "values": .uid(valuesNumber),
        "version": .integer(1),
      ])
    let configurations = archive.reserve()
    let name = archive.string("default")
    let set = archive.array(["NSSet", "NSObject"]) { [entities] _ in
      names.map { .uid(entities[$0] ?? 0) }
    }
    archive.fill(
      configurations, class: Self.mutableDictionary,
      ["NS.keys": .array([name]), "NS.objects": .array([set])])
    let versions = archive.array(["NSSet", "NSObject"]) { [model] archive in
      [archive.string(model.versionIdentifier)]
    }
    archive.fill(
      root, class: ["NSManagedObjectModel", "NSObject"],
      [
        "NSEntities": .uid(list), "NSFetchRequestTemplates": KeyedArchive.null,
        "NSConfigurations": .uid(configurations), "NSVersionIdentifiers": versions,
      ])
    for reference in pending {
      let target = entities[reference.target.joined()] ?? properties[reference.target] ?? 0
      archive.set(reference.key, of: reference.object, to: .uid(target))
    }
    return archive.archive(root: .uid(root))
  }

  private static let mutableDictionary = ["NSMutableDictionary", "NSDictionary", "NSObject"]

  private mutating func dictionary(
    class names: [String] = mutableDictionary, keys: [String],
    _ values: (inout Self) -> [PropertyList]
  ) -> PropertyList {
    let number = archive.reserve()
    let keys = keys.map { archive.string($0) }
    let values = values(&self)
    archive.fill(number, class: names, ["NS.keys": .array(keys), "NS.objects": .array(values)])
    return .uid(number)
  }

  private mutating func entity(_ name: String) -> PropertyList {
    if let known = entities[name] { return .uid(known) }
    guard let entity = model.entity(named: name) else { return KeyedArchive.null }
    let number = archive.reserve()
    entities[name] = number
    let nameReference = archive.string(name)
    let superentity = entity.superentity.map { self.entity($0) } ?? KeyedArchive.null
    let below = model.subentities(of: name)
    let subentities = dictionary(keys: below) { writer in below.map { writer.entity($0) } }
    let own = entity.properties.sorted { $0.name < $1.name }
    let inherited =
      listsInherited
      ? model.lineage(of: name).dropLast().flatMap { above in
        above.properties.map { (owner: above.name, name: $0.name) }
      } : []
    let properties = dictionary(keys: inherited.map(\.name) + own.map(\.name)) { writer in
      inherited.map { writer.proxy(of: $0.name, $0.owner, number) }
        + own.map { writer.property($0, of: name, number) }
    }
    let userInfo = dictionary(class: ["NSDictionary", "NSObject"], keys: []) { _ in [] }
    let renaming = archive.string(entity.renamingIdentifier ?? name)
    let tuples = archive.array(["NSMutableArray", "NSArray", "NSObject"]) { archive in
      entity.uniqueness.map { tuple in
        archive.array { archive in tuple.map { archive.string($0) } }
      }
    }
    var members: [String: PropertyList] = [
      "NSEntityName": nameReference, "NSClassNameForEntity": KeyedArchive.null,
      "NSManagedObjectModel": .uid(root), "NSSuperentity": superentity,
      "NSSubentities": subentities, "NSProperties": properties, "NSUserInfo": userInfo,
      "NSVersionHashModifier": KeyedArchive.null, "NSRenamingIdentifier": renaming,
      "NSUniqueTuples": tuples,
    ]
    if !entity.indexes.isEmpty {
      members["NSFetchIndexDescriptions"] = indexes(entity, number)
    }
    archive.fill(number, class: ["NSEntityDescription", "NSObject"], members)
    return .uid(number)
  }

  private mutating func indexes(_ entity: StoreEntity, _ number: Int) -> PropertyList {
    archive.array { archive in
      entity.indexes.map { names in
        let index = archive.reserve()
        let name = archive.string(StoreWriter.indexName(names))
        let elements = archive.array { archive in
          names.map { name in
            let element = archive.reserve()
            let property = archive.string(name)
            archive.fill(
              element, class: ["NSFetchIndexElementDescription", "NSObject"],
              [
                "NSPropertyName": property, "NSFetchIndexElementType": .integer(0),
                "NSFetchIndexDescription": .uid(index), "NSAscending": .bool(true),
              ])
            return .uid(element)
          }
        }
        archive.fill(
          index, class: ["NSFetchIndexDescription", "NSObject"],
          [
            "NSIndexName": name, "NSIndexElements": elements, "NSEntity": .uid(number),
            "NSPartialIndexPredicate": KeyedArchive.null,
          ])
        return .uid(index)
      }
    }
  }

  /// An inherited property as an entity below lists it.
  private mutating func proxy(
    of property: String, _ owner: String, _ entityNumber: Int
  ) -> PropertyList {
    let number = archive.reserve()
    // The property itself may follow.
    pending.append((number, "NSUnderlyingProperty", [owner, property]))
    archive.fill(
      number, class: ["_NSPropertyDescriptionProxy", "NSObject"],
      ["NSUnderlyingProperty": KeyedArchive.null, "NSEntityDescription": .uid(entityNumber)])
    return .uid(number)
  }

  private mutating func property(
    _ property: StoreProperty, of entity: String, _ entityNumber: Int
  ) -> PropertyList {
    switch property {
    case .attribute(let attribute):
      let reference = self.attribute(attribute, .uid(entityNumber))
      if case .uid(let number) = reference { properties[[entity, attribute.name]] = number }
      return reference
    case .relationship(let relationship):
      return self.relationship(relationship, of: entity, entityNumber)
    }
  }

  /// Bits of `_P`: 0x2 optional, 0x400 ordered; the others say that nothing else is stored.
  private func flags(optional: Bool, ordered: Bool = false) -> PropertyList {
    .integer(0xF1 | (optional ? 0x2 : 0) | (ordered ? 0x400 : 0))
  }

  private mutating func attribute(
    _ attribute: StoreAttribute, _ entity: PropertyList
  ) -> PropertyList {
    let number = archive.reserve()
    let name = archive.string(attribute.name)
    let renaming = archive.string(attribute.renamingIdentifier ?? attribute.name)
    let valueClass = archive.string(attribute.valueClassName)
    var transformer = KeyedArchive.null
    if case .transformable(let content) = attribute.kind {
      transformer = archive.string(
        content == .opaque ? "SealTransformer" : "NSSecureUnarchiveFromData")
    }
    // Bits: 0x4 external storage, 0x10 the value is kept in the history of deletions.
    let bits: Int64 = (attribute.isExternal ? 0x4 : 0) | (attribute.keepsValueInHistory ? 0x10 : 0)
    var members: [String: PropertyList] = [
      "_P": flags(optional: attribute.isOptional), "NSIsOptional": .bool(attribute.isOptional),
      "NSEntity": entity, "NSPropertyName": name, "NSRenamingIdentifier": renaming,
      "NSAttributeType": .integer(attribute.typeNumber), "NSAttributeValueClassName": valueClass,
      "NSDefaultValue": KeyedArchive.null, "NSValueTransformerName": transformer,
      "NSFlagsKey": .integer(bits),
    ]
    var classes = ["NSAttributeDescription", "NSPropertyDescription", "NSObject"]
    if case .composite(let elements, _) = attribute.kind {
      let list = archive.reserve()
      let references = elements.map { self.attribute($0, KeyedArchive.null) }
      archive.fill(list, class: ["NSArray", "NSObject"], ["NS.objects": .array(references)])
      members["NSCompositeElements"] = .uid(list)
      classes.insert("NSCompositeAttributeDescription", at: 0)
    }
    if attribute.isDerived { classes.insert("NSDerivedAttributeDescription", at: 0) }
    archive.fill(number, class: classes, members)
    return .uid(number)
  }

  private mutating func relationship(
    _ relationship: StoreRelationship, of entity: String, _ entityNumber: Int
  ) -> PropertyList {
    let number = archive.reserve()
    properties[[entity, relationship.name]] = number
    let name = archive.string(relationship.name)
    let renaming = archive.string(relationship.renamingIdentifier ?? relationship.name)
    let destination = archive.string(relationship.destination)
    let inverse = archive.string(relationship.inverse)
    pending.append((number, "NSDestinationEntity", [relationship.destination]))
    if let inverse = relationship.inverse {
      let owner =
        model.lineage(of: relationship.destination).first {
          $0.properties.contains { $0.name == inverse }
        }?.name ?? relationship.destination
      pending.append((number, "NSInverseRelationship", [owner, inverse]))
    }
    archive.fill(
      number, class: ["NSRelationshipDescription", "NSPropertyDescription", "NSObject"],
      [
        "_P": flags(optional: relationship.isOptional, ordered: relationship.isOrdered),
        "NSIsOptional": .bool(relationship.isOptional), "NSEntity": .uid(entityNumber),
        "NSPropertyName": name, "NSRenamingIdentifier": renaming,
        "NSMinCount": .integer(relationship.isOptional || relationship.isToMany ? 0 : 1),
        "NSMaxCount": .integer(relationship.isToMany ? 0 : 1),
        "NSDeleteRule": .integer(relationship.deleteRule.rawValue),
        "NSDestinationEntity": KeyedArchive.null, "_NSDestinationEntityName": destination,
        "NSInverseRelationship": KeyedArchive.null, "_NSInverseRelationshipName": inverse,
      ])
    return .uid(number)
  }
}
