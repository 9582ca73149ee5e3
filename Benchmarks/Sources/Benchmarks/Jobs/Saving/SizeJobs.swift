/// How large a document is, against a database with the same rows.
struct SizeJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] {
    [.ascii, .multilingual].flatMap(sizes) + [
      size(ofTrips: 1, .json, goal: 2_900), size(ofTrips: 0, .flatJSON, goal: 4_000),
    ]
  }

  /// What a document takes for itself: a flat one without trips is header and schema.
  private func size(ofTrips count: Int, _ form: DocumentKind.Form, goal: Double) -> Job {
    let kind = DocumentKind(rows: count, form: form)
    return Job(
      "size of a document, trips: \(count)", in: .bytes, goal: .atMost(goal), rounds: 1,
      warmsUp: false,
      Candidate(name: form.rawValue) { try files.size(files.document(kind)) })
  }

  private func sizes(_ words: DocumentKind.Words) -> [Job] {
    [
      size(words, "default", goal: .atMostPart(0.30)),
      size(words, "export", goal: .atMostPart(0.27)),
      size(words, "autosave", goal: nil),
    ]
  }

  private func size(_ words: DocumentKind.Words, _ level: String, goal: Goal?) -> Job {
    let kind = DocumentKind(rows: files.rows, words: words, level: level)
    return Job(
      "size of a document, \(words.rawValue), level \(level)", in: .megabytes, goal: goal,
      rounds: 1,
      warmsUp: false,
      Candidate(name: "zipped JSON") { try files.size(files.document(kind)) / 1e6 },
      Candidate(name: "SQLite through GRDB") { try files.size(files.database(kind)) / 1e6 },
      Candidate(name: "its text with zlib 6") { try files.size(files.packedFlatJSON(kind)) / 1e6 },
      Candidate(name: "JSONEncoder + zlib 6") { try files.size(files.packedJSON(kind)) / 1e6 })
  }
}
