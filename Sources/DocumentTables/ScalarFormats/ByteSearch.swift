#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Searches and comparisons of bytes in memory.
package enum ByteSearch {
  /// Returns the offset of the first occurrence at or after an offset.
  package static func firstOffset(
    of part: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard start <= bytes.count else { return nil }
    guard let wanted = part.baseAddress, part.count > 0 else { return start }
    guard let base = bytes.baseAddress, part.count <= bytes.count - start else { return nil }
    // The first and the last byte of the part are compared at 32 offsets at once; `memcmp` checks
    // the offsets at which both match. Bound: at every offset below `end` the whole part lies in
    // the buffer, and a block is loaded only if all its offsets are below `end`. No pointer
    // outlives the call.
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

  @inline(__always)
  static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    var seen: UInt64 = 0
    // Bound: a word is read only if eight bytes are left.
    while offset &+ 8 <= bytes.count {
      seen |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    while offset < bytes.count {
      seen |= UInt64(bytes[offset])
      offset &+= 1
    }
    return seen & 0x8080_8080_8080_8080 == 0
  }

  /// Returns the first eight bytes as a number in memory order, padded with zeros, and a mask of
  /// the bytes that exist.
  static func head(of bytes: UnsafeRawBufferPointer) -> (bytes: UInt64, mask: UInt64) {
    var head: UInt64 = 0
    var mask: UInt64 = 0
    withUnsafeMutableBytes(of: &head) { $0.copyBytes(from: bytes.prefix(8)) }
    withUnsafeMutableBytes(of: &mask) { mask in
      for position in 0..<min(8, bytes.count) { mask[position] = 0xFF }
    }
    return (head, mask)
  }

  @inline(__always)
  static func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    let count = left.count
    guard count == right.count else { return false }
    guard let leftBase = left.baseAddress, let rightBase = right.baseAddress, count > 0 else {
      return true
    }
    // Bound: both have `count` bytes, and `count` is not zero. Most unequal texts differ in their
    // last byte.
    guard
      leftBase.load(fromByteOffset: count &- 1, as: UInt8.self)
        == rightBase.load(fromByteOffset: count &- 1, as: UInt8.self)
    else { return false }
    return memcmp(leftBase, rightBase, count) == 0
  }

  /// Compares two byte strings by their bytes, then by length.
  ///
  /// - Returns: A negative number, zero or a positive number, as `memcmp` does.
  @inline(__always)
  static func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    if let leftBase = left.baseAddress, let rightBase = right.baseAddress,
      left.count > 0, right.count > 0
    {
      // Bound: the smaller of both counts, which is not zero.
      let first = leftBase.load(as: UInt8.self)
      let other = rightBase.load(as: UInt8.self)
      if first != other { return Int(first) - Int(other) }
      let order = memcmp(leftBase, rightBase, min(left.count, right.count))
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }
}
