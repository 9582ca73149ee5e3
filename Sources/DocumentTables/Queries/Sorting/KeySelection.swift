/// The search for the largest of a given number of smallest keys.
enum KeySelection {
  /// Returns the largest of the `count` smallest keys; counts sixteen bits at a time among the keys
  /// whose higher bits agree.
  static func smallest(_ count: Int, of keys: [UInt64]) -> UInt64 {
    guard count < keys.count, count > 0 else { return .max }
    var left = keys
    var wanted = count
    var found: UInt64 = 0
    for shift in stride(from: 48, through: 0, by: -16) as StrideThrough<Int> {
      var counts = [Int](repeating: 0, count: 1 << 16)
      for key in left { counts[Int(key >> UInt64(shift) & 0xFFFF)] += 1 }
      var digit = 0
      while digit < 0xFFFF, counts[digit] < wanted {
        wanted -= counts[digit]
        digit += 1
      }
      found |= UInt64(digit) << UInt64(shift)
      if shift > 0 { left = left.filter { $0 >> UInt64(shift) == found >> UInt64(shift) } }
    }
    return found
  }
}
