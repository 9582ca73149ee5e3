import CAllocator

/// What the program has taken from the allocator, by the allocator's own account.
enum HeapUse {
  /// Bytes in use, with what the allocator adds to each piece.
  static var bytes: Int {
    let account = mallinfo2()
    return Int(account.uordblks) + Int(account.hblkhd)
  }

  /// How many bytes more are in use after some work, for each of its things.
  static func growth(for count: Int, _ work: () throws -> Void) rethrows -> Double {
    let before = bytes
    try work()
    return Double(bytes - before) / Double(max(1, count))
  }

  /// What the allocator has set aside for an object: its size, rounded up, with eight bytes before it.
  static func bytes(of object: AnyObject) -> Int {
    // Lifetime: the caller holds the object; a class instance is a piece of the allocator's.
    malloc_usable_size(Unmanaged.passUnretained(object).toOpaque()) + MemoryLayout<Int>.size
  }
}
