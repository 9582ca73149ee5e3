import DocumentData

/// Measures every job and prints one table; or does one task, as a process of another such program.
@main
struct Main {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == MeasuredTask.flag {
      try await MeasuredTask.run(Array(arguments.dropFirst()))
      return
    }
    do {
      try measure(Options(arguments))
    } catch is Options.Misuse {
      Progress.say(Options.usage)
      exit(64)
    } catch is Failed {
      exit(1)
    }
  }

  /// Some job could not be done; what went wrong has been said.
  private struct Failed: Error {}

  private static func measure(_ options: Options) throws {
    let setting = try Setting(options)
    defer { setting.files.removeTemporary() }
    var hasFailed = false
    var table = ResultTable(isJudged: !options.isSmoke)
    for subject in Subject.all where options.wants(subject) {
      for group in subject.groups {
        for job in try group(setting).jobs where options.wants(job) {
          Progress.say("\(job.name)…")
          let run = JobRun(
            job, rounds: options.isSmoke ? 1 : job.rounds,
            warmsUp: job.warmsUp && !options.isSmoke)
          table.add(run)
          hasFailed = hasFailed || run.hasFailed
        }
      }
    }
    print(table.text)
    if hasFailed { throw Failed() }
    if let path = options.recordPath {
      let machine = Machine(peers: setting.files.peers)
      let text = Results(table: table, machine: machine, rows: options.rows).text
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }
}
