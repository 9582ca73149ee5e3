import DocumentFile
import DocumentTables

/// The nodes of a file one by one, and what is around them.
///
///     [                                        place
///       {"@type": "FlightReservation", …},     0
///       {"@graph": [                           1        a container, without the nodes
///         {"@type": "Event", …}                1, 0
///       ]},
///       {"@type": "ReservationPackage",        2        a container
///        "subReservation": [{…}, {…}]}         2, 0 and 2, 1
///     ]
///
/// Places are numbers from the root, so that nodes that were edited, left out or added make a file of the
/// same shape again.
struct NodeTree: Sendable {
  struct Node: Sendable {
    var place: [Int]
    var tree: Tree
    /// The line and the column of its beginning; 0 if it is from no file.
    var line = 0
    var column = 0
    /// The file that it was read from, in the record of an object of another file.
    var file: String?
  }

  /// What is around nodes: an object without the member that has them, or an array.
  struct Container: Hashable, Sendable {
    var place: [Int]
    /// Nil for an array.
    var tree: Tree?
    /// The member with the nodes.
    var member = "@graph"
  }

  var nodes: [Node] = []
  var containers: [Container] = []

  init() {}

  /// Finds the nodes of a value.
  ///
  /// - Parameters:
  ///   - bytes: The text of the value, for lines and columns.
  ///   - root: The place of the value.
  /// - Throws: `json-ld-malformed` if an array has elements that are no nodes.
  init(_ value: JSONValue, _ bytes: [UInt8], root: [Int] = []) throws(DocumentError) {
    var lines = LineCounter(bytes)
    var waiting: [(value: JSONValue, place: [Int])] = [(value, root)]
    // Children come in front of what follows, so the nodes are in the order of the file.
    while let (value, place) = waiting.popLast() {
      let children: [JSONValue]
      switch value {
      case .array(let items) where place.count == root.count:
        containers.append(Container(place: place))
        children = items
      case .object(_, let offset):
        if let member = Self.member(of: value, place.count - root.count) {
          containers.append(
            Container(
              place: place, tree: value.tree.replacing(member, with: nil), member: member))
          children = value[member]?.elements ?? []
        } else {
          let (line, column) = lines.position(of: offset)
          nodes.append(Node(place: place, tree: value.tree, line: line, column: column))
          children = []
        }
      default:
        throw DocumentError(
          .jsonLDMalformed, "value \((place.last ?? 0) + 1) of the array is no object")
      }
      for (index, child) in children.enumerated().reversed() {
        waiting.append((child, place + [index]))
      }
    }
  }

  /// The member of an object that has nodes; nil if the object is a node itself.
  private static func member(of value: JSONValue, _ depth: Int) -> String? {
    // Deeper nesting than a graph in an array with packages is no file of reservations.
    guard depth < 3 else { return nil }
    if value["@graph"] != nil, value["@type"] == nil { return "@graph" }
    let isPackage =
      (value["@type"] ?? value["type"]).map {
        Tree.members(["@type": $0.tree]).isOfType("ReservationPackage")
      } ?? false
    return isPackage && value["subReservation"] != nil ? "subReservation" : nil
  }

  /// Puts the nodes together again, with others behind them.
  func value(adding new: [Tree]) -> Tree {
    var all = self
    if let root = containers.first(where: { $0.place.isEmpty }) {
      let next = (nodes.compactMap(\.place.first).max() ?? -1) + 1
      let last = (containers.compactMap(\.place.first).max() ?? -1) + 1
      for (index, tree) in new.enumerated() {
        all.nodes.append(Node(place: root.place + [max(next, last) + index], tree: tree))
      }
      return all.value() ?? .array(new)
    }
    let own = nodes.map(\.tree)
    return own.count == 1 && new.isEmpty ? own[0] : .array(own + new)
  }

  /// Returns the nodes of each entry of an archive, by the first number of their places.
  func entries() -> [Int: NodeTree] {
    var entries: [Int: NodeTree] = [:]
    for node in nodes {
      if let index = node.place.first { entries[index, default: NodeTree()].nodes.append(node) }
    }
    for container in containers {
      if let index = container.place.first {
        entries[index, default: NodeTree()].containers.append(container)
      }
    }
    return entries
  }

  /// Puts the nodes together again.
  ///
  /// - Parameter root: The place of the value.
  /// - Returns: nil if there is nothing at the place.
  func value(at root: [Int] = []) -> Tree? {
    var children: [[Int]: [(place: [Int], tree: Tree)]] = [:]
    let own = nodes.filter { $0.place == root }
    // Nodes that joined the only one make an array of it.
    if !own.isEmpty { return own.count == 1 ? own[0].tree : .array(own.map(\.tree)) }
    for node in nodes where node.place.starts(with: root) {
      children[node.place.dropLast(), default: []].append((node.place, node.tree))
    }
    // The deepest containers first, so that each is complete when it is put into its own.
    for container in containers.sorted(by: { $0.place.count > $1.place.count })
    where container.place.starts(with: root) {
      let items = (children[container.place] ?? []).enumerated().sorted { left, right in
        left.element.place == right.element.place
          ? left.offset < right.offset
          : left.element.place.lexicographicallyPrecedes(right.element.place)
      }.map(\.element.tree)
      let tree = container.tree?.replacing(container.member, with: .array(items)) ?? .array(items)
      if container.place == root { return tree }
      // A container whose nodes were all deleted goes with them.
      if items.isEmpty { continue }
      children[container.place.dropLast(), default: []].append((container.place, tree))
    }
    return nil
  }
}

/// Counts the lines of a text from the beginning, for offsets that ascend.
private struct LineCounter {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var start = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func position(of target: Int) -> (line: Int, column: Int) {
    while offset < min(target, bytes.count) {
      if bytes[offset] == UInt8(ascii: "\n") {
        line += 1
        start = offset + 1
      }
      offset += 1
    }
    return (line, target - start + 1)
  }
}
