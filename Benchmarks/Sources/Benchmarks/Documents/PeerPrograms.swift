import DocumentData

/// The programs that the library is measured against.
struct PeerPrograms {
  /// The program of the package of peers; nil where it was not built.
  let program: String?
  let package: String?
  let series: Series

  /// Does something with the trips of the series.
  func run(trips arguments: String...) throws -> Figures {
    try run([series.rawValue] + arguments)
  }

  func run(_ arguments: String...) throws -> Figures { try run(arguments) }

  private func run(_ arguments: [String]) throws -> Figures {
    guard let program else { throw Unavailable(reason: "the peers are not built") }
    return try Figures(output: ChildProcess(program: program, arguments: arguments).run().output)
  }

  func python(script: String = "zipfile_json.py", _ arguments: String...) throws -> Figures {
    guard let package else { throw Unavailable(reason: "the peers are not built") }
    let script = package + "/Python/" + script
    let process = ChildProcess(program: "python3", arguments: [script] + arguments)
    return try Figures(output: process.run().output)
  }

  /// Names and versions, for the record.
  var versions: [String] {
    var versions: [String] = []
    if let program, let outcome = try? ChildProcess(program: program, arguments: ["versions"]).run()
    {
      versions += outcome.output.split(separator: "\n").map(String.init)
    }
    versions += resolvedVersions
    if let outcome = try? ChildProcess(program: "python3", arguments: ["--version"]).run() {
      versions += outcome.output.split(separator: "\n").map(String.init)
    }
    return versions
  }

  private struct Resolved: Decodable {
    struct Pin: Decodable {
      struct State: Decodable { var version: String? }
      var identity: String
      var state: State
    }
    var pins: [Pin]
  }

  private var resolvedVersions: [String] {
    guard let package,
      let text = try? Data(contentsOf: URL(fileURLWithPath: package + "/Package.resolved")),
      let resolved = try? JSONDecoder().decode(Resolved.self, from: text)
    else { return [] }
    return resolved.pins.map { "\($0.identity) \($0.state.version ?? "")" }
  }
}
