import Foundation

/// What a measured piece of work took, as lines of a name and a number on standard output.
enum Figures {
  /// Does the work once and prints what it took.
  static func measure<Result>(_ work: () throws -> Result) rethrows -> Result {
    let begin = (wall: time(CLOCK_MONOTONIC), processor: time(CLOCK_PROCESS_CPUTIME_ID))
    let result = try work()
    print("wall", time(CLOCK_MONOTONIC) - begin.wall)
    print("processor", time(CLOCK_PROCESS_CPUTIME_ID) - begin.processor)
    print("peak", peakBytes)
    return result
  }

  /// Seconds of one of the system's clocks.
  private static func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The most memory that the process has held at a time.
  private static var peakBytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1024
  }

  static func print(_ name: String, _ value: some CustomStringConvertible) {
    Swift.print(name, value)
  }
}
