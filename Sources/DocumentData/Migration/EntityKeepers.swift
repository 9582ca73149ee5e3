import DocumentTables

/// What a store of a container keeps of one version of a plan.
struct StoreShare {
  /// How messages call the store; nil for what no store keeps.
  let name: String?
  /// Nil for a custom store, and where no store keeps the entities.
  let configuration: ModelConfiguration?
  var entities: Set<String> = []
  /// Those of ``entities`` of which new objects go to another store.
  var guests: Set<String> = []
}

/// Which store of a container keeps which entities, at each version on the way to the container's own.
///
/// The container's configurations say it of the version at the end. An entity is followed to there.
/// What relationships and inheritance tie together at a version stays together: it belongs to a store
/// that keeps all of it in the end, else to the store whose document has it.
struct EntityKeepers {
  /// A store, and what it keeps at the end.
  struct Store {
    let name: String
    let configuration: ModelConfiguration?
    let allowsSave: Bool
    let entities: Set<String>
  }

  /// A document at a version: which store's it is, and the entities that it may have objects of.
  struct Document {
    let store: Int
    var entities: Set<String>
  }

  /// All stores of the container.
  let stores: [Store]

  /// What each document's store keeps of a version, then what stores keep whose documents are not
  /// there, then what no store keeps.
  ///
  /// - Parameter successors: What each entity is at the end; none for one that is gone by then.
  func shares(
    of version: TableSchema, followedBy successors: [String: String], _ documents: [Document]
  ) -> [StoreShare] {
    let absent = stores.indices.filter { index in !documents.contains { $0.store == index } }
    var shares = (documents.map(\.store) + absent).map {
      StoreShare(name: stores[$0].name, configuration: stores[$0].configuration)
    }
    shares.append(StoreShare(name: nil, configuration: nil))
    for tied in version.tiedEntities() {
      let targets = Set(tied.compactMap { successors[$0] })
      func keepsAll(_ store: Int) -> Bool {
        !targets.isEmpty && targets.isSubset(of: stores[store].entities)
      }
      let owners = documents.indices.filter { keepsAll(documents[$0].store) }
      let holders = documents.indices.filter { !documents[$0].entities.isDisjoint(with: tied) }
      let others = absent.indices.filter { keepsAll(absent[$0]) }
      let other = others.first { stores[absent[$0]].allowsSave } ?? others.first
      // What no version at the end has any more may be in any document meanwhile.
      let anyone = documents.indices.first { stores[documents[$0].store].allowsSave } ?? 0
      let home =
        owners.first ?? other.map { documents.count + $0 } ?? holders.first
        ?? (documents.isEmpty ? shares.count - 1 : anyone)
      for keeper in Set(owners + holders + others.map { documents.count + $0 } + [home]) {
        shares[keeper].entities.formUnion(tied)
        if keeper != home { shares[keeper].guests.formUnion(tied) }
      }
    }
    return shares
  }

  /// Parts stores into groups in which each entity has one store; stores that may be written come
  /// first.
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
  /// The entities in sets that no relationship and no inheritance leaves, in the schema's order.
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
