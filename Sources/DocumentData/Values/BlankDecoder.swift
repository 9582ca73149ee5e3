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

  static func value<T: Decodable>(_ type: T.Type, depth: Int) throws -> T {
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
