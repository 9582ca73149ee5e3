import DocumentData

/// The documents that jobs work on, made by the converter when first asked for, and the programs
/// that work on them.
final class DocumentFiles {
  let series: Series
  let rows: Int
  let peers: PeerPrograms
  /// One folder for each series, because the names of files do not tell it.
  private let folder: String
  private let isTemporary: Bool
  private let tripconv: String
  private let ownProgram: String

  init(_ options: Options, _ series: Series) throws {
    self.series = series
    rows = options.rows
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    ownProgram = own
    tripconv =
      options.tripconv ?? URL(fileURLWithPath: own).deletingLastPathComponent().path + "/tripconv"
    peers = PeerPrograms(
      program: options.peers, package: options.peersPackage, series: series)
    isTemporary = options.documents == nil
    folder =
      (options.documents
        ?? FileManager.default.temporaryDirectory.path + "/benchmarks-\(getpid())") + "/"
      + series.version
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func removeTemporary() {
    if isTemporary { try? FileManager.default.removeItem(atPath: folder) }
  }

  /// The sizes over which growth is measured: powers of ten, from a thousand.
  var curve: [Int] { [1_000, 10_000, 100_000, 1_000_000].filter { $0 <= rows } }

  /// A file that is made unless it is there.
  func file(_ name: String, _ make: (String) throws -> Void) throws -> String {
    let path = folder + "/" + name
    if FileManager.default.fileExists(atPath: path) { return path }
    Progress.say("  making \(name)")
    let unfinished = folder + "/unfinished-" + name
    try make(unfinished)
    guard rename(unfinished, path) == 0 else {
      throw ChildProcess.Failure(words: "\(path) cannot be made")
    }
    return path
  }

  /// A place for what a job writes; whatever is there is written over.
  func output(_ name: String) -> String { folder + "/written-" + name }

  func document(_ kind: DocumentKind) throws -> String {
    try file(kind.fileName) { path in
      if kind.fileName != kind.generated.fileName {
        var arguments = ["convert", try document(kind.generated)]
        arguments += ["--schema-version", kind.version ?? series.version]
        if kind.form.ending == "trips" { arguments += ["--level", kind.level] }
        try convert(arguments + ["--to", kind.form.rawValue, "-o", path])
      } else if kind.words == .journeys {
        let text = output("journeys.json")
        _ = try peers.python(
          script: "repeat.py", "journeys", String(series.version.prefix { $0 != "." }),
          String(kind.rows), text)
        try convert(["convert", text, "--keep-version", "--to", kind.form.rawValue, "-o", path])
      } else {
        var arguments = ["generate", "--trips", String(kind.rows)]
        if kind.words == .ascii { arguments.append("--ascii") }
        arguments += ["--schema-version", kind.version ?? series.version]
        try convert(arguments + ["--to", kind.form.rawValue, "-o", path])
      }
    }
  }

  /// A SwiftData store with as many objects.
  func store(_ objects: Int) throws -> String {
    try file("\(objects)-objects.store") { path in
      _ = try peers.python(script: "repeat.py", "store", String(objects), path)
    }
  }

  /// The trips of a document in the format of another program, which the ending names.
  func exported(_ kind: DocumentKind, _ ending: String) throws -> String {
    try file(kind.peerFileName("exported.\(ending)")) { path in
      // The name of an unfinished file has the ending, which chooses the format.
      try convert(["convert", try document(kind), "-o", path])
    }
  }

  /// As many trips as a document has, several times over, in flat JSON.
  func repeated(_ kind: DocumentKind, _ count: Int) throws -> String {
    try file("\(count)-times-\(kind.fileName)") { path in
      try RepeatedText(path: path, count: count).write(try document(kind))
    }
  }

  /// The same trips as a program without this library would write them: one text in JSON.
  func peerText(_ kind: DocumentKind) throws -> String {
    try file(kind.peerFileName("peer.json")) { path in
      _ = try task("write-peer-text", [try document(kind.generated), path])
    }
  }

  /// The name of a trip in the middle of a document.
  func middleName(_ kind: DocumentKind) throws -> String {
    let path = try file(kind.peerFileName("middle-name")) { path in
      _ = try task("write-middle-name", [try document(kind.generated), path])
    }
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  func size(_ path: String) throws -> Double {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.size] as? Int).map(Double.init) ?? .nan
  }

  @discardableResult
  func convert(_ arguments: [String], threads: Int? = nil) throws -> ChildProcess.Outcome {
    try ChildProcess(
      program: tripconv, arguments: arguments, environment: Self.environment(threads)
    ).run()
  }

  /// Does one of this program's tasks in a process of its own.
  func task(_ name: String, _ arguments: [String], threads: Int? = nil) throws -> Figures {
    let process = ChildProcess(
      program: ownProgram, arguments: [MeasuredTask.flag, series.rawValue, name] + arguments,
      environment: Self.environment(threads))
    return try Figures(output: process.run().output)
  }

  /// What the converter takes, without what this program holds: one between them starts it.
  func convertMeasured(_ arguments: [String], threads: Int? = nil) throws -> Figures {
    try task("start", [tripconv] + arguments, threads: threads)
  }

  /// What another program takes.
  func programMeasured(_ program: String, _ arguments: [String]) throws -> Figures {
    try task("start", [program] + arguments)
  }

  private static func environment(_ threads: Int?) -> [String: String] {
    threads.map { ["TRIPDOCUMENTS_THREADS": String($0)] } ?? [:]
  }
}
