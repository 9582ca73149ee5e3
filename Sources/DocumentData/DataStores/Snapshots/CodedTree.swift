import DocumentTables

/// The coding of a tree in a snapshot: each value with the name of its kind, so that every coder can
/// read it.
struct CodedTree: Codable {
  let tree: Tree

  init(_ tree: Tree) { self.tree = tree }

  private enum CodingKeys: String, CodingKey {
    case kind, value
  }

  /// The kinds of values that are no scalars which a mark tells; of those it is the name of the type.
  private enum Kind: String {
    case null, bool, integer, double, text, array, object
  }

  private struct Member: Codable {
    var name: String
    var value: CodedTree
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func put(_ kind: Kind, _ value: some Encodable) throws {
      try container.encode(kind.rawValue, forKey: .kind)
      try container.encode(value, forKey: .value)
    }
    func put(_ scalar: ScalarType, _ value: Value) throws {
      try container.encode(scalar.rawValue, forKey: .kind)
      let type = SnapshotAttributeType(.scalar(scalar), isNullable: false)
      try container.encode(CodedAttribute(value, type), forKey: .value)
    }
    switch tree {
    case .null: try container.encode(Kind.null.rawValue, forKey: .kind)
    case .bool(let value): try put(.bool, value)
    case .integer(let value): try put(.integer, String(value))
    case .unsigned(let value): try put(.integer, String(value))
    case .double(let value): try put(ScalarType.double, .double(value))
    case .text(let value): try put(.text, value)
    case .date(let value): try put(.date, .date(value))
    case .day(let days): try put(.day, .integer(days))
    case .uuid(let value): try put(.uuid, .uuid(value))
    case .data(let value): try put(.data, .data(value))
    case .spelled(let type, let value): try put(type, .text(value))
    case .array(let items): try put(.array, items.map { CodedTree($0) })
    case .object(let members):
      try put(.object, members.map { Member(name: $0.name, value: CodedTree($0.value)) })
    }
  }

  init(from decoder: any Decoder) throws {
    // Each level of a tree adds at most three elements to the path, so this bounds the call stack.
    guard decoder.codingPath.count <= 4 * deepestTreeCoding else { throw Self.tooDeep }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func get(_ scalar: ScalarType) throws -> Tree {
      let type = SnapshotAttributeType(.scalar(scalar), isNullable: false)
      let coded = try container.decode(CodedAttribute.self, forKey: .value, configuration: type)
      return Tree(coded.value, of: .scalar(scalar))
    }
    let name = try container.decode(String.self, forKey: .kind)
    if let scalar = ScalarType(rawValue: name), ScalarType.marked.contains(scalar) {
      tree = try get(scalar)
      return
    }
    guard let kind = Kind(rawValue: name) else {
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container, debugDescription: "\(name) is no kind of value")
    }
    switch kind {
    case .null: tree = .null
    case .bool: tree = .bool(try container.decode(Bool.self, forKey: .value))
    case .integer:
      let text = try container.decode(String.self, forKey: .value)
      if let value = Int64(text) {
        tree = .integer(value)
      } else if let value = UInt64(text) {
        tree = .unsigned(value)
      } else {
        throw DecodingError.dataCorruptedError(
          forKey: .value, in: container, debugDescription: "\(text) is no integer")
      }
    case .double: tree = try get(.double)
    case .text: tree = .text(try container.decode(String.self, forKey: .value))
    case .array:
      tree = .array(try container.decode([CodedTree].self, forKey: .value).map(\.tree))
    case .object:
      let members = try container.decode([Member].self, forKey: .value)
      let named = Dictionary(members.map { ($0.name, $0.value.tree) }) { first, _ in first }
      guard named.count == members.count else {
        throw DecodingError.dataCorruptedError(
          forKey: .value, in: container, debugDescription: "two members have one name")
      }
      tree = .members(named)
    }
    guard tree.hasDepth(atMost: deepestTreeCoding) else { throw Self.tooDeep }
  }

  private static var tooDeep: DecodingError {
    .dataCorrupted(
      .init(codingPath: [], debugDescription: "deeper than \(deepestTreeCoding) levels"))
  }
}

extension Tree {
  fileprivate func hasDepth(atMost limit: Int) -> Bool {
    switch self {
    case .array(let items): limit > 0 && items.allSatisfy { $0.hasDepth(atMost: limit - 1) }
    case .object(let members):
      limit > 0 && members.allSatisfy { $0.value.hasDepth(atMost: limit - 1) }
    default: true
    }
  }
}
