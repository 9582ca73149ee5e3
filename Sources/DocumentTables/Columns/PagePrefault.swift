#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Requests memory that will be written soon from the system in one call.
///
/// If each first write to a page requests it, reading a document of a million rows spends a sixth
/// of its time on page faults.
enum PagePrefault {
  /// Prepares the room that an array has reserved; a failure has no effect.
  static func ready<Element>(_ array: inout [Element]) {
    #if os(Linux)
      let room = (array.capacity - array.count) * MemoryLayout<Element>.stride
      guard room >= leastBytes else { return }
      // Bound: an array's capacity follows its first element, and only whole pages inside it are
      // passed. Lifetime: the array keeps its memory during the call, which changes no bytes.
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
    /// For less memory, the call would cost more than it saves.
    private static let leastBytes = 1 << 15
  #endif
}
