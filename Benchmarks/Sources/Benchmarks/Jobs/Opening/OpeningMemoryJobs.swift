/// The most memory that a process holds that opens a document and does nothing else.
struct OpeningMemoryJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] { [opening(.ascii), opening(.multilingual), opening(.journeys)] }

  private func opening(_ words: DocumentKind.Words) -> Job {
    let kind = DocumentKind(rows: files.rows, words: words)
    let flat = DocumentKind(rows: files.rows, words: words, form: .flatJSON)
    return Job(
      "peak memory of opening zipped JSON, \(words.rawValue)", in: .megabytes,
      goal: .atMostPart(0.5), rounds: 1, warmsUp: false,
      .figure("peak", per: 1e6, "TripDocument") { try files.task("open", [files.document(kind)]) },
      Candidate(name: "the raw JSON itself") { try files.size(files.document(flat)) / 1e6 },
      .figure("peak", per: 1e6, "JSONDecoder + zlib") {
        try files.peers.run(trips: "json-open", files.packedJSON(kind))
      },
      .figure("peak", per: 1e6, "Python zipfile + json") {
        try files.peers.python("open", files.pythonArchive(kind))
      })
  }
}
