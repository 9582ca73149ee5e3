/// What programs do with the objects of a file that they have opened, against a database.
struct StoreJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] {
    [
      reading("1,000 times 100 objects by a range of an index", "ranges"),
      reading("all objects, sorted by two properties", "sort"),
      reading("the objects whose text contains another", "search"),
      changing("change all objects and save", "update"),
      changing("delete half of the objects and save", "delete"),
    ]
  }

  private var count: Int { min(100_000, files.rows) }

  private func document() throws -> String {
    try files.file("\(count)-objects.trips") {
      _ = try files.task("write-collection", [$0, String(count)])
    }
  }

  private func database() throws -> String {
    try files.file("\(count)-objects.sqlite") {
      _ = try files.peers.python(script: "sqlite_store.py", "insert", String(count), $0)
    }
  }

  /// Fetching objects and reading a text of each.
  private func reading(_ name: String, _ what: String) -> Job {
    Job(
      "fetch " + name, in: .milliseconds, goal: .atMostPart(3), rounds: 5,
      .wall("ModelContext") { try files.task("store", [what, try document()]) },
      .wall("Python sqlite3") {
        try files.peers.python(script: "sqlite_store.py", what, try database())
      })
  }

  private func changing(_ name: String, _ what: String) -> Job {
    Job(
      name, in: .milliseconds, goal: .atMostPart(3), rounds: 5,
      .wall("ModelContext") {
        try files.task("store", [what, try document(), files.output("changed.trips")])
      },
      .wall("Python sqlite3") {
        try files.peers.python(
          script: "sqlite_store.py", what, try database(), files.output("changed.sqlite"))
      })
  }
}
