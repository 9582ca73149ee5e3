import DocumentTables

/// The entities of one version of a plan that a store of a container keeps.
struct StoreShare {
  /// The store's name in messages.
  let name: String
  /// The store's configuration; nil for a custom store.
  let configuration: ModelConfiguration?
  var entities: Set<String> = []
  /// The subset of ``entities`` whose new objects go to another store.
  var guests: Set<String> = []
}

/// The assignment of entities to the stores of a container, at each version on the path to the
/// container's own.
///
/// The container's configurations assign the entities of the last version, and an earlier entity
/// follows its successor there. Entities that relationships or inheritance connect at a version
/// stay together: they belong to a store that keeps all their successors in the end, or else to the
/// store whose document has them.
struct EntityKeepers {
  /// A store and the entities that it keeps at the last version.
  struct Store {
    let name: String
    let configuration: ModelConfiguration?
    let allowsSave: Bool
    let entities: Set<String>
  }

  /// A document at a version: its store, and the entities of which it may contain objects.
  struct Document {
    let store: Int
    var entities: Set<String>
  }

  /// All stores of the container.
  let stores: [Store]

  /// Returns the shares of a version: first those of the documents' stores, then those of stores
  /// without a document in this migration.
  ///
  /// - Parameters:
  ///   - successors: The entity at the last version for each entity that still exists there.
  ///   - documents: The documents of this migration, at least one.
  func shares(
    of version: TableSchema, followedBy successors: [String: String], _ documents: [Document]
  ) -> [StoreShare] {
    let absent = stores.indices.filter { index in !documents.contains { $0.store == index } }
    var shares = (documents.map(\.store) + absent).map {
      StoreShare(name: stores[$0].name, configuration: stores[$0].configuration)
    }
    for tied in version.tiedEntities() {
      let targets = Set(tied.compactMap { successors[$0] })
      func keepsAll(_ store: Int) -> Bool {
        !targets.isEmpty && targets.isSubset(of: stores[store].entities)
      }
      let owners = documents.indices.filter { keepsAll(documents[$0].store) }
      let holders = documents.indices.filter { !documents[$0].entities.isDisjoint(with: tied) }
      let others = absent.indices.filter { keepsAll(absent[$0]) }
      let other = others.first { stores[absent[$0]].allowsSave } ?? others.first
      // Entities without a successor may be stored in any document meanwhile.
      let anyone = documents.indices.first { stores[documents[$0].store].allowsSave } ?? 0
      let home =
        owners.first ?? other.map { documents.count + $0 } ?? holders.first ?? anyone
      for keeper in Set(owners + holders + others.map { documents.count + $0 } + [home]) {
        shares[keeper].entities.formUnion(tied)
        if keeper != home { shares[keeper].guests.formUnion(tied) }
      }
    }
    return shares
  }

  /// Divides stores into groups in which each entity has one store; writable stores come first.
  func groups(of stores: [Int]) -> [[Int]] {
    var groups: [(stores: [Int], entities: Set<String>)] = []
    let isWritable = { (store: Int) in self.stores[store].allowsSave }
    for store in stores.filter(isWritable) + stores.filter({ !isWritable($0) }) {
      let entities = self.stores[store].entities
      if let group = groups.firstIndex(where: { $0.entities.isDisjoint(with: entities) }) {
        groups[group].stores.append(store)
        groups[group].entities.formUnion(entities)
      } else {
        groups.append(([store], entities))
      }
    }
    return groups.map { $0.stores.sorted() }
  }
}

extension TableSchema {
  /// Returns the sets of entities connected by relationships or inheritance, in the schema's order.
  fileprivate func tiedEntities() -> [Set<String>] {
    var neighbours: [String: Set<String>] = [:]
    for entity in entities {
      for other in entity.relationships.map(\.destination) + [entity.superentity].compactMap({ $0 })
      {
        neighbours[entity.name, default: []].insert(other)
        neighbours[other, default: []].insert(entity.name)
      }
    }
    var known: Set<String> = []
    return entities.compactMap { entity in
      guard known.insert(entity.name).inserted else { return nil }
      var tied: Set<String> = [entity.name]
      var waiting = [entity.name]
      while let next = waiting.popLast() {
        for other in neighbours[next] ?? [] where known.insert(other).inserted {
          tied.insert(other)
          waiting.append(other)
        }
      }
      return tied
    }
  }
}
