/// Opening zipped XML, against what reads XML elsewhere.
struct OpeningXMLJobs: JobGroup {
  let files: DocumentFiles

  /// XMLCoder takes minutes for more.
  private static let mostCodedRows = 10_000

  var jobs: [Job] {
    [
      opening(.ascii), opening(.multilingual), opening(.journeys), parsing(.ascii),
      parsing(.multilingual),
    ] + codings
  }

  /// Both inflate and parse the same text on one thread; libxml2's handlers do nothing.
  private func opening(_ words: DocumentKind.Words) -> Job {
    let kind = DocumentKind(rows: files.rows, words: words, form: .xml)
    return Job(
      "open zipped XML, \(words.rawValue), one thread", in: .milliseconds, goal: .timesFaster(1.8),
      rounds: 3, warmsUp: false,
      .processor("TripDocument") { try files.task("open", [files.document(kind)], threads: 1) },
      .processor("libxml2, empty handlers, zlib") {
        try files.peers.run("libxml2-open", files.packedXML(kind))
      })
  }

  private func parsing(_ words: DocumentKind.Words) -> Job {
    let kind = DocumentKind(rows: files.rows, words: words, form: .flatXML)
    return Job(
      "parse flat XML into columns, \(words.rawValue)", in: .milliseconds, rounds: 3,
      warmsUp: false,
      .processor("with all checks") { try files.task("parse", [files.document(kind)]) },
      .processor("libxml2, empty handlers") {
        try files.peers.run("libxml2-parse", files.document(kind))
      })
  }

  /// XMLCoder does not read the empty lists that it writes, so trips of the newest schema are none for it.
  private var codings: [Job] { files.series == .fourth ? [coding] : [] }

  private var coding: Job {
    let rows = min(Self.mostCodedRows, files.rows)
    let kind = DocumentKind(rows: rows, form: .xml)
    return Job(
      "open zipped XML of \(rows) trips", in: .milliseconds, goal: .timesFaster(300), rounds: 3,
      warmsUp: false,
      .wall("TripDocument") { try files.task("open", [files.document(kind)]) },
      .wall("XMLCoder + zlib") { try files.peers.run(trips: "xmlcoder-open", files.codedXML(kind)) }
    )
  }
}
