import DocumentData

/// What a measured piece of work took, by name: seconds of `wall` and `processor`, bytes of `peak`
/// memory, and whatever else a process has to tell.
///
/// Processes hand them on as lines of a name and a number on standard output.
struct Figures {
  struct Missing: Error, CustomStringConvertible {
    let name: String
    let output: String
    var description: String { "no figure \(name) in: \(output)" }
  }

  private let values: [String: Double]
  private let output: String

  /// - Throws: ``Unavailable`` where the process says that it cannot do the work here.
  init(output: String) throws {
    var values: [String: Double] = [:]
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      if words[0] == "unavailable" { throw Unavailable(reason: String(words[1])) }
      values[String(words[0])] = Double(words[1])
    }
    self.values = values
    self.output = output
  }

  func value(_ name: String) throws -> Double {
    guard let value = values[name] else { throw Missing(name: name, output: output) }
    return value
  }

  /// Does some work once in this process and prints what it took.
  static func measure<Result>(
    _ prefix: String = "", _ work: () throws -> Result
  ) rethrows -> Result {
    let begin = (wall: time(CLOCK_MONOTONIC), processor: time(CLOCK_PROCESS_CPUTIME_ID))
    let result = try work()
    let (wall, processor) = (time(CLOCK_MONOTONIC), time(CLOCK_PROCESS_CPUTIME_ID))
    print(prefix + "wall", wall - begin.wall)
    print(prefix + "processor", processor - begin.processor)
    print(prefix + "peak", peakBytes)
    return result
  }

  /// The same for work of which the library does the waiting.
  static func measure<Result>(
    _ prefix: String = "", _ work: () async throws -> Result
  ) async rethrows -> Result {
    let begin = (wall: time(CLOCK_MONOTONIC), processor: time(CLOCK_PROCESS_CPUTIME_ID))
    let result = try await work()
    let (wall, processor) = (time(CLOCK_MONOTONIC), time(CLOCK_PROCESS_CPUTIME_ID))
    print(prefix + "wall", wall - begin.wall)
    print(prefix + "processor", processor - begin.processor)
    print(prefix + "peak", peakBytes)
    return result
  }

  /// Seconds of one of the system's clocks.
  static func time(_ clock: clockid_t) -> Double {
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
}
