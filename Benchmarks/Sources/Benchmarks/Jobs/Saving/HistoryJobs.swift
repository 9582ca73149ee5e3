import DocumentData

/// What recording saves costs: the time of a save, and bytes; and what it takes to read them on balance.
struct HistoryJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] { [recording] + curve.map(growing) + sizes + [net] }

  /// Numbers of saves; few of them where the figures mean nothing.
  private var curve: [Int] { files.rows < 10_000 ? [1, 10, 100] : [1, 10, 100, 1000, 10_000] }

  /// The second save of a document, because the first one of a history digests every record.
  private var recording: Job {
    let kind = DocumentKind(rows: files.rows)
    return Job(
      "save one of \(files.rows) trips with a history", in: .milliseconds, goal: .atMostPart(1.1),
      rounds: 9, warmsUp: false,
      .wall("names") { try save(kind, "names") },
      .wall("no history") { try save(kind, "none") },
      .wall("values") { try save(kind, "values") })
  }

  private func save(_ kind: DocumentKind, _ policy: String) throws -> Figures {
    let path = files.output("recorded.trips")
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: files.document(kind), toPath: path)
    return try files.task("save-recorded", [path, policy])
  }

  /// One of the last of so many saves of 100 trips, in the bounds of a container's store.
  private func growing(_ saves: Int) -> Job {
    Job(
      "save number \(saves) of 100 trips with a history", in: .milliseconds, rounds: 3,
      warmsUp: false,
      .figure("last", per: 1e-3, "names") {
        try files.task("save-often", [files.output("often.trips"), "names", String(saves)])
      },
      .figure("last", per: 1e-3, "no history") {
        try files.task("save-often", [files.output("often.trips"), "none", String(saves)])
      })
  }

  private var sizes: [Job] {
    ["names", "values"].map { policy in
      Job(
        "bytes that a history of 1000 saves takes, each of one change, \(policy)", in: .bytes,
        rounds: 1, warmsUp: false,
        .figure("history", "in the zip") {
          try files.task("save-often", [files.output("often.trips"), policy, "1000"])
        })
    }
  }

  /// Ten saves of each object, one object a save, by two authors in turn.
  private var net: Job {
    let (objects, saves) = files.rows < 10_000 ? (100, 1000) : (10_000, 100_000)
    func task(_ way: String) throws -> Figures {
      let path = files.output("net-\(saves).trips")
      if !FileManager.default.fileExists(atPath: path) {
        _ = try files.task("record-saves", [path, String(objects), String(saves)])
      }
      return try files.task("net-changes", [path, way])
    }
    return Job(
      "net changes of \(objects) objects in \(saves) saves", in: .milliseconds, goal: .atMost(50),
      rounds: 3, warmsUp: false,
      .figure("fetch", per: 1e-3, "all authors") { try task("all") },
      .figure("fetch", per: 1e-3, "one of two authors") { try task("author") },
      .figure("fetch", per: 1e-3, "every change of every save") { try task("steps") })
  }
}
