/// A schema as a typed tree, which headers contain and fingerprints digest (spec 6).
///
/// The tree states every implied property, sorts sets, and does not depend on the order of
/// declaration. Two schemas therefore have equal trees if and only if they mean the same.
extension TableSchema {
  /// Returns the whole schema, with name and version.
  package func tree() -> Tree {
    .members([
      "entities": .array(entities.map { encode($0, .model) }),
      "name": .text(name),
      "version": version.map { .text($0.text) } ?? .null,
    ])
  }

  /// Returns the digest of the properties that decide whether the bytes of records can be read.
  ///
  /// These are entities, hierarchy, names, types, nullability, literal defaults, storage,
  /// relationships and hash modifiers.
  package func layoutFingerprint() -> Digest {
    fingerprint(.layout)
  }

  /// Returns the digest of the properties that a release freezes: the layout, original names,
  /// delete rules, counts, constraints, indexes and preservation.
  package func modelFingerprint() -> Digest {
    fingerprint(.model)
  }

  private func fingerprint(_ extent: SchemaExtent) -> Digest {
    Digest(of: CanonicalJSON.bytes(of: .array(entities.map { encode($0, extent) })))
  }

  private func encode(_ entity: TableEntity, _ extent: SchemaExtent) -> Tree {
    var members: [String: Tree] = [
      "abstract": .bool(entity.isAbstract),
      "attributes": .array(entity.attributes.map { $0.tree(extent) }),
      "name": .text(entity.name),
      "relationships": .array(entity.relationships.map { encode($0, of: entity, extent) }),
      "superentity": entity.superentity.map { .text($0) } ?? .null,
    ]
    if extent == .model {
      members["indexes"] = paths(entity.indexes)
      members["originalName"] = entity.originalName.map { .text($0) } ?? .null
      members["unique"] = paths(entity.uniquenessConstraints)
    }
    return .members(members)
  }

  private func paths(_ lists: [[String]]) -> Tree {
    .array(lists.map { .array($0.map { .text($0) }) })
  }

  private func encode(
    _ relationship: TableRelationship, of entity: TableEntity, _ extent: SchemaExtent
  ) -> Tree {
    let storage =
      switch storage(of: relationship, declaredIn: entity.name) {
      case .reference: "reference"
      case .list: "list"
      case .order: "order"
      case .derived: "derived"
      }
    var members: [String: Tree] = [
      "destination": .text(relationship.destination),
      "hashModifier": relationship.hashModifier.map { .text($0) } ?? .null,
      "inverse": relationship.inverse.map { .text($0) } ?? .null,
      "name": .text(relationship.name),
      "nullable": .bool(relationship.isNullable),
      "storage": .text(storage),
      "toMany": .bool(relationship.isToMany),
    ]
    if extent == .model {
      members["deleteRule"] = .text(relationship.deleteRule.rawValue)
      members["maximumCount"] = relationship.maximumCount.map { .integer(Int64($0)) } ?? .null
      members["minimumCount"] = relationship.minimumCount.map { .integer(Int64($0)) } ?? .null
      members["originalName"] = relationship.originalName.map { .text($0) } ?? .null
    }
    return .members(members)
  }
}
