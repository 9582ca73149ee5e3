import ArgumentParser
import Foundation
import Testing

@testable import tripconv

@Suite("Help of tripconv")
struct HelpTests {
  private static let isBlessing = ProcessInfo.processInfo.environment["TRIPDOCUMENTS_BLESS"] == "1"
  private static let expected = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "TripConvHelp")

  @Test(
    "is the text that was last agreed on",
    arguments: [
      "tripconv", "new", "add", "edit", "remove", "undo", "convert", "import", "formats", "plan",
      "migrate", "inspect", "list", "show",
      "dump", "diff", "apply",
      "merge", "validate", "scrub", "generate", "history", "history list", "history show",
      "history net", "history keep", "history prune",
      "schema",
      "schema export", "schema check", "schema diff",
      "git", "git enable", "git disable", "git merge-driver", "git textconv",
    ])
  func text(verb: String) throws {
    let words = verb == "tripconv" ? [] : verb.split(separator: " ").map(String.init)
    let arguments = words + ["--help"]
    let command = try Command(arguments, in: ScratchFolder())
    #expect(command.status == 0)
    let file = Self.expected.appending(path: "\(verb.replacing(" ", with: "-")).txt")
    if Self.isBlessing { try command.output.write(to: file) }
    #expect(command.text == (try String(contentsOf: file, encoding: .utf8)))
    let lines = command.text.split(separator: "\n").filter { !$0.hasPrefix("USAGE: ") }
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("breaks no line of an example or a table")
  func examples() throws {
    var commands: [any ParsableCommand.Type] = [TripConv.self]
    while let command = commands.popLast() {
      commands += command.configuration.subcommands
      let lines = command.configuration.discussion.split(separator: "\n")
      for line in lines where line.hasPrefix("  ") {
        #expect(line.count <= 80, "\(command): \(line)")
      }
    }
  }
}
