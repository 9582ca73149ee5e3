import ArgumentParser

/// `tripconv git`: lets git compare and merge documents.
struct GitCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git",
    abstract: "Let git show and merge changes of documents.",
    discussion: """
      After tripconv git enable, git diff, log -p and show print the objects and properties that \
      changed, and git merge, rebase, cherry-pick and stash merge them. If both sides changed the \
      same thing, git reports a conflict, and the file is a valid document with our value. git calls \
      merge-driver and textconv.
      """,
    subcommands: [EnableGit.self, DisableGit.self, MergeDriver.self, TextConversion.self])

  func run() throws {
    throw UsageError.failure(
      "tripconv git", "name a command: enable, disable, merge-driver or textconv")
  }
}
