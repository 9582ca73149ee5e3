import ArgumentParser
import DocumentFile
import DocumentMigration
import DocumentTables

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

  func validate() throws {
    for (name, text) in [("--from", from), ("--until", until)] {
      if let text, DatePeriod(text) == nil {
        throw ValidationError(
          "\(name) takes a day, month or year, such as 1831-12-27, not '\(text)'")
      }
    }
  }

  /// Returns the content of a document with the selected trips and everything that belongs to them.
  ///
  /// - Throws: ``CommandFailure`` if no trip is selected, or a condition is invalid.
  func applied(to document: OpenedDocument) throws -> Tables {
    guard !isEmpty else { return document.tables }
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
    return Self.keeping(Set(list.objects.map(\.key)), hierarchy, tables)
  }

  /// Returns tables with some trips and the objects that refer to one of them.
  private static func keeping(
    _ trips: Set<ObjectKey>, _ hierarchy: Int, _ tables: Tables
  ) -> Tables {
    var changes = ChangeSet(nextKey: tables.nextKey)
    var gone: Set<ObjectKey> = []
    for (index, table) in tables.tables.enumerated() {
      let layout = tables.schema.hierarchies[index]
      let owner = layout.columns.firstIndex { column in
        if case .relationship(let relationship, .reference) = column.content {
          return tables.schema.hierarchyIndex(of: relationship.destination) == hierarchy
        }
        return false
      }
      for segment in table.segments {
        for row in 0..<segment.count {
          let key = segment.keys[row]
          if index == hierarchy ? trips.contains(key) : isOwned(segment, row, owner, trips) {
            continue
          }
          gone.insert(key)
          changes.deleted.append(
            DeletedRow(hierarchy: index, key: key, discriminator: segment.entities[row]))
        }
      }
    }
    changes.extensions = tables.extensions.filter { $0.anchor.map(gone.contains) ?? false }
      .map { Change(old: $0, new: nil) }
    changes.keptParts = tables.keptParts.filter { $0.anchor.map(gone.contains) ?? false }
      .map { Change(old: $0, new: nil) }
    var result = tables
    // A history tells of all objects.
    let history = result.history
    result.history = nil
    result = result.applying(changes).withoutCarriedRemains()
    result.history = history
    return result
  }

  private static func isOwned(
    _ segment: Segment, _ row: Int, _ owner: Int?, _ trips: Set<ObjectKey>
  ) -> Bool {
    guard let owner, case .reference(let trip) = segment.value(at: row, column: owner) else {
      return false
    }
    return trips.contains(trip)
  }
}
