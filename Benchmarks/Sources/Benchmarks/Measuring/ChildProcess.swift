import DocumentData

/// A program that runs on its own, so that its time and memory are its own as well.
struct ChildProcess {
  struct Failure: Error, CustomStringConvertible {
    let words: String
    var description: String { words }
  }

  /// What a program has written and, by the system's account, taken from its start to its end.
  struct Outcome {
    let output: String
    let wall: Double
    let processor: Double
    /// The most memory at a time, or what this process held when it started the other: whatever is
    /// more, because the system counts so.
    let peakBytes: Double
    /// All that it has read from files and devices.
    let bytesRead: Double?
  }

  /// A path, or a name to look for where the system has its programs.
  let program: String
  let arguments: [String]
  /// In addition to this process's.
  var environment: [String: String] = [:]
  /// Whether what it writes is kept; else it goes to no file.
  var keepsOutput = true

  /// Runs the program to its end.
  ///
  /// - Throws: ``Unavailable`` where there is no such program, ``Failure`` where it fails.
  func run() throws -> Outcome {
    let pipe = Pipe()
    let begin = Figures.time(CLOCK_MONOTONIC)
    let null = keepsOutput ? nil : FileHandle(forWritingAtPath: "/dev/null")
    let child = try start(output: (null ?? pipe.fileHandleForWriting).fileDescriptor)
    // The program alone may hold this end, or there is no end of what it writes.
    try pipe.fileHandleForWriting.close()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()

    // It has ended and is not forgotten yet: its account can still be read.
    var information = siginfo_t()
    waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT)
    let wall = Figures.time(CLOCK_MONOTONIC) - begin
    let account = try? String(contentsOfFile: "/proc/\(child)/io", encoding: .utf8)

    var status: Int32 = 0
    var usage = rusage()
    wait4(child, &status, 0, &usage)
    guard status == 0 else {
      throw Failure(words: "\(program) \(arguments.joined(separator: " ")): status \(status)")
    }
    return Outcome(
      output: String(decoding: output, as: UTF8.self), wall: wall,
      processor: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
      peakBytes: Double(usage.ru_maxrss) * 1024,
      bytesRead: account?.split(separator: "\n").first { $0.hasPrefix("rchar:") }
        .flatMap { Double($0.dropFirst(7)) })
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  private func start(output: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)

    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Lifetime: copies of the words, freed below; each list ends with a null pointer.
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = all.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var child: pid_t = 0
    let status = posix_spawnp(&child, program, &actions, nil, words, variables)
    guard status == 0 else {
      throw status == ENOENT
        ? Unavailable(reason: "\(program.split(separator: "/").last ?? "") is not installed")
        : Failure(words: "\(program) cannot be started: \(status)")
    }
    return child
  }
}
