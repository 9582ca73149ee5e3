import DocumentFile
import ZipArchive

extension ManagedModel {
  /// Reads the content of `Z_MODELCACHE`: a keyed archive of the model, deflated without a header.
  ///
  /// - Throws: ``DocumentError`` with the code `store-model` if the archive is damaged, larger than the
  ///   limits allow, or not one of a model.
  init(cached content: [UInt8], limits: DocumentLimits) throws(DocumentError) {
    let bytes: [UInt8]
    if BinaryPropertyList.begins(content) {
      bytes = content
    } else {
      // No store was seen with the header and the checksum of zlib, which no deflate stream begins with.
      let hasHeader =
        content.count > 2 && content[0] == 0x78 && (0x7800 + Int(content[1])) % 31 == 0
      do {
        bytes = try RawInflate.bytes(
          of: hasHeader ? Array(content.dropFirst(2).dropLast(4)) : content,
          limit: limits.treePartBytes)
      } catch {
        switch error {
        case .damaged: throw Self.problem("its compression is damaged")
        case .tooLong:
          throw DocumentError(
            .limitTreePart, part: "Z_MODELCACHE",
            "the archived model has more than \(limits.treePartBytes) bytes")
        }
      }
    }
    let archive: KeyedArchive?
    do {
      archive = KeyedArchive(try BinaryPropertyList(bytes))
    } catch {
      switch error {
      case .malformed(let words), .tooLarge(let words): throw Self.problem(words)
      }
    }
    guard let archive, let root = archive.instance(archive.root),
      root.isKind(of: "NSManagedObjectModel")
    else { throw Self.problem("it is none of a model") }
    var reader = ModelReader(archive)
    self = try reader.model(root)
  }

  fileprivate static func problem(_ words: String) -> DocumentError {
    DocumentError(
      .storeModel, part: "Z_MODELCACHE", "the archived model cannot be read: \(words)")
  }
}

/// Reads the entities of an archived model.
///
/// Objects of an archive may be shared, so a short archive can describe very many entities, properties and elements;
/// the ones that are read are counted wherever they occur.
private struct ModelReader {
  private let archive: KeyedArchive
  /// Properties and elements that the model has, inherited ones counted where they are archived.
  private var rest = 100_000
  /// Objects that are looked at.
  private var restOfObjects = 2_000_000
  /// Levels of composites, and proxies of one property.
  private static let deepest = 16

  init(_ archive: KeyedArchive) { self.archive = archive }

  /// Counts a property or an element of a composite, an index or a constraint.
  private mutating func count() throws(DocumentError) {
    rest -= 1
    guard rest >= 0 else { throw ManagedModel.problem("it has too many properties") }
  }

  /// Returns the numbers of the objects of an array or set, and counts them.
  private mutating func elements(
    _ object: BinaryPropertyList.Object?
  ) throws(DocumentError) -> [Int] {
    let elements = archive.elements(object)
    restOfObjects -= elements.count
    guard restOfObjects >= 0 else { throw ManagedModel.problem("its lists are too long") }
    return elements
  }

  /// Returns a property; of a proxy, with which an entity lists an inherited one, the property behind it.
  private func property(_ number: Int) -> KeyedArchive.Instance? {
    var property = archive.instance(number)
    for _ in 0..<Self.deepest {
      guard let proxy = property, proxy.isKind(of: "_NSPropertyDescriptionProxy"),
        let underlying = archive.number(proxy.members["NSUnderlyingProperty"])
      else { break }
      property = archive.instance(underlying)
    }
    return property
  }

  mutating func model(_ root: KeyedArchive.Instance) throws(DocumentError) -> ManagedModel {
    var read: [(entity: ManagedEntity, superentity: Int?)] = []
    var names: [Int: String] = [:]
    for number in try elements(root.members["NSEntities"]) where names[number] == nil {
      guard let instance = archive.instance(number),
        instance.isKind(of: "NSEntityDescription")
      else { continue }
      guard let name = archive.text(instance.members["NSEntityName"]), !name.isEmpty else {
        throw ManagedModel.problem("an entity has no name")
      }
      names[number] = name
      read.append((try entity(instance, name), archive.number(instance.members["NSSuperentity"])))
      guard read.count <= 4096 else { throw ManagedModel.problem("it has too many entities") }
    }
    guard !read.isEmpty else { throw ManagedModel.problem("it has no entities") }
    guard Set(names.values).count == read.count else {
      throw ManagedModel.problem("two entities have one name")
    }
    var entities: [ManagedEntity] = []
    for (entity, superentity) in read {
      var entity = entity
      if let superentity {
        guard let name = names[superentity] else {
          throw ManagedModel.problem("the superentity of \(entity.name) is missing")
        }
        entity.superentity = name
      }
      entities.append(entity)
    }
    entities.sort { ManagedModel.precedes($0.name, $1.name) }
    var model = ManagedModel(
      entities: entities,
      versionIdentifiers: try elements(root.members["NSVersionIdentifiers"]).compactMap {
        archive.text(.uid($0))
      }.sorted())
    try model.settle()
    return model
  }

  private mutating func entity(
    _ instance: KeyedArchive.Instance, _ name: String
  ) throws(DocumentError) -> ManagedEntity {
    let members = instance.members
    var entity = ManagedEntity(name: name)
    entity.isAbstract = archive.bool(members["NSIsAbstract"]) ?? false
    entity.formerName = archive.text(members["NSRenamingIdentifier"]).flatMap {
      $0 == name || $0.isEmpty ? nil : $0
    }
    for number in try elements(members["NSProperties"]) {
      guard let property = property(number) else { continue }
      try count()
      guard let own = archive.text(property.members["NSPropertyName"]), !own.isEmpty else {
        throw ManagedModel.problem("a property of \(name) has no name")
      }
      // Fetched properties and expressions are queries.
      if property.isKind(of: "NSFetchedPropertyDescription")
        || property.isKind(of: "NSExpressionDescription") || isTransient(property)
      {
        entity.transientNames.append(own)
      } else if property.isKind(of: "NSRelationshipDescription") {
        entity.relationships.append(try relationship(property, own, of: name))
      } else if property.isKind(of: "NSAttributeDescription") {
        entity.attributes.append(try attribute(property, own, of: name, depth: 0))
      } else {
        throw ManagedModel.problem(
          "\(name).\(own) is a \(property.className ?? "property without class")")
      }
    }
    entity.attributes.sort { ManagedModel.precedes($0.name, $1.name) }
    entity.relationships.sort { ManagedModel.precedes($0.name, $1.name) }
    for tuple in try elements(members["NSUniqueTuples"]) {
      var names: [String] = []
      for element in try elements(.uid(tuple)) {
        guard let name = propertyName(element) else { continue }
        try count()
        names.append(name)
      }
      if !names.isEmpty { entity.uniqueness.append(names) }
    }
    entity.indexes = try indexes(members)
    return entity
  }

  /// The bits of the flags of a property.
  ///
  /// 2 is optional, 8 transient, 0x400 ordered. The members of the same meaning are absent where they are
  /// false.
  private func flags(_ property: KeyedArchive.Instance) -> Int64 {
    archive.integer(property.members["_P"]) ?? 0
  }

  private func isTransient(_ property: KeyedArchive.Instance) -> Bool {
    archive.bool(property.members["NSIsTransient"]) ?? (flags(property) & 8 != 0)
  }

  private func isOptional(_ property: KeyedArchive.Instance) -> Bool {
    archive.bool(property.members["NSIsOptional"]) ?? (flags(property) & 2 != 0)
  }

  private func formerName(_ property: KeyedArchive.Instance, _ name: String) -> String? {
    archive.text(property.members["NSRenamingIdentifier"]).flatMap {
      $0 == name || $0.isEmpty ? nil : $0
    }
  }

  /// Recursion: composites of composites, to ``deepest`` levels.
  private mutating func attribute(
    _ property: KeyedArchive.Instance, _ name: String, of entity: String, depth: Int
  ) throws(DocumentError) -> ManagedAttribute {
    let members = property.members
    let number = archive.integer(members["NSAttributeType"]) ?? 0
    var leaves: [ManagedAttribute] = []
    if number == 2100 {
      guard depth < Self.deepest else { throw ManagedModel.problem("its composites are too deep") }
      for element in try elements(members["NSCompositeElements"]) {
        try count()
        guard let element = archive.instance(element),
          let own = archive.text(element.members["NSPropertyName"]), !own.isEmpty
        else { throw ManagedModel.problem("an element of \(entity).\(name) has no name") }
        leaves.append(try attribute(element, own, of: entity, depth: depth + 1))
      }
      guard !leaves.isEmpty, Set(leaves.map(\.name)).count == leaves.count else {
        throw ManagedModel.problem("the elements of \(entity).\(name) are damaged")
      }
    }
    // Bits: 4 external storage, 0x10 the value is kept when the object is deleted.
    let bits = archive.integer(members["NSFlagsKey"]) ?? 0
    return ManagedAttribute(
      name: name, kind: ManagedAttribute.Kind(number: number, elements: leaves),
      isOptional: isOptional(property), formerName: formerName(property, name),
      valueClass: archive.text(members["NSAttributeValueClassName"]),
      transformer: archive.text(members["NSValueTransformerName"]),
      isExternal: bits & 4 != 0
        || archive.bool(members["NSAllowsExternalBinaryDataStorage"]) ?? false,
      isPreservedOnDeletion: bits & 0x10 != 0)
  }

  private func relationship(
    _ property: KeyedArchive.Instance, _ name: String, of entity: String
  ) throws(DocumentError) -> ManagedRelationship {
    let members = property.members
    let destination =
      archive.text(members["_NSDestinationEntityName"])
      ?? archive.number(members["NSDestinationEntity"]).flatMap { archive.instance($0) }
      .flatMap { archive.text($0.members["NSEntityName"]) }
    guard let destination else {
      throw ManagedModel.problem("\(entity).\(name) leads to no entity")
    }
    let inverse =
      archive.text(members["_NSInverseRelationshipName"])
      ?? archive.number(members["NSInverseRelationship"]).flatMap(propertyName)
    let maximum = archive.integer(members["NSMaxCount"]) ?? 0
    let isToMany = maximum != 1
    return ManagedRelationship(
      name: name, destination: destination, inverse: inverse, isToMany: isToMany,
      isOrdered: archive.bool(members["NSIsOrdered"]) ?? (flags(property) & 0x400 != 0),
      isOptional: isOptional(property),
      minimumCount: max(0, archive.integer(members["NSMinCount"]) ?? 0),
      maximumCount: isToMany ? max(0, maximum) : 1,
      deleteRule: archive.integer(members["NSDeleteRule"]).flatMap {
        ManagedRelationship.DeleteRule(rawValue: $0)
      } ?? .nullify,
      formerName: formerName(property, name))
  }

  /// The name of a property in a list of names or of properties.
  private func propertyName(_ number: Int) -> String? {
    archive.text(.uid(number))
      ?? property(number).flatMap { archive.text($0.members["NSPropertyName"]) }
  }

  /// The indexes of all kinds whose elements are properties.
  private mutating func indexes(
    _ members: [String: BinaryPropertyList.Object]
  ) throws(DocumentError) -> [[String]] {
    var found: [[String]] = []
    for (_, value) in members.sorted(by: { $0.key < $1.key }) {
      for number in try elements(value) {
        guard let index = archive.instance(number), index.isKind(of: "NSFetchIndexDescription")
        else { continue }
        let elements = try elements(index.members["NSIndexElements"])
        var names: [String] = []
        for element in elements {
          guard let name = archive.instance(element)?.members["NSPropertyName"] else { continue }
          try count()
          if let name = archive.text(name) { names.append(name) }
        }
        if !names.isEmpty, names.count == elements.count { found.append(names) }
      }
    }
    return found
  }
}

extension ManagedModel {
  /// Takes inherited properties out of the entities below, which archives may repeat, and checks that the
  /// entities fit together.
  fileprivate mutating func settle() throws(DocumentError) {
    var properties = 0
    for entity in entities {
      let lineage = lineage(of: entity.name)
      properties += lineage.reduce(0) {
        $0 + $1.attributes.count + $1.relationships.count + $1.transientNames.count
      }
      guard properties <= 1_000_000 else {
        throw Self.problem("its entities inherit too many properties")
      }
      guard lineage.count <= Self.deepest, lineage.last?.superentity == nil else {
        throw Self.problem("\(entity.name) is above itself")
      }
    }
    let before = self
    for index in entities.indices {
      let above = before.lineage(of: entities[index].name).dropFirst()
      let inherited = Set(
        above.flatMap {
          $0.attributes.map(\.name) + $0.relationships.map(\.name) + $0.transientNames
        })
      entities[index].attributes.removeAll { inherited.contains($0.name) }
      entities[index].relationships.removeAll { inherited.contains($0.name) }
      let own = entities[index].attributes.map(\.name) + entities[index].relationships.map(\.name)
      guard Set(own).count == own.count else {
        throw Self.problem("two properties of \(entities[index].name) have one name")
      }
    }
    for entity in entities {
      for relationship in entity.relationships
      where self.entity(named: relationship.destination) == nil {
        throw Self.problem(
          "\(entity.name).\(relationship.name) leads to \(relationship.destination), which is missing"
        )
      }
    }
  }
}
