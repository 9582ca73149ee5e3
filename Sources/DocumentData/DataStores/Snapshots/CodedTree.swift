import DocumentTables

/// The coding of a tree in a snapshot: each value with the name of its kind, so that every coder can
/// read it.
struct CodedTree: Codable {
  let tree: Tree

  init(_ tree: Tree) { self.tree = tree }

  private enum CodingKeys: String, CodingKey {
    case kind, value
  }

  private enum Kind: String, Codable {
    case null, bool, integer, double, text, date, day, zonedTime, uuid, data, decimal, url
    case array, object
  }

  private struct Member: Codable {
    var name: String
    var value: CodedTree
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func put(_ kind: Kind, _ value: some Encodable) throws {
      try container.encode(kind, forKey: .kind)
      try container.encode(value, forKey: .value)
    }
    func put(_ kind: Kind, _ value: Value, _ scalar: ScalarType) throws {
      try put(
        kind,
        CodedAttribute(value, SnapshotAttributeType(.scalar(scalar), isNullable: false)))
    }
    switch tree {
    case .null: try container.encode(Kind.null, forKey: .kind)
    case .bool(let value): try put(.bool, value)
    case .integer(let value): try put(.integer, String(value))
    case .unsigned(let value): try put(.integer, String(value))
    case .double(let value): try put(.double, .double(value), .double)
    case .text(let value): try put(.text, value)
    case .date(let value): try put(.date, .date(value), .date)
    case .day(let days): try put(.day, .integer(days), .day)
    case .zonedTime(let value): try put(.zonedTime, value)
    case .uuid(let value): try put(.uuid, .uuid(value), .uuid)
    case .data(let value): try put(.data, .data(value), .data)
    case .decimal(let value): try put(.decimal, value)
    case .url(let value): try put(.url, value)
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
    switch try container.decode(Kind.self, forKey: .kind) {
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
    case .date: tree = try get(.date)
    case .day: tree = try get(.day)
    case .zonedTime: tree = try get(.zonedTime)
    case .uuid: tree = try get(.uuid)
    case .data: tree = try get(.data)
    case .decimal: tree = try get(.decimal)
    case .url: tree = try get(.url)
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
