import Foundation
import Testing

/// A repository of a test's own, with a home of its own.
struct GitFolder {
  let folder = ScratchFolder()
  let repository: URL
  let home: URL
  /// The program that the repository uses.
  let program: URL

  static var isInstalled: Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/git")
  }

  init() throws {
    repository = folder.url.appending(path: "repository")
    home = folder.url.appending(path: "home")
    for url in [repository, home] {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    program = try #require(Self.linkedProgram)
    try git("init", "-q", "-b", "main")
  }

  /// A link to the program, in a folder whose name a shell or git could misread.
  private static let linkedProgram: URL? = {
    let folder = Command.executable.deletingLastPathComponent()
      .appending(path: "a 'strange' 100%O $(folder)")
    let link = folder.appending(path: "tripconv")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? FileManager.default.removeItem(at: link)
    try? FileManager.default.linkItem(at: Command.executable, to: link)
    return FileManager.default.isExecutableFile(atPath: link.path) ? link : nil
  }()

  struct Result {
    let status: Int32
    /// Standard output and standard error.
    let text: String
  }

  @discardableResult
  func run(_ executable: String, _ arguments: [String]) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = repository
    process.environment = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8",
      "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "A",
      "GIT_COMMITTER_EMAIL": "a@example.com", "GIT_EDITOR": "true", "GIT_PAGER": "cat",
    ]
    let output = folder.url.appending(path: "output-\(UUID())")
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    defer { try? handle.close() }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    ended.wait()
    return Result(
      status: process.terminationStatus,
      text: String(decoding: try Data(contentsOf: output), as: UTF8.self))
  }

  /// Runs git, which must succeed.
  @discardableResult
  func git(_ arguments: String...) throws -> String {
    let result = try run("/usr/bin/git", arguments)
    try #require(result.status == 0, "git \(arguments.joined(separator: " ")): \(result.text)")
    return result.text
  }

  @discardableResult
  func tripconv(_ arguments: String...) throws -> Result { try run(program.path, arguments) }

  /// Lets git compare and merge documents of the repository with the program.
  func enable() throws {
    let result = try tripconv("git", "enable")
    try #require(result.status == 0, "\(result.text)")
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: repository.appending(path: name), encoding: .utf8)
  }

  func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: repository.appending(path: name))
  }

  /// Replaces texts of a file, and commits it.
  func edit(_ changes: [(String, String)], in name: String = "a.trips.json") throws {
    var text = try text(name)
    for (old, new) in changes {
      try #require(text.contains(old), "\(old) in \(text)")
      text = text.replacingOccurrences(of: old, with: new)
    }
    try write(text, name)
    try git("add", "-A")
    try git("commit", "-q", "-m", "edit")
  }

  /// Commits a document of three trips in one of the formats.
  func commitDocument(_ name: String = "a.trips.json") throws {
    let converted = try tripconv(
      "convert", MergeTests.source("small-v4"), "-o", name, "--keep-version")
    try #require(converted.status == 0, "\(converted.text)")
    try git("add", "-A")
    try git("commit", "-q", "-m", "document")
  }

  /// The content of a document, without its first block.
  func dump(_ name: String = "a.trips.json") throws -> String {
    let result = try tripconv("dump", "--keep-version", "--all", name)
    try #require(result.status == 0, "\(result.text)")
    return result.text
  }
}
