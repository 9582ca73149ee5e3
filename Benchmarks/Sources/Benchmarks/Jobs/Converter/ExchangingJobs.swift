/// Formats of other programs, written and read, against what reads and writes the same files elsewhere and keeps
/// nothing of what they mean.
struct ExchangingJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] {
    guard files.series == .newest else { return [] }
    return [
      writing("CSV", "csv", table, goal: 3, pythonName: "csv"),
      reading("CSV", "csv", table, goal: 4, pythonName: "csv"),
      writing("a calendar", "ics", calendar, goal: nil, pythonName: "icalendar"),
      reading("a calendar", "ics", calendar, goal: nil, pythonName: "icalendar"),
      writing("reservations", "jsonld", calendar, goal: nil, pythonName: "json"),
      reading("reservations", "jsonld", calendar, goal: nil, pythonName: "json"),
      writingDatabase, readingDatabase, readingStore,
    ]
  }

  private var table: DocumentKind { DocumentKind(rows: files.rows) }
  /// Fewer, because Python's package for calendars takes minutes for more.
  private var calendar: DocumentKind { DocumentKind(rows: min(files.rows, 2_000)) }

  private func writing(
    _ name: String, _ ending: String, _ kind: DocumentKind, goal: Double?, pythonName: String
  ) -> Job {
    Job(
      "write \(name) of \(kind.rows) trips", in: .milliseconds, goal: goal.map { .atMostPart($0) },
      rounds: 3, warmsUp: false,
      .processor("tripconv convert") {
        try files.convertMeasured(
          ["convert", files.document(kind), "-o", files.output("exported.\(ending)")])
      },
      .processor("Python \(pythonName)") {
        try files.peers.python(
          script: "exchange.py", pythonName, "write", files.exported(kind, ending),
          files.output("python.\(ending)"))
      })
  }

  private func reading(
    _ name: String, _ ending: String, _ kind: DocumentKind, goal: Double?, pythonName: String
  ) -> Job {
    Job(
      "read \(name) of \(kind.rows) trips", in: .milliseconds, goal: goal.map { .atMostPart($0) },
      rounds: 3, warmsUp: false,
      .processor("tripconv convert") {
        try files.convertMeasured(
          ["convert", files.exported(kind, ending), "-o", files.output("imported.trips")])
      },
      .processor("Python \(pythonName)") {
        try files.peers.python(
          script: "exchange.py", pythonName, "read", files.exported(kind, ending))
      })
  }

  private var writingDatabase: Job {
    let kind = table
    return Job(
      "write an SQLite file", in: .milliseconds, goal: .atMostPart(1.5), rounds: 3, warmsUp: false,
      .processor("tripconv convert") {
        try files.convertMeasured(
          ["convert", files.document(kind), "-o", files.output("exported.sqlite")])
      },
      .processor("sqlite3 loading its own dump") {
        try files.peers.python(
          script: "exchange.py", "sqlite3", "load", dump(kind), files.output("loaded.sqlite"))
      })
  }

  private var readingDatabase: Job {
    let kind = table
    return Job(
      "read an SQLite file", in: .milliseconds, goal: .atMostPart(4), rounds: 3, warmsUp: false,
      .processor("tripconv convert") {
        try files.convertMeasured(
          ["convert", files.exported(kind, "sqlite"), "-o", files.output("imported.trips")])
      },
      .processor("sqlite3 .dump") {
        try files.peers.python(
          script: "exchange.py", "sqlite3", "dump", files.exported(kind, "sqlite"),
          files.output("dump.sql"))
      })
  }

  private var readingStore: Job {
    let objects = files.rows
    return Job(
      "read a SwiftData store of \(objects) objects", in: .milliseconds, rounds: 3, warmsUp: false,
      .processor("tripconv convert") {
        try files.convertMeasured(
          ["convert", files.store(objects), "-o", files.output("imported.trips")])
      },
      .processor("sqlite3 .dump") {
        try files.peers.python(
          script: "exchange.py", "sqlite3", "dump", files.store(objects), files.output("dump.sql"))
      })
  }

  private func dump(_ kind: DocumentKind) throws -> String {
    try files.file(kind.peerFileName("dump.sql")) { path in
      _ = try files.peers.python(
        script: "exchange.py", "sqlite3", "dump", files.exported(kind, "sqlite"), path)
    }
  }
}
