import Foundation
import Testing

/// One run of the built command.
struct Command {
  /// Beside the test bundle, where the build puts it.
  static let executable = Bundle.main.bundleURL.appending(path: "tripconv")

  let status: Int32
  let output: Data
  let errors: String

  var text: String { String(decoding: output, as: UTF8.self) }

  /// Runs the command in a folder.
  ///
  /// - Parameters:
  ///   - output: The file that standard output is, where it is none of the test's own.
  ///   - terminal: The open terminal that standard output is instead.
  ///   - timeZone: The zone of the process, where it is not that of the machine.
  ///   - editor: The command that edits texts.
  ///   - environment: Further variables.
  init(
    _ arguments: [String], in folder: ScratchFolder, input: Data = Data(), output: String? = nil,
    terminal: FileHandle? = nil, timeZone: String? = nil, editor: String? = nil,
    environment: [String: String] = [:]
  ) throws {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    // A command that is built with a sanitizer takes the settings of the tests.
    let sanitizers = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
    process.environment = ["COLUMNS": "80", "PATH": "/usr/bin:/bin"].merging(sanitizers) { $1 }
    process.environment?["TZ"] = timeZone
    process.environment?["EDITOR"] = editor
    process.environment?.merge(environment) { $1 }
    // Files rather than pipes: nothing can block however much is written.
    let streams = ScratchFolder()
    try input.write(to: streams.url.appending(path: "in"))
    for name in ["out", "err"] { try Data().write(to: streams.url.appending(path: name)) }
    let standardInput = try FileHandle(forReadingFrom: streams.url.appending(path: "in"))
    let standardOutput = try FileHandle(
      forWritingTo: output.map { URL(fileURLWithPath: $0) } ?? streams.url.appending(path: "out"))
    let standardError = try FileHandle(forWritingTo: streams.url.appending(path: "err"))
    // Foundation keeps the process, and with it the handles, and `Process.run` reads beyond its
    // buffer where thousands of files are open.
    defer { for handle in [standardInput, standardOutput, standardError] { try? handle.close() } }
    process.standardInput = standardInput
    process.standardOutput = terminal ?? standardOutput
    process.standardError = standardError
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    ended.wait()
    try #require(process.terminationReason == .exit, "it was ended by a signal")
    status = process.terminationStatus
    self.output = try Data(contentsOf: streams.url.appending(path: "out"))
    errors = try String(contentsOf: streams.url.appending(path: "err"), encoding: .utf8)
  }
}

/// A folder of a test's own, gone when the test is.
final class ScratchFolder {
  let url: URL

  init() {
    url = FileManager.default.temporaryDirectory.appending(path: "tripconv-\(UUID())")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of everything in it, in order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

  func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }

  /// Runs the command in this folder.
  @discardableResult
  func run(_ arguments: String..., input: Data = Data(), output: String? = nil) throws -> Command {
    try Command(arguments, in: self, input: input, output: output)
  }

  /// Makes a document with the command; its form follows from the name.
  func generate(_ name: String, trips: Int = 40, version: String = "6.0.0") throws {
    let command = try run(
      "generate", "--trips", "\(trips)", "--seed", "7", "--schema-version", version, "-o", name)
    try #require(command.status == 0, "\(command.errors)")
  }

  /// Leaves the tickets out of a flat JSON document, for formats that have no place for them.
  func removeTickets(of name: String) throws {
    let text = try text(name).replacing(/"Ticket":\[\n[^\]]*\]/, with: "\"Ticket\":[\n]")
    try write(text, to: name)
  }

  /// A flat document whose schema is newer than any that this program knows.
  func generateNewer(_ name: String) throws {
    try generate(name, trips: 3)
    let text = try text(name).replacingOccurrences(
      of: "\"version\":\"6.0.0\"", with: "\"version\":\"9.0.0\"")
    try #require(text.contains("9.0.0"))
    try write(text, to: name)
  }
}
