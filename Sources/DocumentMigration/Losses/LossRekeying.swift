import DocumentTables

extension Tables {
  /// Returns these tables with other keys for some objects and extension records, also in carried
  /// losses.
  ///
  /// Members that a loss brings back to a list without an order are in the order of their keys, so the
  /// new keys of lost objects should be in the order of the old ones.
  ///
  /// - Parameters:
  ///   - keys: The new key of each old one. No two keys in use may become equal.
  ///   - schemas: The schemas of other versions, which tell references of carried entries from
  ///     numbers.
  package func rekeyed(
    _ keys: [ObjectKey: ObjectKey], schemas: [TableSchema] = []
  ) -> Tables {
    let rekeying = LossRekeying(keys, schemas: schemas + [schema])
    return rekeyed(keys) { $0.map { rekeying.rekeyed($0) } }
  }
}

/// New keys for old ones, applied to carried losses (spec 10.2).
package struct LossRekeying {
  private let keys: [ObjectKey: ObjectKey]
  private let schemas: [TableSchema]

  package init(_ keys: [ObjectKey: ObjectKey], schemas: [TableSchema]) {
    self.keys = keys
    self.schemas = schemas
  }

  /// Returns a tree of a carried part with new keys.
  ///
  /// Trees that are no carried losses stay as they are. If no schema of the entry's version is known,
  /// its values and guards stay as they are; see ``mayMisread(_:)``.
  package func rekeyed(_ tree: Tree) -> Tree {
    guard let group = LossGroup(carried: tree) else { return tree }
    return rekeyed(group).tree
  }

  /// Whether a tree has numbers that may be old keys, in a schema version that is not known.
  package func mayMisread(_ tree: Tree) -> Bool {
    guard let group = LossGroup(carried: tree) else { return false }
    let stage = group.header.stage
    switch group.header.kind {
    case .entity, .foreign, .extension, .part: return false
    case .value:
      return schema(stage, stage.from) == nil
        && (group.values + group.guards).contains(where: mentionsKey)
    case .object:
      return schema(stage, stage.from) == nil && group.values.contains(where: mentionsKey)
        || schema(stage, stage.to) == nil && group.guards.contains(where: mentionsKey)
    case .added:
      return schema(stage, stage.to) == nil && group.guards.contains(where: mentionsKey)
    }
  }

  private func schema(_ stage: LossStage, _ version: SchemaVersion?) -> TableSchema? {
    schemas.first { $0.name.utf8.elementsEqual(stage.schema.utf8) && $0.version == version }
  }

  private func mentionsKey(_ tree: Tree) -> Bool {
    var waiting = [tree]
    while let tree = waiting.popLast() {
      switch tree {
      case .integer(let number): if keys[number] != nil { return true }
      case .array(let items): waiting += items
      case .object(let members): waiting += members.map(\.value)
      default: break
      }
    }
    return false
  }

  private func rekeyed(_ group: LossGroup) -> LossGroup {
    var new = group
    let stage = group.header.stage
    let newer = schema(stage, stage.from)
    let older = schema(stage, stage.to)
    func isRelationship(_ property: String) -> Bool {
      newer?.relationship(named: property, of: group.header.entity) != nil
    }
    new.keys = group.keys.map(key)
    switch group.header.kind {
    case .value:
      if let property = group.header.property, isRelationship(property) {
        // A relationship corresponds to a relationship, so the guards are keys too.
        new.values = group.values.map(related)
        new.guards = group.guards.map(related)
      }
    case .object:
      let places = Set(
        group.header.properties.indices.filter { isRelationship(group.header.properties[$0]) })
      new.values = group.values.map { tree in
        guard case .array(let items) = tree else { return tree }
        return .array(items.enumerated().map { places.contains($0) ? related($1) : $1 })
      }
      new.guards = group.guards.map { row($0, group.header.olderEntity, older) }
    case .added: new.guards = group.guards.map { row($0, group.header.olderEntity, older) }
    case .extension: new.values = group.values.map(related)
    case .entity, .foreign, .part: break
    }
    let order = new.keys.indices.sorted { (new.keys[$0], $0) < (new.keys[$1], $1) }
    return new.subset(order)
  }

  private func key(_ key: ObjectKey) -> ObjectKey { keys[key] ?? key }

  /// Returns a key or a list of keys as new keys; any other tree as it is.
  private func related(_ tree: Tree) -> Tree {
    switch tree {
    case .integer(let old): .integer(key(old))
    case .array(let items):
      .array(items.map { if case .integer(let old) = $0 { .integer(key(old)) } else { $0 } })
    default: tree
    }
  }

  /// Returns the row of an older object with new keys in its relationships.
  private func row(_ tree: Tree, _ entity: String?, _ schema: TableSchema?) -> Tree {
    guard case .object(let members) = tree, let entity, let schema else { return tree }
    return .object(
      members.map { member in
        schema.relationship(named: member.name, of: entity) == nil
          ? member : TreeMember(member.name, related(member.value))
      })
  }
}

extension LossGroup {
  /// Reads a tree of a carried part; nil if it is no carried loss, or malformed.
  init?(carried tree: Tree) {
    guard let stage = tree["stage"].flatMap({ LossStage(tree: $0) }),
      case .group(let group) = Losses.read(tree, of: stage)
    else { return nil }
    self = group
  }
}
