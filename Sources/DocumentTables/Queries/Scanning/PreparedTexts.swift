/// Texts to search for in rows.
struct PreparedTexts: Sendable {
  let texts: Set<String>
  let isNormalized: Bool
  private let list: [[UInt8]]
  /// A hash table of positions in the list, by a hash of the bytes, with linear probing; its size
  /// is a power of two, and half of its slots are free.
  private let places: [Int32]

  init(_ texts: Set<String>) {
    let texts = Set(texts.map(CanonicalOrder.ordered))
    self.texts = texts
    isNormalized = texts.allSatisfy { PreparedText($0).isNormalized }
    let list = texts.map { Array($0.utf8) }
    var capacity = 4
    while capacity < 2 * list.count { capacity *= 2 }
    var places = [Int32](repeating: -1, count: capacity)
    for (position, bytes) in list.enumerated() {
      var place = bytes.withUnsafeBytes { Self.hash($0) } & (capacity - 1)
      while places[place] >= 0 { place = (place + 1) & (capacity - 1) }
      places[place] = Int32(truncatingIfNeeded: position)
    }
    self.list = list
    self.places = places
  }

  /// Returns whether one of the texts has these bytes.
  func contains(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var place = Self.hash(bytes) & (places.count - 1)
    while places[place] >= 0 {
      let isFound = list[Int(places[place])].withUnsafeBytes { ByteSearch.isEqual($0, bytes) }
      if isFound { return true }
      place = (place + 1) & (places.count - 1)
    }
    return false
  }

  /// Hashes the length and up to sixteen bytes; the texts come from the query, so collisions need
  /// no defence.
  @inline(__always)
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hash = UInt64(truncatingIfNeeded: bytes.count)
    func mix(_ value: UInt64) {
      let (high, low) = (hash ^ value).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      hash = high ^ low
    }
    // Bound: eight bytes are read only if there are as many.
    if bytes.count >= 8 {
      mix(bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
      mix(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
    } else {
      for byte in bytes { mix(UInt64(byte)) }
    }
    return Int(truncatingIfNeeded: hash >> 1)
  }
}
