import ArgumentParser
import DocumentFile
import DocumentTables

/// `tripconv scrub`: writes a copy of a document without its content, for a report of an error.
struct Scrub: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a copy with the same structure and none of the content, for bug reports.",
    discussion: """
      Replaces each letter and digit by another one of the same script, and all other content by \
      values of the same kind and size. Objects, keys, relationships, orders, the schema and its \
      version stay. Equal values become equal values, different ones different values, so unique \
      values stay unique and duplicates stay duplicates.

      Dates move by one number of weeks. Truth values, cases of enumerations, numbers of one digit, \
      time zones, schemes of URLs, and the reverse-DNS names of schemas and of other programs stay; so do values \
      named with --keep, and in what is kept of files of other programs the names that their specifications define. \
      The history and carried data are left out. Read the copy before you send it.

      The replacements depend on the document and on the seed, which is random unless it is given. \
      They cannot be computed from the seed without the document.

      EXAMPLES
        tripconv scrub private.trips -o report.trips
        tripconv scrub private.trips -o report.trips.json --seed 7
        tripconv scrub private.trips -o report.trips --keep Trip.destination
      """)

  @Argument(help: ArgumentHelp("The document to read, or - for standard input.", valueName: "in"))
  var input: InputArgument

  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "Any text; the same document and seed give the same copy.", valueName: "text"))
  var seed: String?

  @Option(
    help: ArgumentHelp(
      "Leave the values of this property as they are; may be repeated.",
      valueName: "Entity.property"))
  var keep: [String] = []

  @OptionGroup var limits: LimitOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    try input.refuse(asOutput: output.target, advice: "write to another name")
  }

  func run() throws {
    try output.target.requireCreatable()
    let display = messages.display(input, isPrinted: output.target == .standardOutput)
    defer { display.clear() }
    let document = try display.observingMigration {
      try OpenedDocument(
        try ForeignInput.document(
          limits.applied(to: input), omission: .neverKept, messages), version: .own,
        history: .erase)
    }
    try document.requireWritable()
    let kept = try keptColumns(of: document.tables.schema)
    let scrubbed: ScrubbedDocument
    do {
      scrubbed = try ScrubbedDocument(document.tables, seed: seedBytes, keeping: kept)
    } catch {
      throw CommandFailure(error, file: input.name)
    }
    _ = try output.file.write(
      .held(HeldRows(tables: scrubbed.tables, type: document.type, limits: document.limits)))
    display.finish()
    messages.say(Message(.note, words(scrubbed), at: input.name))
    if document.dropsHistory || !document.tables.carried.isEmpty {
      messages.say(
        Message(.note, "its history and carried data were left out", at: input.name))
    }
  }

  private var seedBytes: [UInt8] {
    if let seed { return Array(seed.utf8) }
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  private func words(_ document: ScrubbedDocument) -> String {
    let counts = document.counts
    let replaced = [
      (counts.texts, "text"), (counts.numbers, "number"), (counts.others, "other value"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    var parts = replaced.isEmpty ? [] : ["replaced " + replaced.joined(separator: ", ")]
    if counts.dates > 0 {
      parts.append(
        "moved \(counts.dates) date\(counts.dates == 1 ? "" : "s") by one number of weeks")
    }
    if parts.isEmpty { parts.append("there was no content to replace") }
    return parts.joined(separator: "; ") + "; tripconv scrub --help lists what stays"
  }

  /// Returns the columns of the properties that `--keep` names, by hierarchy.
  private func keptColumns(of schema: TableSchema) throws -> [Set<Int>] {
    var kept = schema.hierarchies.map { _ in Set<Int>() }
    for name in keep {
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw UsageError.failure(
          "tripconv scrub",
          "--keep needs an entity and a property, such as Trip.name, not '\(name)'")
      }
      var isFound = false
      for (index, hierarchy) in schema.hierarchies.enumerated() {
        guard let entity = hierarchy.entity(named: parts[0]) else { continue }
        guard let property = entity.properties.first(where: { $0.name == parts[1] }) else {
          throw UsageError.failure(
            "tripconv scrub",
            RequestedEntity.unknown(
              parts[1], kind: "property of \(parts[0])", among: entity.properties.map(\.name)))
        }
        if let column = property.column { kept[index].insert(column) }
        isFound = true
      }
      guard isFound else {
        throw UsageError.failure(
          "tripconv scrub",
          RequestedEntity.unknown(parts[0], kind: "entity", among: schema.entities.map(\.name)))
      }
    }
    return kept
  }
}
