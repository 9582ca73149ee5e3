import DocumentData

/// Measures every job and prints one table.
@main
struct Main {
  static func main() throws {
    let options: Options
    do {
      options = try Options(CommandLine.arguments.dropFirst())
    } catch {
      FileHandle.standardError.write(Data((Options.usage + "\n").utf8))
      exit(64)
    }
    say("Making up \(options.rows) trips…")
    let collection = try Collection(count: options.rows)
    var table = ResultTable(isJudged: !options.isSmoke)
    for group in jobGroups {
      for job in try group.init(collection: collection).jobs where options.wants(job) {
        say("\(job.name)…")
        table.add(try JobRun(job, rounds: options.isSmoke ? 1 : job.rounds))
      }
    }
    print(table.text)
    if let path = options.recordPath {
      let text = Results(table: table, rows: options.rows).text
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }

  /// What is going on; the table alone goes to standard output.
  private static func say(_ words: String) {
    FileHandle.standardError.write(Data((words + "\n").utf8))
  }
}
