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
    var results: Results?
    var hasFailed = false
    for series in options.series {
      let setting = try Setting(options, series)
      defer { setting.files.removeTemporary() }
      let (table, isWhole) = try table(of: series, options, setting)
      print("Trips of \(series.version)\n\n\(table.text)\n")
      hasFailed = hasFailed || !isWhole
      if results == nil {
        results = Results(machine: Machine(peers: setting.files.peers), rows: options.rows)
      }
      results?.tables.append((series, table))
    }
    if hasFailed { throw Failed() }
    if let path = options.recordPath {
      try results?.text.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }

  /// - Returns: The table, and whether every job could be done.
  private static func table(
    of series: Series, _ options: Options, _ setting: Setting
  ) throws -> (ResultTable, isWhole: Bool) {
    var table = ResultTable(isJudged: !options.isSmoke)
    var isWhole = true
    for subject in Subject.all where options.wants(subject, of: series) {
      for group in subject.groups {
        for job in try group(setting).jobs where options.wants(job) {
          Progress.say("\(job.name)…")
          let run = JobRun(
            job, rounds: options.isSmoke ? 1 : job.rounds,
            warmsUp: job.warmsUp && !options.isSmoke)
          table.add(run)
          isWhole = isWhole && !run.hasFailed
        }
      }
    }
    return (table, isWhole)
  }
}
