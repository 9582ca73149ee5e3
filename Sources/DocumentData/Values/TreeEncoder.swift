import DocumentTables

/// Encodes a `Codable` value as a typed tree.
struct TreeEncoder: Encoder {
  let codingPath: [any CodingKey]
  let place: TreePlace
  /// Records the types of the values; nil if the caller does not need them.
  var recorder: TypeRecorder?

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static func encode(_ value: some Encodable) throws -> Tree {
    let place = TreePlace()
    try TreeEncoder(codingPath: [], place: place).encodeValue(value)
    return place.tree
  }

  /// Encodes a value at this encoder's place.
  func encodeValue(_ value: some Encodable) throws {
    guard codingPath.count <= deepestTreeCoding else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "deeper than \(deepestTreeCoding) levels"))
    }
    if TreeLeaf.isLeaf(type(of: value)) {
      guard let leaf = TreeLeaf.tree(of: value) else {
        throw EncodingError.invalidValue(
          value, .init(codingPath: codingPath, debugDescription: "\(value) has no text form"))
      }
      place.content = .leaf(leaf)
      return
    }
    recorder?.note(type(of: value), place)
    try value.encode(to: self)
  }

  func child(_ key: any CodingKey, _ place: TreePlace) -> TreeEncoder {
    TreeEncoder(codingPath: codingPath + [key], place: place, recorder: recorder)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .members = place.content {} else { place.content = .members([:]) }
    return KeyedEncodingContainer(TreeKeyedEncodingContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .items = place.content {} else { place.content = .items([]) }
    return TreeUnkeyedEncodingContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    TreeSingleValueEncodingContainer(encoder: self)
  }
}

/// A place in the tree that encoders can fill in any order and at any time.
final class TreePlace {
  enum Content {
    case leaf(Tree)
    case items([TreePlace])
    case members([String: TreePlace])
  }

  var content: Content?

  /// The tree of the place; an object without members if the value encoded nothing.
  var tree: Tree {
    switch content {
    case nil: .object([])
    case .leaf(let tree): tree
    case .items(let places): .array(places.map(\.tree))
    case .members(let places): .members(places.mapValues(\.tree))
    }
  }

  func member(_ name: String) -> TreePlace {
    let place = TreePlace()
    guard case .members(var places) = content else { return place }
    content = nil
    places[name] = place
    content = .members(places)
    return place
  }

  func item() -> TreePlace {
    let place = TreePlace()
    guard case .items(var places) = content else { return place }
    content = nil
    places.append(place)
    content = .items(places)
    return place
  }

  var count: Int {
    if case .items(let places) = content { places.count } else { 0 }
  }
}

/// Records the type and the place in the tree of each value while it is encoded.
final class TypeRecorder {
  private var places: [(type: any Any.Type, place: TreePlace)] = []

  func note(_ type: any Any.Type, _ place: TreePlace) { places.append((type, place)) }

  var found: [(type: any Any.Type, tree: Tree)] { places.map { ($0.type, $0.place.tree) } }
}

extension TreeEncoder {
  /// Encodes a value, and returns the type and the tree of each value in it, the outermost first.
  static func encodeRecording(
    _ value: some Encodable
  ) throws -> [(type: any Any.Type, tree: Tree)] {
    let recorder = TypeRecorder()
    try TreeEncoder(codingPath: [], place: TreePlace(), recorder: recorder).encodeValue(value)
    return recorder.found
  }
}
