import ArgumentParser

/// `tripconv schema`: exports, checks and compares schemas.
struct SchemaCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Export, compare and check schemas.",
    discussion: """
      Every document embeds its schema. The released versions of the trip schema are built in.
      """,
    subcommands: [ExportSchema.self, CheckSchemas.self, DiffSchemas.self])

  func run() throws {
    throw UsageError.failure("tripconv schema", "name a command: export, check or diff")
  }
}
