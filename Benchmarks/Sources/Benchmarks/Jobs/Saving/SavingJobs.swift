/// Writing a whole document, against what writes JSON elsewhere.
struct SavingJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] { [saving(.ascii), saving(.multilingual), savingFast, savingAsSmall, inserting] }

  /// The number of new objects, which does not depend on the size of the other documents.
  private var insertedCount: String { String(min(files.rows, 100_000)) }

  private var inserting: Job {
    Job(
      "insert 100,000 objects and save the file", in: .milliseconds, goal: .atMostPart(1.3),
      rounds: 5,
      .wall("ModelContext") {
        try files.task("insert", [insertedCount, files.output("inserted.trips")], threads: 2)
      },
      .wall("Python sqlite3") {
        try files.peers.python(
          script: "sqlite_store.py", "insert", insertedCount, files.output("inserted.sqlite"))
      })
  }

  private func saving(_ words: DocumentKind.Words) -> Job {
    let kind = DocumentKind(rows: files.rows, words: words)
    return Job(
      "save everything, \(words.rawValue), two threads", in: .milliseconds, goal: .timesFaster(15),
      rounds: 3, warmsUp: false,
      .wall("TripDocument") {
        try files.task("write", [files.document(kind), files.output("ours.trips")], threads: 2)
      },
      .wall("JSONEncoder + zlib 6") {
        try files.peers.run(
          trips: "json-save", files.peerText(kind), files.output("peer.json.deflated"))
      },
      .wall("Python zipfile + json") {
        try files.peers.python("save", files.peerText(kind), files.output("python.zip"))
      },
      .wall("SQLite through GRDB, every row") {
        try files.peers.run(trips: "sqlite-make", files.peerText(kind), files.output("peer.sqlite"))
      })
  }

  /// What the default level gives away for a smaller file.
  private var savingFast: Job {
    let kind = DocumentKind(rows: files.rows)
    return Job(
      "save everything as autosave does, two threads", in: .milliseconds, goal: .timesFaster(15),
      rounds: 3, warmsUp: false,
      .wall("TripDocument") {
        try files.task(
          "write", [files.document(kind), files.output("ours.trips"), "autosave"], threads: 2)
      },
      .wall("JSONEncoder + zlib 6") {
        try files.peers.run(
          trips: "json-save", files.peerText(kind), files.output("peer.json.deflated"))
      })
  }

  private var savingAsSmall: Job {
    let kind = DocumentKind(rows: files.rows)
    let level = SmallEnoughLevel(files: files, kind: kind)
    return Job(
      "save as small as zlib 6 makes it, one thread", in: .milliseconds, goal: .timesFaster(5),
      rounds: 3,
      warmsUp: false,
      .processor("TripDocument, first level that is") {
        try files.task(
          "write-at-level",
          [files.document(kind), files.output("ours.trips"), String(level.value())], threads: 1)
      },
      .processor("JSONEncoder + zlib 6") {
        try files.peers.run(
          trips: "json-save", files.peerText(kind), files.output("peer.json.deflated"))
      })
  }
}
