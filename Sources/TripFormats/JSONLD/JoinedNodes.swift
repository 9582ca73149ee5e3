import DocumentTables

/// The nodes of an object with those of a later mail about it.
///
/// A mail is about one traveller, and often states less than the first one did. So the node of the same
/// traveller gets what the mail states and keeps the rest, and a new traveller's node is added.
struct JoinedNodes {
  private(set) var nodes: [NodeTree.Node]

  /// The places of the nodes of each traveller, and of those without one.
  private var places: [TripParticipant?: [Int]] = [:]

  /// - Parameter file: The file of the new nodes.
  init(_ old: [NodeTree.Node], _ new: [NodeTree.Node], ofFile file: String) {
    nodes = old
    for (index, node) in old.enumerated() { note(node, at: index) }
    for node in new {
      if let index = place(of: node) {
        let before = Self.person(nodes[index])
        nodes[index].tree = nodes[index].tree.joined(with: node.tree)
        // Only a single node gets another traveller.
        if Self.person(nodes[index]) != before { places = [Self.person(nodes[index]): [index]] }
      } else {
        var added = node
        // Behind the first node, in its array; an archive has an entry for each.
        added.place = old.first?.place ?? []
        added.file = node.file ?? file
        note(added, at: nodes.count)
        nodes.append(added)
      }
    }
  }

  private mutating func note(_ node: NodeTree.Node, at index: Int) {
    places[Self.person(node), default: []].append(index)
  }

  private func place(of node: NodeTree.Node) -> Int? {
    let person = Self.person(node)
    if let same = places[person] { return same.first { !isOtherBooking(node, nodes[$0]) } }
    // A single reservation without a name is anyone's.
    guard nodes.count == 1, let only = nodes.first, !isOtherBooking(node, only) else { return nil }
    return person == nil || Self.person(only) == nil ? 0 : nil
  }

  /// Whether two nodes have different numbers of reservations, and no identifier in common.
  private func isOtherBooking(_ node: NodeTree.Node, _ other: NodeTree.Node) -> Bool {
    if let id = node.tree.nodeIdentifier, id == other.tree.nodeIdentifier { return false }
    guard let number = node.tree.value(at: "reservationNumber")?.nodeText,
      let own = other.tree.value(at: "reservationNumber")?.nodeText
    else { return false }
    return !number.isSpelled(own)
  }

  /// Returns the traveller of a node; nil if it states none.
  static func person(_ node: NodeTree.Node) -> TripParticipant? {
    NodeReading.travellers(of: node.tree).first
  }
}

extension Tree {
  /// The members that say which thing a node is: with others it is another thing.
  private static let names = ["iataCode", "identifier", "@id", "name", "@value"]

  /// Returns the node with what another one states about it.
  fileprivate func joined(with other: Tree) -> Tree {
    guard case .object(let members) = other, case .object = self, isSame(as: other) else {
      return other
    }
    var result = self
    for member in members {
      guard let own = self[member.name], case .object = own else {
        result = result.replacing(member.name, with: member.value)
        continue
      }
      // Trees from a file have a limited depth.
      result = result.replacing(member.name, with: own.joined(with: member.value))
    }
    return result
  }

  /// Whether the first name that both nodes state is the same.
  private func isSame(as other: Tree) -> Bool {
    for name in Self.names {
      if let own = self[name]?.nodeText, let new = other[name]?.nodeText {
        return ComparisonText(own) == ComparisonText(new)
      }
    }
    return true
  }
}
