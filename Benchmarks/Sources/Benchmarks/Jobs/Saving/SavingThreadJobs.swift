/// What the second thread brings when a document is written.
struct SavingThreadJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] { [saving] }

  private var saving: Job {
    let kind = DocumentKind(rows: files.rows)
    return Job(
      "save everything, two threads over one", in: .milliseconds, goal: .timesFaster(1.8),
      rounds: 5, warmsUp: false,
      .wall("two threads") { try write(kind, threads: 2) },
      .wall("one thread") { try write(kind, threads: 1) })
  }

  private func write(_ kind: DocumentKind, threads: Int) throws -> Figures {
    try files.task(
      "write", [files.document(kind), files.output("ours.trips")], threads: threads)
  }
}
