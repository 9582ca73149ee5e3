import ArgumentParser
import DocumentFile
import DocumentTables
import TripFormats
import TripPages

/// The command-line options that select trips.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write only trips whose name contains this text, regardless of case and accents.",
      valueName: "name"))
  var trip: String?

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Write only trips that meet this condition, as for tripconv list; may be repeated.",
      valueName: "condition"),
    transform: { try ObjectFilter($0) })
  var conditions: [ObjectFilter] = []

  @Option(
    help: ArgumentHelp("Write only trips that end on this day or later.", valueName: "day"))
  var from: String?

  @Option(
    help: ArgumentHelp("Write only trips that begin on this day or earlier.", valueName: "day"))
  var until: String?

  var isEmpty: Bool {
    trip == nil && conditions.isEmpty && from == nil && until == nil
  }

  func validate() throws { try Self.validate(from: from, until: until) }

  /// - Throws: `ValidationError` if a day is none.
  static func validate(from: String?, until: String?) throws {
    for (name, text) in [("--from", from), ("--until", until)] {
      if let text, DatePeriod(text) == nil {
        throw ValidationError(
          "\(name) takes a day, month or year, such as 1831-12-27, not '\(text)'")
      }
    }
  }

  /// Keeps the selected trips of a document, and everything that belongs to them.
  ///
  /// - Parameter keepsHistory: Whether the history stays, for an output that takes only times of its objects from it.
  /// - Returns: What to say about it.
  /// - Throws: ``CommandFailure`` if no trip is selected, or a condition is invalid.
  func apply(to migrated: inout MigratedDocument, keepsHistory: Bool) throws -> [Message] {
    guard !isEmpty else { return [] }
    let document = try migrated.held()
    let tables = document.tables
    guard let hierarchy = tables.schema.hierarchyIndex(of: "Trip") else {
      throw CommandFailure(.badData, "it has no trips to select", at: document.name)
    }
    var filters = conditions
    if let trip { filters.append(try ObjectFilter("name~" + trip)) }
    if let from { filters.append(try ObjectFilter("endDate>=" + from)) }
    if let until { filters.append(try ObjectFilter("startDate<=" + until)) }
    let list = try ObjectList(
      of: "Trip", in: tables, where: filters, sortedBy: nil, reverse: false, first: nil,
      verb: "tripconv convert")
    guard !list.objects.isEmpty else {
      throw CommandFailure(.notFound, "no trip is selected", at: document.name)
    }
    let selection = TripSelection(
      Set(list.objects.map(\.key)), hierarchy: hierarchy, of: tables)
    var selected = selection.tables
    if keepsHistory { selected.history = tables.history }
    migrated.hold(document.selecting(selected))
    return Self.notes(selection, at: document.name)
  }

  /// Says what is left out that belongs to no trip.
  private static func notes(_ selection: TripSelection, at name: String) -> [Message] {
    guard selection.ownerless > 0 else { return [] }
    let words =
      selection.ownerless == 1
      ? "1 record or attachment that belongs to no object was left out"
      : "\(selection.ownerless) records and attachments that belong to no object were left out"
    return [Message(.note, words, at: name)]
  }
}
