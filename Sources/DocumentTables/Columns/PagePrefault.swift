#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory that will be written soon, got from the system at once.
///
/// Where it is got page by page, at the first write to each, a document of a million rows spends a
/// sixth of its reading on that.
enum PagePrefault {
  /// Readies the room that an array has reserved; it does not matter whether that succeeds.
  static func ready<Element>(_ array: inout [Element]) {
    #if os(Linux)
      let room = (array.capacity - array.count) * MemoryLayout<Element>.stride
      guard room >= leastBytes else { return }
      // Bound: an array's capacity lies behind its first element, and only whole pages inside are
      // named. Lifetime: the array keeps its memory during the call, which leaves all bytes as they
      // are.
      array.withUnsafeMutableBufferPointer { elements in
        guard let start = elements.baseAddress.map({ UInt(bitPattern: $0 + elements.count) })
        else { return }
        let first = (start + pageBytes - 1) & ~(pageBytes - 1)
        let end = (start + UInt(room)) & ~(pageBytes - 1)
        guard first < end else { return }
        madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), populateWrite)
      }
    #endif
  }

  #if os(Linux)
    /// `MADV_POPULATE_WRITE`, which systems before Linux 5.14 refuse.
    private static let populateWrite: CInt = 23
    private static let pageBytes = UInt(clamping: sysconf(CInt(_SC_PAGESIZE)))
    /// Of fewer the call would cost more than it saves.
    private static let leastBytes = 1 << 15
  #endif
}
