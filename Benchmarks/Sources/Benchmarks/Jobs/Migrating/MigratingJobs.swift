/// Migrating documents of older versions in memory, against reading them.
struct MigratingJobs: JobGroup {
  let files: DocumentFiles

  private var first: DocumentKind { DocumentKind(rows: files.rows, version: "1.0.0") }
  private var third: DocumentKind { DocumentKind(rows: files.rows, version: "3.0.0") }

  /// The newest version of the series; stages in the plain style end with 4.0.0.
  private var target: Substring { files.series.version.prefix { $0 != "." } }

  var jobs: [Job] {
    [
      migrating("3 to \(target)", third, "migrate", goal: 0.01),
      migrating("1 to \(target), the shipped stages", first, "migrate", goal: 0.6),
      beside(
        .processor("what the closures do themselves") {
          try files.task("plain-floor", [files.document(first)], threads: 1)
        }, migrating("1 to 4, stages in the plain style", first, "migrate-plainly", goal: 2)),
      memory("1 to \(target), the shipped stages", "migrate"),
      beside(
        .figure("peak", per: 1e6, "reading, and what the closures do themselves") {
          try files.task("plain-floor", [files.document(first)])
        }, memory("1 to 4, stages in the plain style", "migrate-plainly")),
    ]
  }

  /// A job with one more peer, which no goal speaks of.
  private func beside(_ peer: Candidate, _ job: Job) -> Job {
    var job = job
    job.candidates.append(peer)
    return job
  }

  /// Both on one thread, and in one process with each other; reading is that of the migrated document.
  private func migrating(
    _ name: String, _ kind: DocumentKind, _ task: String, goal: Double
  ) -> Job {
    Job(
      "migrate \(name)", in: .milliseconds, goal: .atMostPart(goal), rounds: 3, warmsUp: false,
      .processor("the stages") { try files.task(task, [files.document(kind)], threads: 1) },
      .figure("reading-processor", per: 1e-3, "reading the document") {
        try files.task(task, [files.document(kind)], threads: 1)
      })
  }

  /// A closure in the plain style holds every trip at once.
  private func memory(_ name: String, _ task: String) -> Job {
    let kind = first
    let held = task == "migrate" ? 0 : Double(files.rows)
    return Job(
      "peak memory of migrating \(name)", in: .megabytes, goal: .atMostPart(1), rounds: 1,
      warmsUp: false,
      .figure("peak", per: 1e6, "reading and migrating") {
        try files.task(task, [files.document(kind)])
      },
      Candidate(name: "1.2 × reading + 100 B an object held") {
        let reading = try files.task("read", [files.document(kind)]).value("peak")
        return (1.2 * reading + 100 * held) / 1e6
      })
  }
}
