/// Opening zipped JSON, against what reads JSON elsewhere.
struct OpeningJSONJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] {
    [
      opening(.ascii, threads: 2, goal: 20), opening(.multilingual, threads: 2, goal: 20),
      opening(.journeys, threads: 2, goal: 20), opening(.ascii, threads: 1, goal: 16),
      opening(.multilingual, threads: 1, goal: 16), parsing(.ascii, goal: 1.75),
      parsing(.multilingual, goal: 1.3), parsing(.journeys, goal: 1.3), digesting,
    ]
  }

  private func opening(_ words: DocumentKind.Words, threads: Int, goal: Double) -> Job {
    let kind = DocumentKind(rows: files.rows, words: words)
    let candidate = threads == 1 ? Candidate.processor : Candidate.wall
    return Job(
      "open zipped JSON, \(words.rawValue), \(threads == 1 ? "one thread" : "two threads")",
      in: .milliseconds, goal: .timesFaster(goal), rounds: 3, warmsUp: false,
      candidate("TripDocument") {
        try files.task("open", [files.document(kind)], threads: threads)
      },
      candidate("JSONDecoder + zlib") {
        try files.peers.run(trips: "json-open", files.packedJSON(kind))
      },
      candidate("Python zipfile + json") {
        try files.peers.python("open", files.pythonArchive(kind))
      },
      candidate("SQLite through GRDB, every row") {
        try files.peers.run(trips: "sqlite-open", files.database(kind))
      })
  }

  /// Both read the same text from memory on one thread.
  ///
  /// Ours has every check in it and makes columns; simdjson keeps nothing. Each does it once in a new
  /// process, so both have their memory to get.
  private func parsing(_ words: DocumentKind.Words, goal: Double) -> Job {
    let kind = DocumentKind(rows: files.rows, words: words, form: .flatJSON)
    return Job(
      "parse flat JSON into columns, \(words.rawValue)", in: .milliseconds,
      goal: .timesFaster(goal), rounds: 5, warmsUp: false,
      .processor("with all checks") { try files.task("parse", [files.document(kind)]) },
      .processor("simdjson, every value") {
        try files.peers.run("json-visit", files.document(kind))
      })
  }

  private var digesting: Job {
    let kind = DocumentKind(rows: files.rows)
    return Job(
      "digests of what opening reads", in: .milliseconds, rounds: 5, warmsUp: false,
      .processor("SHA-256") { try files.task("digest", [files.document(kind)]) },
      .processor("opening, one thread") {
        try files.task("open", [files.document(kind)], threads: 1)
      })
  }
}
