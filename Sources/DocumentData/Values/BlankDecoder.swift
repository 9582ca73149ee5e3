import DocumentTables

/// Decodes zeros, false, empty texts and lists, and nil for optional values.
struct BlankDecoder: Decoder {
  /// Ends the recursion of a type that contains itself.
  private static let largestDepth = 32

  var depth = 0
  /// Records the requested members; nil if the caller does not need them.
  var log: MemberLog?
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(BlankFields<Key>(depth: depth, log: log))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try Self.emptyList() }

  func singleValueContainer() -> any SingleValueDecodingContainer { BlankScalar(depth: depth) }

  static func emptyList() throws -> any UnkeyedDecodingContainer {
    try TreeDecoder(codingPath: [], tree: .array([])).unkeyedContainer()
  }

  /// - Parameter inventsCases: Whether an enumeration that does not list its cases has the first of them, which is
  ///   no value for an object, but tells that a member is there.
  static func value<T: Decodable>(
    _ type: T.Type, depth: Int, inventsCases: Bool = false
  ) throws -> T {
    guard depth < largestDepth else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "it has no end"))
    }
    if let known = type as? any _PersistentValue.Type,
      let value = known._$attributeType.type.blank.flatMap({ blank(known, $0) }) as? T
    {
      return value
    }
    if let list = type as? any EmptyList.Type, let value = list.empty as? T { return value }
    if let cases = type as? any CaseIterable.Type, let value = first(cases) as? T { return value }
    if inventsCases, let value = SubstituteValue.firstCase(of: type) { return value }
    return try T(from: BlankDecoder(depth: depth + 1))
  }

  private static func blank<Known: _PersistentValue>(_ type: Known.Type, _ value: Value) -> Any? {
    Known(tableValue: value)
  }

  private static func first<Cases: CaseIterable>(_ type: Cases.Type) -> Any? {
    type.allCases.first
  }
}

/// A collection whose empty value needs no decoder.
private protocol EmptyList {
  static var empty: Self { get }
}

extension Array: EmptyList {
  static var empty: [Element] { [] }
}

extension Set: EmptyList {
  static var empty: Set<Element> { [] }
}

extension Dictionary: EmptyList {
  static var empty: [Key: Value] { [:] }
}

private struct BlankScalar: SingleValueDecodingContainer {
  let depth: Int
  let codingPath: [any CodingKey] = []

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
  func decode(_ type: Int128.Type) -> Int128 { 0 }
  func decode(_ type: UInt128.Type) -> UInt128 { 0 }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try BlankDecoder.value(type, depth: depth + 1)
  }
}

/// The members of a blank value: every requested member exists, and optional members are nil.
struct BlankFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let depth: Int
  let log: MemberLog?
  let codingPath: [any CodingKey] = []

  /// The key of the first case, for an enumeration with associated values, which has one key.
  var allKeys: [Key] { SubstituteValue.firstCase(of: Key.self).map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { true }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    log?.note(key, type)
    return try BlankDecoder.value(type, depth: depth + 1, inventsCases: log != nil)
  }

  func decode(_ type: Int128.Type, forKey key: Key) -> Int128 { zero(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) -> UInt128 { zero(key) }

  private func zero<Number: FixedWidthInteger>(_ key: Key) -> Number {
    log?.note(key, Number.self)
    return 0
  }

  // One overload for each type that a container knows, because synthesised coding calls the
  // overload of the member's type.
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

  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) -> Int128? { absent(type, key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) -> UInt128? { absent(type, key) }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) -> T? { absent(type, key) }

  private func absent<T>(_ type: T.Type, _ key: Key) -> T? {
    log?.note(key, T?.self)
    return nil
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(BlankFields<NestedKey>(depth: depth + 1, log: nil))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try BlankDecoder.emptyList()
  }

  func superDecoder() -> any Decoder { BlankDecoder(depth: depth + 1) }
  func superDecoder(forKey key: Key) -> any Decoder { BlankDecoder(depth: depth + 1) }
}
