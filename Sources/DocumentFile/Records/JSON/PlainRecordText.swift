import DocumentTables
import Markup

extension PlainRecordRun {
  /// Copies the text at `at` to its column's heap and finds its end in the same pass.
  ///
  /// Sixteen bytes are copied before they are examined; surplus bytes are overwritten by the next
  /// text, or lie in the heap's slack.
  @inline(__always)
  mutating func text(_ at: inout Int, _ column: UnsafeMutablePointer<ColumnBlock>, _ row: Int)
    -> Bool
  {
    var position = at
    let heap = column.pointee.heap
    let capacity = column.pointee.heapCapacity
    var end = column.pointee.heapCount
    var seen = column.pointee.seen
    // Bounds: 16 bytes are read only while as many are left in the text, and written only while
    // `end` is within the capacity, behind which there is slack for them.
    while count &- position >= 16, end <= capacity {
      let low = load(position)
      let high = load(position &+ 8)
      (heap + end).storeBytes(of: low.littleEndian, as: UInt64.self)
      (heap + end).storeBytes(of: high.littleEndian, toByteOffset: 8, as: UInt64.self)
      let lowStops = JSONWordScan.stops(low)
      let highStops = JSONWordScan.stops(high)
      if lowStops | highStops == 0 {
        seen |= low | high
        position &+= 16
        end &+= 16
        continue
      }
      // The bytes before the first stop, which is in the low word or otherwise in the high one.
      let isLow = lowStops != 0
      let stop = isLow ? lowStops : highStops
      let before = (stop & (0 &- stop)) &- 1
      seen |= isLow ? low & before : low | high & before
      let length = (stop.trailingZeroBitCount &>> 3) &+ (isLow ? 0 : 8)
      position &+= length
      end &+= length
      let byte = start.load(fromByteOffset: position, as: UInt8.self)
      if byte == UInt8(ascii: "\"") {
        at = position &+ 1
        column.pointee.heapCount = end
        column.pointee.seen = seen
        column.pointee.values.storeBytes(
          of: UInt32(truncatingIfNeeded: end), toByteOffset: row &<< 2, as: UInt32.self)
        return end <= capacity
      }
      guard byte == UInt8(ascii: "\\"), count &- position >= 2,
        let escaped = Self.escaped(start.load(fromByteOffset: position &+ 1, as: UInt8.self))
      else { return false }
      (heap + end).storeBytes(of: escaped, as: UInt8.self)
      position &+= 2
      end &+= 1
    }
    return false
  }

  /// Returns the byte of a two-byte escape (RFC 8259, section 7); nil for all other escapes.
  private static func escaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x22, 0x2F, 0x5C: byte
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: nil
    }
  }
}
