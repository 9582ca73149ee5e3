/// Looking into a file without opening all of it.
struct LookingJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] { files.curve.map(inspecting) + [reading, finding] }

  private func inspecting(_ rows: Int) -> Job {
    let kind = DocumentKind(rows: rows)
    return Job(
      "inspect \(rows) trips", in: .milliseconds, rounds: 5, warmsUp: false,
      Candidate(name: "tripconv inspect") {
        try files.convert(["inspect", files.document(kind)]).wall * 1e3
      })
  }

  /// By the system's account, the program's own libraries and the tables it looks up included.
  private var reading: Job {
    let kind = DocumentKind(rows: files.rows)
    return Job(
      "bytes that inspect reads", in: .megabytes, goal: .atMostPart(0.02), rounds: 1,
      warmsUp: false,
      Candidate(name: "tripconv inspect") {
        let outcome = try files.convert(["inspect", files.document(kind)])
        guard let bytes = outcome.bytesRead else {
          throw Unavailable(reason: "the system does not count them")
        }
        return bytes / 1e6
      },
      Candidate(name: "the file") { try files.size(files.document(kind)) / 1e6 })
  }

  private var finding: Job {
    let kind = DocumentKind(rows: files.rows)
    return Job(
      "one trip by its name from a closed file", in: .milliseconds, goal: .atMostPart(0.02),
      rounds: 5, warmsUp: false,
      .wall("TripDocument.trips(named:in:)") {
        try files.task("find", [files.document(kind), files.middleName(kind)])
      },
      .wall("opening the file") { try files.task("open", [files.document(kind)]) },
      .wall("SQLite through GRDB") {
        try files.peers.run(trips: "sqlite-find", files.database(kind), files.middleName(kind))
      })
  }
}
