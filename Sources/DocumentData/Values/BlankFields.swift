/// The members of a blank value: every requested member exists, and optional members are nil.
struct BlankFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let depth: Int
  let log: MemberLog?
  let codingPath: [any CodingKey] = []
  let allKeys: [Key] = []

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { true }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    log?.note(key, type)
    return try BlankDecoder.value(type, depth: depth + 1)
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
