#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The number of threads that one job may use, including the caller's thread.
///
/// Results do not depend on this number.
package struct WorkerCount: Hashable, Sendable {
  /// The upper limit.
  ///
  /// Each worker may keep a part of a document in memory, so a limit keeps one document from using
  /// up a machine with many processors.
  package static let maximum = 16

  package let count: Int

  /// Clamps the count to the range from 1 to ``maximum``.
  package init(_ count: Int) { self.count = min(max(count, 1), Self.maximum) }

  /// One thread: the caller's.
  package static let one = WorkerCount(1)

  /// The default count: the value of the environment variable `TRIPDOCUMENTS_THREADS`, read at
  /// first use, or if the variable is not set or not an integer, the number of processors, at most
  /// eight.
  package static let standard = WorkerCount(
    getenv("TRIPDOCUMENTS_THREADS").flatMap { Int(String(cString: $0)) }
      ?? min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8))
}
