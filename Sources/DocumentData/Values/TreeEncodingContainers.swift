import DocumentTables

struct TreeKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func child(_ key: any CodingKey) -> TreeEncoder {
    encoder.child(key, encoder.place.member(key.stringValue))
  }

  func encodeNil(forKey key: Key) { child(key).place.content = .leaf(.null) }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try child(key).encodeValue(value)
  }

  // The default implementations for these two types throw.
  func encode(_ value: Int128, forKey key: Key) throws { try child(key).encodeValue(value) }
  func encode(_ value: UInt128, forKey key: Key) throws { try child(key).encodeValue(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    child(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    child(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { child(TreeCodingKey.superclass) }

  func superEncoder(forKey key: Key) -> any Encoder { child(key) }
}

struct TreeUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let encoder: TreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  var count: Int { encoder.place.count }

  private func child() -> TreeEncoder {
    encoder.child(TreeCodingKey(intValue: count), encoder.place.item())
  }

  func encodeNil() { child().place.content = .leaf(.null) }

  func encode(_ value: some Encodable) throws { try child().encodeValue(value) }
  func encode(_ value: Int128) throws { try child().encodeValue(value) }
  func encode(_ value: UInt128) throws { try child().encodeValue(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    child().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }

  func superEncoder() -> any Encoder { child() }
}

struct TreeSingleValueEncodingContainer: SingleValueEncodingContainer {
  let encoder: TreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func put(_ tree: Tree) { encoder.place.content = .leaf(tree) }

  func encodeNil() { put(.null) }
  func encode(_ value: Bool) { put(.bool(value)) }
  func encode(_ value: String) { put(.text(value)) }
  func encode(_ value: Double) { put(.double(value)) }
  func encode(_ value: Float) { put(.double(Double(value))) }
  func encode(_ value: Int) { put(.integer(Int64(value))) }
  func encode(_ value: Int8) { put(.integer(Int64(value))) }
  func encode(_ value: Int16) { put(.integer(Int64(value))) }
  func encode(_ value: Int32) { put(.integer(Int64(value))) }
  func encode(_ value: Int64) { put(.integer(value)) }
  func encode(_ value: UInt) { put(.number(UInt64(value))) }
  func encode(_ value: UInt8) { put(.integer(Int64(value))) }
  func encode(_ value: UInt16) { put(.integer(Int64(value))) }
  func encode(_ value: UInt32) { put(.integer(Int64(value))) }
  func encode(_ value: UInt64) { put(.number(value)) }
  func encode(_ value: Int128) { put(.spelled(.decimal, value.decimalText)) }
  func encode(_ value: UInt128) { put(.spelled(.decimal, value.decimalText)) }

  /// Encodes a value that is the whole form of another value.
  ///
  /// A chain of such values adds no level to the tree. Each extends the path, which limits the
  /// recursion.
  func encode(_ value: some Encodable) throws {
    try encoder.child(TreeCodingKey(stringValue: "self"), encoder.place).encodeValue(value)
  }
}
