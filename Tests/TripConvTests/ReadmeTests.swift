import Foundation
import Testing

@Suite("README")
struct ReadmeTests {
  private static let isBlessing = ProcessInfo.processInfo.environment["TRIPDOCUMENTS_BLESS"] == "1"
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// Runs a line of the README in a folder that has `samples` and `scripts/tripconv`.
  private func run(_ line: String, in folder: ScratchFolder) throws -> String {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = ["-c", "exec 2>&1; \(line)"]
    shell.currentDirectoryURL = folder.url
    let output = folder.url.appending(path: "output")
    try Data().write(to: output)
    shell.standardOutput = try FileHandle(forWritingTo: output)
    try shell.run()
    shell.waitUntilExit()
    return try String(contentsOf: output, encoding: .utf8)
  }

  @Test("its commands print what it says, in its order")
  func commands() throws {
    let folder = ScratchFolder()
    let scripts = folder.url.appending(path: "scripts")
    try FileManager.default.createDirectory(at: scripts, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      at: scripts.appending(path: "tripconv"), withDestinationURL: Command.executable)
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "samples"),
      withDestinationURL: Self.root.appending(path: "samples"))
    let file = Self.root.appending(path: "README.md")
    let readme = try String(contentsOf: file, encoding: .utf8)
    var printed: [Substring] = []
    var isConsole = false
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isConsole = line == "```console" }
      if !isConsole || line == "```console" {
        printed.append(line)
      } else if line.hasPrefix("$ ") {
        printed.append(line)
        let output = try run(String(line.dropFirst(2)), in: folder)
        printed += output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      }
    }
    let expected = printed.joined(separator: "\n")
    if Self.isBlessing { try expected.write(to: file, atomically: true, encoding: .utf8) }
    #expect(expected == readme)
  }
}
