import Glibc

/// The processor time that work takes, divided by the number of things that it does.
///
/// Not the time on the wall: other programs of the machine would count. That of all threads, so that
/// work which is shared among several is compared as if one did it.
func nanoseconds(for count: Int = 1, _ work: () throws -> Void) rethrows -> Double {
  let begin = processorTime()
  try work()
  return (processorTime() - begin) / Double(max(1, count))
}

private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Keeps a result alive, so that the work that led to it is done.
@inline(never)
func keep<Result>(_ result: Result) { withExtendedLifetime(result) {} }
