import DocumentTables

/// Decodes a `Codable` value from a typed tree.
struct TreeDecoder: Decoder {
  let codingPath: [any CodingKey]
  let tree: Tree
  /// The type that decodes itself from this tree; nil unless the tree is a whole value.
  var owner: (any Any.Type)?

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static func decode<Content: Decodable>(_ type: Content.Type, from tree: Tree) throws -> Content {
    try TreeDecoder(codingPath: [], tree: tree).decodeValue(type)
  }

  /// Decodes a value from this decoder's tree.
  func decodeValue<Content: Decodable>(_ type: Content.Type) throws -> Content {
    guard codingPath.count <= deepestTreeCoding else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "deeper than \(deepestTreeCoding) levels"))
    }
    guard TreeLeaf.isLeaf(type) else {
      do {
        return try Content(from: TreeDecoder(codingPath: codingPath, tree: tree, owner: type))
      } catch {
        guard type is any PersistentEnumeration.Type, let content = otherCase(of: type)
        else { throw error }
        return content
      }
    }
    guard let content = TreeLeaf.value(of: tree, as: type) else { throw mismatch(type) }
    return content
  }

  /// Returns the case of an enumeration for a raw value that is none of today.
  private func otherCase<Content>(of type: Content.Type) -> Content? {
    guard let coding = AttributeCoding.shared(type),
      let value = Value(tree, of: coding.attributeType.type)
    else { return nil }
    return try? coding.decode(value)
  }

  func child(_ key: any CodingKey, _ tree: Tree) -> TreeDecoder {
    TreeDecoder(codingPath: codingPath + [key], tree: tree)
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "expected \(type), found \(tree.kindDescription)")
    return tree.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = tree else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(
      TreeKeyedDecodingContainer<Key>(decoder: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let items) = tree else { throw mismatch([Any].self) }
    return TreeUnkeyedDecodingContainer(decoder: self, items: items)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    TreeSingleValueDecodingContainer(decoder: self)
  }
}

extension Tree {
  /// The kind of value, in words.
  fileprivate var kindDescription: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .unsigned: "an integer"
    case .double: "a number"
    case .text: "a text"
    case .date: "a date"
    case .day: "a day"
    case .uuid: "a UUID"
    case .data: "data"
    case .spelled(let type, _): type.words
    case .array: "a list"
    case .object: "an object"
    }
  }
}
