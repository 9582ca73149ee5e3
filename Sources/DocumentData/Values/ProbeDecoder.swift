/// Decodes values from nothing, and writes down the members that the outermost type asks for.
struct ProbeDecoder: Decoder {
  let codingPath: [any CodingKey]
  let log: ProbeLog

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func value<Content: Decodable>(of type: Content.Type) throws -> Content {
    guard codingPath.count <= deepestTreeCoding else { throw unknown(type) }
    if let content = TreeLeaf.empty(of: type) as? Content { return content }
    if let cases = type as? any CaseIterable.Type, let first = Self.first(of: cases) as? Content {
      return first
    }
    return try Content(from: self)
  }

  private static func first<Cases: CaseIterable>(of type: Cases.Type) -> Any? {
    type.allCases.first
  }

  func unknown(_ type: any Any.Type) -> DecodingError {
    .valueNotFound(type, .init(codingPath: codingPath, debugDescription: "there is no value"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ProbeKeyedContainer<Key>(codingPath: codingPath, log: log))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    ProbeUnkeyedContainer(codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    ProbeSingleValueContainer(codingPath: codingPath)
  }
}

struct ProbeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let codingPath: [any CodingKey]
  let log: ProbeLog

  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool { true }

  func decode<Content: Decodable>(_ type: Content.Type, forKey key: Key) throws -> Content {
    log.note(key, type)
    return try nested(key).value(of: type)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { absent(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { absent(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { absent(type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) -> Float? { absent(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { absent(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) -> Int8? { absent(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) -> Int16? { absent(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) -> Int32? { absent(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) -> Int64? { absent(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) -> UInt? { absent(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) -> UInt8? { absent(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) -> UInt16? { absent(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) -> UInt32? { absent(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) -> UInt64? { absent(type, key) }

  func decodeIfPresent<Content: Decodable>(_ type: Content.Type, forKey key: Key) -> Content? {
    absent(type, key)
  }

  private func absent<Content>(_ type: Content.Type, _ key: Key) -> Content? {
    log.note(key, Content?.self)
    return nil
  }

  /// What is inside is written down by nobody.
  private func nested(_ key: any CodingKey) -> ProbeDecoder {
    ProbeDecoder(codingPath: codingPath + [key], log: ProbeLog())
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> {
    nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    nested(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { nested(TreeCodingKey.superclass) }

  func superDecoder(forKey key: Key) -> any Decoder { nested(key) }
}

struct ProbeUnkeyedContainer: UnkeyedDecodingContainer {
  let codingPath: [any CodingKey]

  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  private var decoder: ProbeDecoder { ProbeDecoder(codingPath: codingPath, log: ProbeLog()) }

  func decodeNil() -> Bool { true }

  func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
    throw decoder.unknown(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    throw decoder.unknown([String: Any].self)
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw decoder.unknown([Any].self)
  }

  func superDecoder() throws -> any Decoder { throw decoder.unknown(Any.self) }
}

struct ProbeSingleValueContainer: SingleValueDecodingContainer {
  let codingPath: [any CodingKey]

  func decodeNil() -> Bool { true }
  func decode(_ type: Bool.Type) -> Bool { false }
  func decode(_ type: String.Type) -> String { "" }
  func decode(_ type: Double.Type) -> Double { 0 }
  func decode(_ type: Float.Type) -> Float { 0 }
  func decode(_ type: Int.Type) -> Int { 0 }
  func decode(_ type: Int8.Type) -> Int8 { 0 }
  func decode(_ type: Int16.Type) -> Int16 { 0 }
  func decode(_ type: Int32.Type) -> Int32 { 0 }
  func decode(_ type: Int64.Type) -> Int64 { 0 }
  func decode(_ type: UInt.Type) -> UInt { 0 }
  func decode(_ type: UInt8.Type) -> UInt8 { 0 }
  func decode(_ type: UInt16.Type) -> UInt16 { 0 }
  func decode(_ type: UInt32.Type) -> UInt32 { 0 }
  func decode(_ type: UInt64.Type) -> UInt64 { 0 }

  func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
    let key = TreeCodingKey(stringValue: "self")
    return try ProbeDecoder(codingPath: codingPath + [key], log: ProbeLog()).value(of: type)
  }
}
