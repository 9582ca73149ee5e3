import ArgumentParser
import Foundation

/// The options of the commands that change git's settings.
struct GitScope: ParsableArguments {
  @Flag(help: "Change the settings of the user, for all repositories, not those of this one.")
  var global = false

  @Flag(name: [.customShort("q"), .long], help: "Print only errors.")
  var quiet = false

  func say(_ words: String, of settings: GitSettings) {
    if !quiet { StandardError.say(Message(.note, words, at: settings.attributes)) }
  }
}

/// `tripconv git enable`: sets git's drivers for documents.
struct EnableGit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Let git compare and merge .trips, .trips.json and .trips.xml with this program.",
    discussion: """
      Sets diff.tripconv, merge.tripconv and merge.tripconv-base in the configuration of the \
      repository, and the attributes in its info/attributes, which is not committed; with --global, \
      in the user's configuration and core.attributesFile. Running it again changes nothing, unless \
      the program was moved.

      EXAMPLES
        tripconv git enable
        tripconv git enable --global
      """)

  @OptionGroup var scope: GitScope

  func run() throws {
    guard let program = Bundle.main.executablePath, program.hasPrefix("/") else {
      throw CommandFailure(.internalError, "the path of this program is not known")
    }
    let settings = try GitSettings(isGlobal: scope.global)
    try settings.enable(program: program)
    scope.say("git compares and merges documents with \(program)", of: settings)
  }
}

/// `tripconv git disable`: takes back what `enable` has set.
struct DisableGit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Take back what tripconv git enable has set.",
    discussion: """
      EXAMPLES
        tripconv git disable
        tripconv git disable --global
      """)

  @OptionGroup var scope: GitScope

  func run() throws {
    let settings = try GitSettings(isGlobal: scope.global)
    try settings.disable()
    scope.say("git treats documents as other files", of: settings)
  }
}
