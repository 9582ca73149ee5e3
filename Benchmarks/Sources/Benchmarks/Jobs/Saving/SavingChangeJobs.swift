import DocumentData

/// Saving in place after one change: the part that copies, and the rest.
struct SavingChangeJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] { [comparing] + files.curve.map(growing) }

  private var comparing: Job {
    let kind = DocumentKind(rows: files.rows)
    return Job(
      "save after changing one of \(files.rows) trips", in: .milliseconds, goal: .atMostPart(0.15),
      rounds: 5, warmsUp: false,
      .wall("TripDocument") { try change(kind) },
      .wall("save everything") {
        try files.task("write", [files.document(kind), files.output("ours.trips")])
      },
      .wall("SQLite through GRDB") {
        try files.peers.run(trips: "sqlite-change", files.database(kind))
      })
  }

  /// Copying is what reading, digesting, writing and syncing the whole file takes on its own; the
  /// rest is what saving takes longer.
  private func growing(_ rows: Int) -> Job {
    let kind = DocumentKind(rows: rows)
    return Job(
      "save one change, apart from copying, of \(rows) trips", in: .milliseconds, rounds: 5,
      warmsUp: false,
      .figure("rest", per: 1e-3, "the rest") { try change(kind) },
      .figure("copying", per: 1e-3, "copying") { try change(kind) })
  }

  /// On a copy, because the change stays in the file.
  private func change(_ kind: DocumentKind) throws -> Figures {
    let path = files.output("changed.trips")
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: files.document(kind), toPath: path)
    return try files.task("save-change", [path, files.output("copied.trips")])
  }
}
