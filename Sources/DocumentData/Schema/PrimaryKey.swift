import DocumentTables

/// The key of an object, unique among the objects of its entity in one store.
///
/// Integers have the form of document keys, so the identifiers of a custom store with integer keys
/// need no more memory.
enum PrimaryKey: Sendable {
  case key(ObjectKey)
  /// The key of an object that was not saved; it equals ``key(_:)``.
  ///
  /// If another process uses the key first, the object gets a new one. This case then still leads
  /// to the object, and ``key(_:)`` to the object of the other process.
  case unsaved(ObjectKey)
  case text(String)
  /// Any other value: its JSON text, with sorted members.
  case coded(String)
  /// The address of an object that has no key yet.
  case temporary(UInt64)

  init(_ value: some Codable) throws {
    switch value {
    case let number as any BinaryInteger:
      if let key = ObjectKey(exactly: number) {
        self = .key(key)
        return
      }
    case let text as String:
      self = .text(text)
      return
    case let uuid as UUID:
      self = .text(uuid.uuidString)
      return
    default: break
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self = .coded(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  func decoded<Key: Decodable>(as type: Key.Type) -> Key? {
    let json: Data
    switch self {
    case .key(let key), .unsaved(let key):
      if let type = type as? any FixedWidthInteger.Type { return type.init(exactly: key) as? Key }
      json = Data("\(key)".utf8)
    case .text(let text):
      if type == String.self { return text as? Key }
      guard let encoded = try? JSONEncoder().encode(text) else { return nil }
      json = encoded
    case .coded(let text): json = Data(text.utf8)
    case .temporary: return nil
    }
    return try? JSONDecoder().decode(type, from: json)
  }
}

extension PrimaryKey: Hashable {
  /// The key as it is after the object is saved under it.
  private var saved: PrimaryKey { if case .unsaved(let key) = self { .key(key) } else { self } }

  static func == (left: PrimaryKey, right: PrimaryKey) -> Bool {
    switch (left.saved, right.saved) {
    case (.key(let left), .key(let right)): left == right
    case (.text(let left), .text(let right)): left == right
    case (.coded(let left), .coded(let right)): left == right
    case (.temporary(let left), .temporary(let right)): left == right
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    switch saved {
    case .key(let key), .unsaved(let key): hasher.combine(key)
    case .text(let text), .coded(let text): hasher.combine(text)
    case .temporary(let address): hasher.combine(address)
    }
  }
}

extension PrimaryKey: Comparable {
  /// Orders integers by value, then texts, then other values; the order says nothing about the
  /// objects.
  static func < (left: PrimaryKey, right: PrimaryKey) -> Bool {
    switch (left.saved, right.saved) {
    case (.key(let left), .key(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.coded(let left), .coded(let right)): left < right
    case (.temporary(let left), .temporary(let right)): left < right
    default: left.rank < right.rank
    }
  }

  private var rank: Int {
    switch self {
    case .key, .unsaved: 0
    case .text: 1
    case .coded: 2
    case .temporary: 3
    }
  }
}

extension PrimaryKey: Codable {
  private enum CodingKeys: String, CodingKey {
    case json, temporary
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer() {
      if let key = try? container.decode(ObjectKey.self) {
        self = .key(key)
        return
      }
      if let text = try? container.decode(String.self) {
        self = .text(text)
        return
      }
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let text = try container.decodeIfPresent(String.self, forKey: .json) {
      self = .coded(text)
    } else {
      self = .temporary(try container.decode(UInt64.self, forKey: .temporary))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .key(let key), .unsaved(let key):
      var container = encoder.singleValueContainer()
      try container.encode(key)
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .coded(let text):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .json)
    case .temporary(let address):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(address, forKey: .temporary)
    }
  }
}
