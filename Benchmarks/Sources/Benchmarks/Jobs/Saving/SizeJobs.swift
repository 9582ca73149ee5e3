import DocumentData

/// How large a document is, against a database with the same rows.
struct SizeJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] { [.ascii, .multilingual].flatMap(sizes) + [oneTrip, noTrip] }

  /// What a document takes for itself, with a trip of which only the name, the place and the days are known.
  private var oneTrip: Job {
    let row = "PersonalTrip,1,Oslo,2026-05-04,Fjords in May,2026-05-01\n"
    return Job(
      "size of a document of one trip", in: .bytes, goal: .atMost(2_900), rounds: 1, warmsUp: false,
      Candidate(name: "zipped JSON") {
        let path = try files.file("one-trip.trips") { path in
          let table = files.output("one-trip.csv")
          try ("entity,id,destination,endDate,name,startDate\n" + row)
            .write(toFile: table, atomically: true, encoding: .utf8)
          try files.convert(["convert", table, "-o", path])
        }
        return try files.size(path)
      })
  }

  private var noTrip: Job {
    Job(
      "size of header and schema", in: .bytes, goal: .atMost(4_000), rounds: 1, warmsUp: false,
      Candidate(name: "flat JSON without trips") {
        try files.size(files.document(DocumentKind(rows: 0, form: .flatJSON)))
      })
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
