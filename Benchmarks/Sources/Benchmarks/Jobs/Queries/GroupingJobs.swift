/// Aggregates of groups of trips that a program has opened, against a database with an index of the
/// key.
struct GroupingJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] {
    guard files.series == .newest else { return [] }
    return [
      grouping("trips by destination: count and last day", "destination", goal: 2),
      grouping("business trips by year: count and sum", "year", goal: 2),
      grouping("trips by name: count", "name", goal: 2),
    ]
  }

  private var kind: DocumentKind { DocumentKind(rows: files.rows) }

  private func database() throws -> String {
    try files.file(kind.peerFileName("indexed.sqlite")) { path in
      _ = try files.peers.python(
        script: "sqlite_store.py", "index", files.exported(kind, "sqlite"), path)
    }
  }

  private func grouping(_ name: String, _ key: String, goal: Double) -> Job {
    Job(
      "group " + name, in: .milliseconds, goal: .atMostPart(goal), rounds: 5,
      .wall("fetchGroups") { try files.task("group", [key, try files.document(kind)]) },
      .wall("Python sqlite3") {
        try files.peers.python(script: "sqlite_store.py", "group", key, try database())
      })
  }
}
