/// What the second thread brings when a document is opened.
struct OpeningThreadJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] { [opening("JSON", .json), opening("XML", .xml)] }

  private func opening(_ name: String, _ form: DocumentKind.Form) -> Job {
    let kind = DocumentKind(rows: files.rows, form: form)
    return Job(
      "open zipped \(name), two threads over one", in: .milliseconds, goal: .timesFaster(1.8),
      rounds: 5, warmsUp: false,
      .wall("two threads") { try files.task("open", [files.document(kind)], threads: 2) },
      .wall("one thread") { try files.task("open", [files.document(kind)], threads: 1) })
  }
}
