import DocumentFile
import DocumentTables

/// One file of reservations with what its nodes mean, before they become objects.
struct ReservationContent: Sendable {
  /// The nodes, with a node for each thing of a reservation, and with the nodes that they refer to.
  let file: ReservationFile
  let plan: ReservationPlan
  let reading: NodeReading
  /// What identifies the file: its name, or without one its content.
  var identity: String

  /// - Parameters:
  ///   - budget: How much the nodes may grow.
  ///   - floating: The zone of times without a zone and an offset.
  /// - Throws: `limit-json-ld-bytes`.
  init(
    _ file: ReservationFile, _ schema: TripSchema, identity: String, budget: ExpansionBudget,
    floating: KnownZone?
  ) throws(DocumentError) {
    var file = file
    var budget = budget
    try file.tree.expand(isArchive: file.isArchive, &budget)
    self.file = file
    self.identity = identity
    reading = NodeReading(schema: schema, floating: floating)
    plan = ReservationPlan(
      file.tree.nodes.map { node in
        ReservationPlan.Source(
          tree: node.tree, tripIdentifier: file.tripIdentifier(node),
          reservationIdentifier: file.reservationIdentifier(node))
      }, reading)
  }

  /// The identities of all objects.
  var identities: [String] { plan.items.flatMap(\.identities) }

  func nodes(of item: ReservationPlan.Item) -> [NodeTree.Node] {
    item.nodes.map { file.tree.nodes[$0] }
  }
}

extension NodeTree {
  /// Makes each node say all about one thing: nodes that are named by their identifier come in place of the
  /// reference, and a reservation for several things becomes a reservation for each.
  ///
  /// - Throws: `limit-json-ld-bytes`.
  mutating func expand(
    isArchive: Bool, _ budget: inout ExpansionBudget
  ) throws(DocumentError) {
    try inlineReferences(&budget)
    guard nodes.contains(where: { $0.tree.nodeValues("reservationFor").count > 1 }) else { return }
    var expanded: [Node] = []
    for node in nodes {
      let things = node.tree.nodeValues("reservationFor")
      guard things.count > 1, NodeForm.form(of: node.tree) != nil else {
        expanded.append(node)
        continue
      }
      // Nodes of one place stay in their order; the only value of a text or an entry becomes an array.
      let isRoot = node.place.isEmpty || isArchive && node.place.count == 1
      if isRoot { containers.append(Container(place: node.place)) }
      // Each further reservation has all members of the first one.
      let shared = node.tree.replacing("reservationFor", with: nil)
      try budget.take(ExpansionBudget.bytes(of: shared), count: things.count - 1)
      for (index, thing) in things.enumerated() {
        var part = node
        part.tree = node.tree.replacing("reservationFor", with: thing)
        if isRoot { part.place.append(index) }
        expanded.append(part)
      }
    }
    nodes = expanded
  }

  private mutating func inlineReferences(_ budget: inout ExpansionBudget) throws(DocumentError) {
    var named: [ComparisonText: NamedNode] = [:]
    for node in nodes {
      guard let id = node.tree.nodeIdentifier, !node.tree.isReference else { continue }
      named[ComparisonText(id)] = NamedNode(
        tree: node.tree, bytes: ExpansionBudget.bytes(of: node.tree))
    }
    guard !named.isEmpty else { return }
    for index in nodes.indices
    where NodeForm.form(of: nodes[index].tree).map({ $0.entity != "Trip" }) ?? false {
      nodes[index].tree = try nodes[index].tree.inlining(named, depth: 3, &budget)
    }
  }
}

/// A node that others can refer to.
private struct NamedNode {
  let tree: Tree
  /// The memory that it needs.
  let bytes: Int
}

extension Tree {
  /// Whether a node is only the identifier of another one.
  fileprivate var isReference: Bool {
    if case .object(let members) = self {
      members.count == 1 && ["@id", "id"].contains(members[0].name)
    } else {
      false
    }
  }

  /// Returns the node with the nodes that its members refer to.
  fileprivate func inlining(
    _ named: [ComparisonText: NamedNode], depth: Int, _ budget: inout ExpansionBudget
  ) throws(DocumentError) -> Tree {
    guard depth > 0, case .object(let members) = self else { return self }
    var result = members
    for index in members.indices where !["@id", "id"].contains(members[index].name) {
      var value = members[index].value
      if value.isReference, let id = value.nodeIdentifier, let node = named[ComparisonText(id)] {
        try budget.take(node.bytes)
        value = node.tree
      }
      if case .object = value { value = try value.inlining(named, depth: depth - 1, &budget) }
      result[index].value = value
    }
    return .object(result)
  }
}
