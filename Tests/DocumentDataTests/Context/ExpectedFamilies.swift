/// What a context over ``Families`` has to show: the objects as if nothing had been deleted, and the
/// deletions, from which delete rules are worked out anew each time.
struct ExpectedFamilies {
  enum Kind: CaseIterable { case parent, child, toy, club, album, crate, stone, person }

  /// A relationship as it is stated; lists are sets here.
  enum Relation: CaseIterable {
    case parent, owner, clubs, president, pictures, cover, stones, spouse, friends

    var source: Kind {
      switch self {
      case .parent, .clubs: .child
      case .owner: .toy
      case .president: .club
      case .pictures, .cover: .album
      case .stones: .crate
      case .spouse, .friends: .person
      }
    }

    var target: Kind {
      switch self {
      case .parent: .parent
      case .owner, .president, .pictures, .cover: .child
      case .clubs: .club
      case .stones: .stone
      case .spouse, .friends: .person
      }
    }

    var isToMany: Bool { [.clubs, .pictures, .stones, .friends].contains(self) }
    var isOneToOne: Bool { self == .president || self == .spouse }
    var isItsOwnInverse: Bool { self == .spouse || self == .friends }
    /// Whether the target owns the source, or the source the target.
    var isOwnedByTarget: Bool { self == .parent || self == .owner }
    var isOwnedBySource: Bool { self == .stones }
  }

  struct Edge: Hashable {
    var relation: Relation
    var source: Int
    var target: Int
  }

  var kinds: [Int: Kind] = [:]
  var names: [Int: String] = [:]
  var edges: Set<Edge> = []
  /// What the program itself has deleted.
  var deleted: Set<Int> = []
  /// Owned objects that are present although their owners are deleted, as (owner, owned).
  var cuts: Set<[Int]> = []
  /// What is deleted now, by the program or a delete rule.
  private(set) var hidden: Set<Int> = []

  func visible(_ kind: Kind) -> [Int] {
    kinds.filter { $0.value == kind && !hidden.contains($0.key) }.keys.sorted()
  }

  private func ownership(of edge: Edge) -> (owner: Int, owned: Int)? {
    if edge.relation.isOwnedByTarget { return (edge.target, edge.source) }
    return edge.relation.isOwnedBySource ? (edge.source, edge.target) : nil
  }

  private mutating func applyRules() {
    while true {
      hidden = deleted
      var isChanged = true
      while isChanged {
        isChanged = false
        for case let (owner, owned)? in edges.map(ownership)
        where hidden.contains(owner) && !cuts.contains([owner, owned]) {
          if hidden.insert(owned).inserted { isChanged = true }
        }
      }
      let kept = cuts.filter { hidden.contains($0[0]) && !hidden.contains($0[1]) }
      if kept == cuts { return }
      cuts = kept
    }
  }

  mutating func add(_ tag: Int, _ kind: Kind, _ name: String) {
    kinds[tag] = kind
    names[tag] = name
  }

  mutating func delete(_ tag: Int) {
    deleted.insert(tag)
    applyRules()
  }

  /// Takes the deletion of an object back, also if an owner stays deleted.
  mutating func insert(_ tag: Int) {
    deleted.remove(tag)
    applyRules()
    guard hidden.contains(tag) else { return }
    for case let (owner, owned)? in edges.map(ownership)
    where owned == tag && hidden.contains(owner) {
      cuts.insert([owner, owned])
    }
    applyRules()
  }

  /// Relates a present object, or one that a rule has deleted to another owner.
  mutating func relate(_ relation: Relation, _ source: Int, to targets: [Int]) {
    for owned in relation.isOwnedBySource ? targets : relation.isOwnedByTarget ? [source] : []
    where hidden.contains(owned) {
      insert(owned)
    }
    func isPresent(_ edge: Edge) -> Bool { !hidden.contains(edge.target) }
    for edge in edges where edge.relation == relation && edge.source == source {
      // To assign a reference is to change it; a list may have got others since.
      guard !targets.contains(edge.target), !relation.isToMany || isPresent(edge) else { continue }
      remove(edge)
    }
    if relation == .spouse {
      edges = edges.filter { $0.relation != .spouse || $0.target != source }
    }
    for target in targets {
      if relation.isOneToOne {
        edges = edges.filter {
          $0.relation != relation || $0.source == source
            || $0.target != target && (relation != .spouse || $0.source != target)
        }
      }
      edges.insert(Edge(relation: relation, source: source, target: target))
      if relation.isItsOwnInverse {
        edges.insert(Edge(relation: relation, source: target, target: source))
      }
    }
    applyRules()
  }

  private mutating func remove(_ edge: Edge) {
    edges.remove(edge)
    if edge.relation.isItsOwnInverse {
      edges.remove(Edge(relation: edge.relation, source: edge.target, target: edge.source))
    }
  }

  /// Sets the members of a relationship from its other end.
  mutating func relate(_ relation: Relation, toTarget target: Int, from sources: [Int]) {
    for edge in edges
    where edge.relation == relation && edge.target == target && !sources.contains(edge.source)
      && !(hidden.contains(edge.source) && !relation.isOneToOne)
    {
      edges.remove(edge)
    }
    for source in sources
    where !edges.contains(Edge(relation: relation, source: source, target: target))
      || hidden.contains(source)
    {
      let others =
        relation.isToMany
        ? edges.filter {
          $0.relation == relation && $0.source == source && !hidden.contains($0.target)
        }.map(\.target) : []
      relate(relation, source, to: others + [target])
    }
    applyRules()
  }

  mutating func save() {
    for tag in hidden {
      kinds[tag] = nil
      names[tag] = nil
    }
    edges = edges.filter { !hidden.contains($0.source) && !hidden.contains($0.target) }
    deleted = []
    cuts = []
    hidden = []
  }

  /// The visible objects, each with its name and its relationships.
  func shown() -> [Int: String] {
    var shown: [Int: String] = [:]
    for (tag, kind) in kinds where !hidden.contains(tag) {
      var words = ["\(kind) \(names[tag] ?? "")"]
      for relation in Relation.allCases where relation.source == kind {
        let targets = edges.filter { $0.relation == relation && $0.source == tag }.map(\.target)
        words.append("\(relation) \(targets.filter { !hidden.contains($0) }.sorted())")
      }
      for relation in Relation.allCases where relation.target == kind && !relation.isItsOwnInverse {
        guard relation != .pictures, relation != .cover, relation != .stones else { continue }
        let sources = edges.filter { $0.relation == relation && $0.target == tag }.map(\.source)
        words.append("of \(relation) \(sources.filter { !hidden.contains($0) }.sorted())")
      }
      shown[tag] = words.joined(separator: ", ")
    }
    return shown
  }
}
