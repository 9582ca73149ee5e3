/// Finds the key that a number of the smallest keys do not exceed.
enum KeySelection {
  /// The largest of the `count` smallest keys, found by dividing them again and again, in time that
  /// is linear on average and never more than 64 times the number of keys.
  static func smallest(_ count: Int, of keys: [UInt64]) -> UInt64 {
    guard count < keys.count else { return .max }
    var keys = keys
    var wanted = count
    // The keys that are left agree in all bits above this one.
    var bit: UInt64 = 1 << 63
    var prefix: UInt64 = 0
    while keys.count > 1, bit != 0 {
      let border = keys.partition { $0 & bit != 0 }
      if wanted <= border {
        keys.removeSubrange(border...)
      } else {
        wanted -= border
        prefix |= bit
        keys.removeSubrange(..<border)
      }
      bit >>= 1
    }
    return keys.first ?? prefix
  }
}
