import ArgumentParser
import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation

/// `tripconv git merge-driver`: merges a document for git.
struct MergeDriver: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-driver",
    abstract: "Merge a document; git calls this.",
    discussion: """
      Writes the merge of ours and theirs to ours, in its format, and exits with 1 if there are \
      conflicts, in which ours is taken. If both sides and the base have different schema versions, \
      the result has the version that a side changed, or the newest if both did.

      With --bases, ours and theirs are two bases of one merge, which git merges first: the result \
      has no change that they do not agree about, so that it is a conflict in the merge itself.
      """)

  @Argument(help: ArgumentHelp("The common ancestor; it may be empty.", valueName: "base"))
  var base: InputArgument

  @Argument(help: ArgumentHelp("Our version, which is replaced.", valueName: "ours"))
  var ours: InputArgument

  @Argument(help: ArgumentHelp("Their version.", valueName: "theirs"))
  var theirs: InputArgument

  @Argument(help: ArgumentHelp("Git's size of conflict markers; not used.", valueName: "size"))
  var markerSize: String?

  @Argument(help: ArgumentHelp("The name of the file in messages.", valueName: "name"))
  var name: String?

  @Flag(
    help: ArgumentHelp(
      "Keep what the base has in conflicts, and exit with 0; all of it if a version is no document."
    ))
  var bases = false

  @OptionGroup var messages: MessageOptions

  /// Returns whether an argument is the name of the file in git's call, which may be any bytes.
  static func isName(_ index: Int) -> Bool {
    let arguments = CommandLine.arguments
    guard arguments.count > 3, arguments[1...2] == ["git", "merge-driver"] else {
      return false
    }
    return arguments.firstIndex(of: "--").map { index == $0 + 5 } ?? false
  }

  func validate() throws {
    guard ours.source.path != nil else { throw ValidationError("ours must be a file") }
  }

  func run() throws {
    let name = self.name ?? ours.name
    do {
      try merge(name)
    } catch  where bases {
      // What is left in ours would count as what both sides began with.
      try keepBase(name)
    } catch let failure as CommandFailure {
      // Errors name git's temporary files.
      let files = [("base", base), ("ours", ours), ("theirs", theirs)]
      throw CommandFailure(
        failure.status,
        failure.messages.map { message in
          for (words, input) in files {
            guard let path = input.source.path, message.place.hasPrefix(path) else { continue }
            let place = "\(name) (\(words))" + message.place.dropFirst(path.count)
            return Message(message.kind, message.words, at: place, details: message.details)
          }
          return message
        })
    }
  }

  private func keepBase(_ name: String) throws {
    guard let from = base.source.path, let to = ours.source.path,
      let data = FileManager.default.contents(atPath: from)
    else { throw CommandFailure(.cannotRead, "the base cannot be read", at: name) }
    do {
      _ = try DocumentFile.replace(fileAt: to, with: [UInt8](data))
    } catch {
      throw CommandFailure(error, file: name)
    }
  }

  private func merge(_ name: String) throws {
    let inputs = [("base", base), ("ours", ours), ("theirs", theirs)].map { words, input in
      InputArgument(input.source, name: "\(name) (\(words))")
    }
    // The file keeps its place, and with it its history.
    let opened = try CommonVersion.open(
      inputs, leading: 1, purpose: "merged", history: bases ? .omit : .keep, messages)
    guard let one = opened[1], let other = opened[2] else {
      throw CommandFailure(.badData, "one side is empty", at: name)
    }
    for document in [one, other] { try document.requireWritable() }
    var merged = try MergedDocument(
      base: opened[0], one, other, origin: .versionControl, side: bases ? nil : .ours)
    if let version = Self.version(opened[0], one, other),
      version != merged.document.tables.schema.version
    {
      try merged.convert(to: version)
    }
    if let path = ours.source.path {
      try DocumentDestination.target(.path(path)).write(merged.document, of: ours)
    }
    guard !bases else { return }
    if other.hasReadHistory { messages.say(HistoryOmission.theirs.message(at: other.name)) }
    // git asks for errors only, but a person must see what a merge deletes.
    if let message = MergeDeletionText.message(merged, at: name) { StandardError.say(message) }
    guard let message = MergeConflictText.message(merged, at: name) else { return }
    StandardError.say(message)
    StandardError.say(
      Message(
        .note, "the file is a valid document with our values; change it if need be, and git add it",
        at: name))
    throw CommandFailure(.differs)
  }

  /// Returns the version of the result: like a value, a version that only one side changed is that
  /// of this side.
  private static func version(
    _ base: OpenedDocument?, _ ours: OpenedDocument, _ theirs: OpenedDocument
  ) -> SchemaVersion? {
    guard let base else { return nil }
    if theirs.ownVersion == base.ownVersion { return ours.ownVersion }
    return ours.ownVersion == base.ownVersion ? theirs.ownVersion : nil
  }
}
