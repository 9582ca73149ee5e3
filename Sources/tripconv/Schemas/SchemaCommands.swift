import ArgumentParser

/// `tripconv schema`: exports, checks and compares schemas.
struct SchemaCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Exports schemas, compares them, and checks released ones.",
    discussion: """
      Every document embeds its schema; the released versions of the trip schema are built in, and \
      frozen as files in the folder schemas of the source.
      """,
    subcommands: [ExportSchema.self, CheckSchemas.self, DiffSchemas.self])

  func run() throws {
    throw ValidationError("name a command: export, check or diff")
  }
}
