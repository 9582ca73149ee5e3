import DocumentTables

struct TreeKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: TreeDecoder
  private let members: [String: Tree]

  init(decoder: TreeDecoder, members: [TreeMember]) {
    self.decoder = decoder
    self.members = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  private func child(_ key: any CodingKey) throws -> TreeDecoder {
    guard let tree = members[key.stringValue] ?? defaultMember(key.stringValue) else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: words(missing: key.stringValue)))
    }
    return decoder.child(key, tree)
  }

  /// Returns the default of a member that was added to the type after the value was stored.
  ///
  /// Optional members need no default: they decode as nil.
  private func defaultMember(_ name: String) -> Tree? {
    decoder.owner.flatMap { DecodingDefaults.member(name, of: $0) }
  }

  /// Explains a missing member; synthesised coding ignores the default in the type's declaration.
  private func words(missing name: String) -> String {
    guard let type = decoder.owner.map({ "\($0)" }) else { return "there is no \(name)" }
    return "there is no \(name), which \(type) requires: make \(type).\(name) optional, or give "
      + "\(type) an init() that sets it or an init(from:) that calls decodeIfPresent"
  }

  func decodeNil(forKey key: Key) throws -> Bool { try child(key).tree.isNull }

  func decode<Content: Decodable>(_ type: Content.Type, forKey key: Key) throws -> Content {
    try child(key).decodeValue(type)
  }

  // The default implementations for these two types throw.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try child(key).decodeValue(type)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try child(key).decodeValue(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try child(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try child(key).unkeyedContainer()
  }

  /// Returns an empty object for a superclass that encoded nothing.
  func superDecoder() -> any Decoder {
    let key = TreeCodingKey.superclass
    return decoder.child(key, members[key.stringValue] ?? .object([]))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }
}

struct TreeUnkeyedDecodingContainer: UnkeyedDecodingContainer {
  private let decoder: TreeDecoder
  private let items: [Tree]
  private(set) var currentIndex = 0

  init(decoder: TreeDecoder, items: [Tree]) {
    self.decoder = decoder
    self.items = items
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { items.count }
  var isAtEnd: Bool { currentIndex >= items.count }

  private func current() throws -> TreeDecoder {
    guard currentIndex < items.count else {
      throw DecodingError.valueNotFound(
        Any.self, .init(codingPath: codingPath, debugDescription: "the list has ended"))
    }
    return decoder.child(TreeCodingKey(intValue: currentIndex), items[currentIndex])
  }

  mutating func decodeNil() throws -> Bool {
    guard try current().tree.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
    try next(type)
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(type) }

  private mutating func next<Content: Decodable>(_ type: Content.Type) throws -> Content {
    let content = try current().decodeValue(type)
    currentIndex += 1
    return content
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try current().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try current().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try current()
    currentIndex += 1
    return decoder
  }
}

struct TreeSingleValueDecodingContainer: SingleValueDecodingContainer {
  let decoder: TreeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.tree.isNull }

  func decode(_ type: Bool.Type) throws -> Bool { try take(decoder.tree.boolValue) }
  func decode(_ type: String.Type) throws -> String { try take(decoder.tree.textValue) }

  /// Accepts an integer of the same value, because the type of a member may have become `Double`.
  func decode(_ type: Double.Type) throws -> Double {
    switch decoder.tree {
    case .double(let value): value
    case .integer(let value): try take(Double(exactly: value))
    case .unsigned(let value): try take(Double(exactly: value))
    default: throw decoder.mismatch(type)
    }
  }

  func decode(_ type: Float.Type) throws -> Float {
    let value = try decode(Double.self)
    return try take(value.isNaN ? .nan : Float(exactly: value))
  }

  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  func decode(_ type: Int128.Type) throws -> Int128 { try wideInteger() }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try wideInteger() }

  /// Extends the path, but not the tree, as `TreeSingleValueEncodingContainer` does.
  func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
    try decoder.child(TreeCodingKey(stringValue: "self"), decoder.tree).decodeValue(type)
  }

  private func integer<Number: FixedWidthInteger>() throws -> Number {
    switch decoder.tree {
    case .integer(let value): try take(Number(exactly: value))
    case .unsigned(let value): try take(Number(exactly: value))
    default: throw decoder.mismatch(Number.self)
    }
  }

  /// Accepts a narrower integer too, because the type of a member may have become wider.
  private func wideInteger<Number: WideInteger>() throws -> Number {
    if case .spelled(.decimal, let text) = decoder.tree {
      return try take(Number(decimalText: text))
    }
    return try integer()
  }

  private func take<Content>(_ content: Content?) throws -> Content {
    guard let content else { throw decoder.mismatch(Content.self) }
    return content
  }
}
