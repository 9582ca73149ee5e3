import DocumentTables

extension Tables {
  /// Returns the tables without carried entries of objects that were deleted after the entries were
  /// written: their values would otherwise stay in the document (spec 11-1).
  ///
  /// Objects that the older version cannot store at all stay carried if what they belong to is there or
  /// carried, too, as do trees of other programs.
  ///
  /// - Parameter schemas: The schemas of other versions, which tell what carried objects belong to.
  package func withoutCarriedRemains(schemas: [TableSchema]) -> Tables {
    guard !carried.isEmpty else { return self }
    var remains = CarriedRemains(self, schemas: schemas + [schema])
    remains.dropOwned()
    return remains.tables()
  }
}

/// The carried groups of a document, and which of their entries are of objects that are gone.
private struct CarriedRemains {
  private let document: Tables
  private let schemas: [TableSchema]
  /// The group of each carried tree; nil for a tree that is none.
  private let groups: [LossGroup?]
  /// The objects that no older version stores, which are carried as a whole, and the keys of what they
  /// belong to.
  private var whole: [ObjectKey: [ObjectKey]] = [:]
  /// The objects of ``whole`` that belong to an object that is gone.
  private var dropped: Set<ObjectKey> = []

  init(_ document: Tables, schemas: [TableSchema]) {
    self.document = document
    self.schemas = schemas
    groups = document.carried.map { tree in
      guard let stage = tree["stage"].flatMap({ LossStage(tree: $0) }),
        case .group(let group) = Losses.read(tree, of: stage)
      else { return nil }
      return group
    }
    for case let group? in groups where group.header.kind == .object {
      guard group.header.olderEntity == nil else { continue }
      let places = ownerPlaces(of: group.header)
      for (key, value) in zip(group.keys, group.values) {
        guard case .array(let items) = value else { continue }
        whole[key, default: []] += places.compactMap { place in
          guard place < items.count, case .integer(let owner) = items[place] else { return nil }
          return owner
        }
      }
    }
  }

  /// Returns the positions of the properties without whose objects the objects of a group cannot be.
  private func ownerPlaces(of header: LossGroup.Header) -> [Int] {
    // The name of a schema has no effect.
    let named = schemas.filter { $0.version == header.stage.from }
    guard
      let schema = named.first(where: { $0.name == header.stage.schema }) ?? named.first,
      let hierarchy = schema.hierarchyIndex(of: header.entity),
      let entity = schema.hierarchies[hierarchy].entities.firstIndex(where: {
        $0.name == header.entity
      })
    else { return [] }
    let bound = schema.comparedColumns()[hierarchy].filter { $0.isBound && $0.owners[entity] }
    let names = Set(bound.map(\.layout.name))
    return header.properties.indices.filter { names.contains(header.properties[$0]) }
  }

  /// Drops the objects that belong to a removed object, directly or through other objects.
  mutating func dropOwned() {
    var parts: [ObjectKey: [ObjectKey]] = [:]
    var waiting: [ObjectKey] = []
    for (key, owners) in whole {
      for owner in owners where document.find(owner) == nil {
        if whole[owner] == nil {
          waiting.append(key)
        } else {
          parts[owner, default: []].append(key)
        }
      }
    }
    while let key = waiting.popLast() {
      guard dropped.insert(key).inserted else { continue }
      waiting += parts[key] ?? []
    }
  }

  private func isGone(_ key: ObjectKey, _ header: LossGroup.Header) -> Bool {
    header.olderEntity == nil ? dropped.contains(key) : document.find(key) == nil
  }

  /// Returns the document without the entries of objects that are gone, and without the extension
  /// records and kept parts that such entries name.
  func tables() -> Tables {
    var tables = document
    var records: Set<ObjectKey> = []
    var parts: Set<String> = []
    tables.carried = zip(document.carried, groups).compactMap { tree, group in
      guard let group else { return tree }
      var kept: [Int] = []
      for (index, key) in group.keys.enumerated() {
        guard isGone(key, group.header) else {
          kept.append(index)
          continue
        }
        guard group.values.indices.contains(index) else { continue }
        switch (group.header.kind, group.values[index]) {
        case (.extension, .integer(let record)): records.insert(record)
        case (.part, .text(let name)): parts.insert(name)
        default: break
        }
      }
      if kept.count == group.count { return tree }
      return kept.isEmpty ? nil : group.subset(kept).tree
    }
    tables.extensions.removeAll { $0.anchor == nil && records.contains($0.key) }
    tables.keptParts.removeAll { $0.anchor == nil && parts.contains($0.name) }
    return tables
  }
}
