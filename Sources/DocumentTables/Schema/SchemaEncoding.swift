/// The normal form of a schema, which documents contain and fingerprints digest (spec 6).
///
/// It omits every member that has its implied value, and does not depend on the order of
/// declaration. Two schemas therefore have equal normal forms if and only if they mean the same, and
/// a member that a later version of the format adds changes no fingerprint of a schema without it.
///
/// Its objects state first what a reader of the text looks for: the name, then the type.
extension TableSchema {
  /// Returns the entities and structures, as the schema part and the schema section contain them.
  package func entitiesTree() -> Tree { entitiesTree(.model) }

  private func entitiesTree(_ extent: SchemaExtent) -> Tree {
    var trees = entities.map { (name: $0.name, tree: $0.tree(extent)) }
    if !structures.isEmpty {
      trees += structures.map { ($0.name, $0.tree(extent)) }
      trees.sort { utf8Precedes($0.name, $1.name) }
    }
    return .array(trees.map(\.tree))
  }

  /// Returns the whole schema with name and version.
  package func tree() -> Tree {
    .stating([
      ("name", .text(name)),
      ("version", version.map { .text($0.text) }),
      ("entities", entitiesTree()),
    ])
  }

  /// Returns the digest of the members that decide whether the bytes of records can be read.
  ///
  /// These are entities, hierarchy, names, types, optionality, literal defaults, cases,
  /// relationships with their inverses, and hash modifiers.
  package func layoutFingerprint() -> Digest {
    Digest(of: CanonicalJSON.bytes(of: entitiesTree(.layout), .marked))
  }

  /// Returns the digest of the whole normal form, which a release freezes.
  package func modelFingerprint() -> Digest {
    Digest(of: CanonicalJSON.bytes(of: entitiesTree(), .marked))
  }
}

/// The parts of a schema that a tree contains: all, or the parts that decide whether records can be
/// read.
enum SchemaExtent {
  case layout, model
}

extension Tree {
  /// Returns an object with the members that are not nil, in this order, which is that of the
  /// written text.
  static func stating(_ members: [(name: String, value: Tree?)]) -> Tree {
    .object(members.compactMap { member in member.value.map { TreeMember(member.name, $0) } })
  }

  /// Returns true as a member; nil, the implied value, for false.
  static func mark(_ isSet: Bool) -> Tree? { isSet ? .bool(true) : nil }

  /// Returns an array as a member; nil, the implied value, if it is empty.
  static func list(_ items: [Tree]) -> Tree? { items.isEmpty ? nil : .array(items) }
}

extension TableStructure {
  /// Returns the structure as a schema contains it.
  package func tree() -> Tree { tree(.model) }

  fileprivate func tree(_ extent: SchemaExtent) -> Tree {
    .stating([
      ("name", .text(name)),
      ("originalName", extent == .model ? originalName.map { .text($0) } : nil),
      ("structure", .bool(true)),
      ("attributes", .list(members.map { $0.tree(extent) })),
    ])
  }
}

extension TableEntity {
  fileprivate func tree(_ extent: SchemaExtent) -> Tree {
    let isModel = extent == .model
    let lists = { (lists: [[String]]) in
      Tree.list(lists.map { .array($0.map { .text($0) }) })
    }
    return .stating([
      ("name", .text(name)),
      ("originalName", isModel ? originalName.map { .text($0) } : nil),
      ("superentity", superentity.map { .text($0) }),
      ("abstract", .mark(isAbstract)),
      ("attributes", .list(attributes.map { $0.tree(extent) })),
      ("relationships", .list(relationships.map { $0.tree(extent) })),
      ("unique", isModel ? lists(uniquenessConstraints) : nil),
      ("indexes", isModel ? lists(indexes) : nil),
    ])
  }
}

extension TableRelationship {
  fileprivate func tree(_ extent: SchemaExtent) -> Tree {
    let isModel = extent == .model
    let count = { (count: Int?) in isModel ? count.map { Tree.integer(Int64($0)) } : nil }
    return .stating([
      ("name", .text(name)),
      ("originalName", isModel ? originalName.map { .text($0) } : nil),
      (isToMany ? "toMany" : "toOne", .text(destination)),
      ("inverse", inverse.map { .text($0) }),
      ("optional", isNullable ? nil : .bool(false)),
      ("deleteRule", isModel && deleteRule != .nullify ? .text(deleteRule.rawValue) : nil),
      ("minimumCount", count(minimumCount)),
      ("maximumCount", count(maximumCount)),
      ("hashModifier", hashModifier.map { .text($0) }),
    ])
  }
}
