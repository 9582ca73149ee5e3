import DocumentFile
import DocumentTables

/// A document of trips without what only the travellers need: numbers, seats, prices, passes and people.
///
///     tickets, participants ─► deleted
///     reservation numbers, prices, per diems ─► null, or their defaults
///     history, carried losses, data and records of other programs, attachments but images ─► left out
///
/// Records and attachments go whole, because they repeat mails, passes and calendars with the same content.
package struct DocumentWithoutBookings {
  /// The entities whose objects are left out.
  private static let entities = ["Ticket", "Participant"]
  /// The attributes whose values are left out.
  private static let attributes: Set = ["reservationNumber", "price", "perdiem"]

  package private(set) var tables: Tables
  /// How many people, tickets, values and files were left out, and records of imported files and of other programs.
  private(set) var (people, tickets, values, files, records) = (0, 0, 0, 0, 0)

  /// Why a value of another schema cannot be left out.
  package enum Refusal: Error, Hashable, Sendable {
    /// The schema requires a value, and states none by default.
    case required(entity: String, property: String)
  }

  /// - Throws: ``Refusal``; `ObjectDeletion.Refusal` if an object of another schema needs a ticket or a participant;
  ///   ``DocumentError`` if the result would break another rule.
  package init(_ original: Tables) throws {
    tables = original
    tables.history = nil
    tables.carried = []
    tables.extensions = []
    tables.keptParts = original.keptParts.filter {
      $0.anchor != nil && $0.mediaType?.lowercased().hasPrefix("image/") ?? false
    }
    files = original.keptParts.count - tables.keptParts.count
    records = original.extensions.count
    let schema = original.schema
    var left: [(hierarchy: Int, key: ObjectKey)] = []
    for name in Self.entities {
      guard let hierarchy = schema.hierarchyIndex(of: name) else { continue }
      let keys = tables.tables[hierarchy].segments.flatMap { segment in
        (0..<segment.keys.count).map { segment.keys[$0] }
      }
      if name == "Ticket" { tickets += keys.count } else { people += keys.count }
      left += keys.map { (hierarchy, $0) }
    }
    tables = tables.applying(try ObjectDeletion(left, from: tables).changes)
    let rows = tables.tables
    tables.keptParts.removeAll { part in
      !rows.contains { table in part.anchor.flatMap { table.location(of: $0) } != nil }
    }
    for (index, hierarchy) in schema.hierarchies.enumerated() {
      tables.tables[index] = Table(
        segments: try tables.tables[index].segments.map { try clearing($0, hierarchy) })
    }
    try DocumentFile.requireValid(tables)
  }

  /// Returns a segment without the values that are left out, and without data of other programs.
  private mutating func clearing(
    _ segment: Segment, _ hierarchy: HierarchyLayout
  ) throws(Refusal) -> Segment {
    records += segment.foreign.count
    var columns = segment.columns
    for (place, layout) in hierarchy.columns.enumerated() {
      guard let attribute = layout.attribute, Self.attributes.contains(attribute.name) else {
        continue
      }
      let empty: Value =
        if !attribute.isNullable, case .value(let value) = attribute.defaultValue {
          value
        } else {
          .null
        }
      guard attribute.isNullable || empty != .null else {
        throw .required(entity: hierarchy.name, property: attribute.name)
      }
      let column = columns[place]
      for row in 0..<column.count {
        let value = column.value(at: row)
        if value != .null, value != empty { values += 1 }
      }
      columns[place] = .constant(empty, count: column.count)
    }
    return Segment(keys: segment.keys, entities: segment.entities, columns: columns, foreign: [:])
  }

  /// What was left out, in words.
  package var note: String {
    func words(_ count: Int, _ one: String, _ many: String) -> String? {
      count == 0 ? nil : count == 1 ? "1 \(one)" : "\(count) \(many)"
    }
    let parts = [
      words(values, "number or price", "numbers and prices"), words(tickets, "ticket", "tickets"),
      words(people, "participant", "participants"), words(files, "attachment", "attachments"),
      words(records, "record of other programs", "records of other programs and imported files"),
    ].compactMap { $0 }
    let left = parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    return "left out \(left); notes and links stay, so read them before you share the copy"
  }
}
