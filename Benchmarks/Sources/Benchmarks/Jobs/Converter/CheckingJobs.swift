/// What the converter does with a whole document, against what other programs do with the same file.
struct CheckingJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] { [validating(document), validating(journeys), dumping, flattening] }

  private var document: DocumentKind { DocumentKind(rows: files.rows) }
  private var journeys: DocumentKind { DocumentKind(rows: files.rows, words: .journeys) }

  private func validate(_ document: DocumentKind) throws -> Figures {
    try files.convertMeasured(["validate", files.document(document)], threads: 1)
  }

  private func validating(_ document: DocumentKind) -> Job {
    Job(
      "validate zipped JSON, \(document.words.rawValue), one thread", in: .milliseconds,
      goal: .atMostPart(0.9), rounds: 5,
      warmsUp: false,
      .processor("tripconv validate") { try validate(document) },
      .processor("unzip -t") {
        try files.programMeasured("unzip", ["-tqq", files.document(document)])
      },
      .processor("Python zipfile + json, every part") {
        try files.peers.python("visit", files.document(document))
      })
  }

  private var dumping: Job {
    Job(
      "dump a document, one thread", in: .milliseconds, goal: .atMostPart(1.5), rounds: 3,
      warmsUp: false,
      .processor("tripconv dump") {
        try files.convertMeasured(["dump", "--all", files.document(document)], threads: 1)
      },
      .processor("tripconv validate") { try validate(document) })
  }

  private var flattening: Job {
    Job(
      "convert zipped JSON to flat JSON, one thread", in: .milliseconds, goal: .atMostPart(1.5),
      rounds: 3, warmsUp: false,
      .processor("tripconv convert") {
        try files.convertMeasured(
          [
            "convert", files.document(document), "--keep-version", "--to", "flat-json", "-o",
            files.output("flat.json"),
          ], threads: 1)
      },
      .processor("tripconv validate") { try validate(document) })
  }
}
