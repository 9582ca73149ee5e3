import Foundation
import Testing

@Suite("Verbs that read one document")
struct StandardInputTests {
  private let folder = ScratchFolder()

  @Test(
    "read standard input where no file is named",
    arguments: [["list"], ["show"], ["inspect"], ["dump"], ["validate"], ["plan"]])
  func redirected(arguments: [String]) throws {
    try folder.generate("a.trips", trips: 1)
    let input = try folder.bytes("a.trips")
    let named = try Command(arguments + ["-"], in: folder, input: input)
    let unnamed = try Command(arguments, in: folder, input: input)
    #expect(unnamed.status == 0, "\(unnamed.errors)")
    #expect(unnamed.output == named.output && unnamed.errors == named.errors)
  }

  @Test(
    "ask for a file where standard input is empty",
    arguments: [["list"], ["show"], ["inspect"], ["dump"], ["validate"], ["plan"]])
  func empty(arguments: [String]) throws {
    let command = try Command(arguments, in: folder)
    #expect(command.status == 64)
    #expect(command.errors.contains("missing expected argument '<file>'"), "\(command.errors)")
  }

  @Test("and a file that is named is read in place of it")
  func named() throws {
    try folder.generate("a.trips", trips: 1)
    let command = try folder.run("list", "a.trips", input: Data("hello".utf8))
    #expect(command.status == 0)
  }
}
