#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Comparisons of byte strings in memory.
enum ByteSearch {
  /// The offset of the first occurrence at or after an offset.
  static func firstOffset(
    of part: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard start <= bytes.count else { return nil }
    guard let wanted = part.baseAddress, part.count > 0 else { return start }
    guard let base = bytes.baseAddress, part.count <= bytes.count - start else { return nil }
    // Where the first and the last byte of the part stand at their distance, the rest is compared.
    // Bound: a place is compared only if the whole part, and in blocks the whole block of places,
    // ends inside the buffer. Nothing is kept.
    let distance = part.count - 1
    let end = bytes.count - distance
    let firsts = Block(repeating: part[0])
    let lasts = Block(repeating: part[distance])
    var offset = start
    while offset + Block.scalarCount <= end {
      let heads = (base + offset).loadUnaligned(as: Block.self) .== firsts
      let tails = (base + offset + distance).loadUnaligned(as: Block.self) .== lasts
      let matches = heads .& tails
      if any(matches) {
        for place in 0..<Block.scalarCount where matches[place] {
          if memcmp(base + offset + place, wanted, part.count) == 0 { return offset + place }
        }
      }
      offset += Block.scalarCount
    }
    while offset < end {
      if bytes[offset] == part[0], memcmp(base + offset, wanted, part.count) == 0 { return offset }
      offset += 1
    }
    return nil
  }

  private typealias Block = SIMD32<UInt8>

  static func contains(_ byte: UInt8, in bytes: [UInt8]) -> Bool {
    // Bound: the count of the buffer, which is used inside the closure.
    bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
    }
  }

  static func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return true }
    // Bound: the count of both.
    return memcmp(leftBase, rightBase, left.count) == 0
  }

  /// Negative, zero or positive, by bytes and then by length.
  static func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    if let leftBase = left.baseAddress, let rightBase = right.baseAddress {
      // Bound: the smaller of both counts.
      let order = memcmp(leftBase, rightBase, min(left.count, right.count))
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }
}
