#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How many threads one job may keep busy, the caller's among them.
///
/// No result depends on it.
package struct WorkerCount: Hashable, Sendable {
  /// Each worker may hold a part of a document in memory, so machines with many processors are not
  /// used up by one document.
  package static let maximum = 16

  package let count: Int

  /// From 1 to ``maximum``, whatever is asked for.
  package init(_ count: Int) { self.count = min(max(count, 1), Self.maximum) }

  /// The caller's thread alone.
  package static let one = WorkerCount(1)

  /// What the variable `TRIPDOCUMENTS_THREADS` says when it is first needed; without it as many as
  /// there are processors, and no more than eight.
  package static let standard = WorkerCount(
    getenv("TRIPDOCUMENTS_THREADS").flatMap { Int(String(cString: $0)) }
      ?? min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8))
}
