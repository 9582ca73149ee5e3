import DocumentTables

/// The content of a document that a file of another format cannot hold.
///
/// Sinks count it while rows pass, writers of whole documents at once.
struct UnwrittenContent {
  /// The name of the data in an object that is the row of a table it was read from (spec 14.8).
  static let importedRow = "org.tripdocuments.csv"

  /// Lists whose order is not that of the keys.
  var orders = 0
  /// Lists of related objects that are empty, and come back as nil.
  var emptyLists = 0
  /// Travellers that no trip has.
  var looseParticipants = 0
  /// Tickets, which only rows can state.
  private var tickets = 0
  /// Components or nodes that are no objects, of calendars or files that are not written.
  var keptComponents = 0
  private var foreignObjects = 0
  private var tableRows = 0
  private var extensionRecords = 0
  private var attachments = 0
  private var carriedEntries = 0

  /// Counts what a document has beside its objects.
  ///
  /// - Parameters:
  ///   - holdsRecord: Whether the file has the content of an extension record.
  ///   - holdsAttachment: Whether the file has an attachment.
  mutating func addSurroundings(
    of tables: Tables, holdsRecord: (ExtensionRecord) -> Bool = { _ in false },
    holdsAttachment: (KeptPart) -> Bool = { _ in false }
  ) {
    extensionRecords += tables.extensions.count { !holdsRecord($0) }
    attachments += tables.keptParts.count { !holdsAttachment($0) }
    carriedEntries += tables.carried.count
  }

  /// Counts what the objects of a document have.
  ///
  /// - Parameter keepsOrders: Whether the file keeps the orders of an object's lists.
  mutating func addObjects(of tables: Tables, keepsOrders: (ObjectKey) -> Bool) {
    for (hierarchy, table) in tables.tables.enumerated() {
      if tables.schema.hierarchies[hierarchy].name == "Ticket" { tickets += table.rowCount }
      for segment in table.segments {
        for tree in segment.foreign.values { addForeign(tree, holdsRows: false) }
        addLists(
          of: segment, 0..<segment.count, hierarchy, tables.schema, in: tables,
          keepsOrders: keepsOrders)
      }
    }
  }

  /// Counts the data of other programs in an object.
  ///
  /// - Parameter holdsRows: Whether the file has the row that the object was read from.
  mutating func addForeign(_ tree: Tree, holdsRows: Bool) {
    guard case .object(let members) = tree else { return }
    let rows = members.count { $0.name == Self.importedRow }
    if rows > 0, !holdsRows { tableRows += 1 }
    if rows < members.count { foreignObjects += 1 }
  }

  /// Counts lists of rows that state an order, or that they are empty.
  ///
  /// - Parameter lookup: The tables in which the rows look up their members.
  mutating func addLists(
    of segment: Segment, _ rows: Range<Int>, _ hierarchy: Int, _ schema: TableSchema,
    in lookup: @autoclosure () -> Tables, keepsOrders: (ObjectKey) -> Bool
  ) {
    let layout = schema.hierarchies[hierarchy]
    var found: Tables?
    for (column, stored) in layout.columns.enumerated() {
      guard case .relationship(_, .order) = stored.content else { continue }
      if case .constant(.null, _) = segment.columns[column] { continue }
      // A migration that moves a property to a subentity leaves values in the rows of other entities.
      let owned = layout.entities.map { $0.properties.contains { $0.column == column } }
      for row in rows where owned[Int(segment.entities[row])] {
        guard !segment.columns[column].isNull(at: row) else { continue }
        let tables = found ?? lookup()
        found = tables
        let key = segment.keys[row]
        let order = tables.storedOrder(
          hierarchy: hierarchy, key: key, segment: segment, row: row, column: column)
        guard let order else { continue }
        if order.isEmpty {
          emptyLists += 1
        } else if !keepsOrders(key) {
          orders += 1
        }
      }
    }
  }

  /// The sentences of a report.
  ///
  /// - Parameter files: The files of the format, as "CSV files".
  func notes(for files: String) -> [String] {
    let parts = [
      Self.count(orders, "order of a list", "orders of lists"),
      Self.count(tickets, "ticket", "tickets"),
      Self.count(looseParticipants, "participant of no trip", "participants of no trip"),
      Self.count(
        foreignObjects, "object with data of other programs", "objects with data of other programs"
      ),
      Self.count(
        tableRows, "row of a table that was imported", "rows of tables that were imported"),
      Self.count(extensionRecords, "extension record", "extension records"),
      Self.count(
        keptComponents, "component that belongs to no trip", "components that belong to no trip"),
      Self.count(attachments, "attachment", "attachments"),
      Self.count(
        carriedEntries, "entry that this schema version cannot store",
        "entries that this schema version cannot store"),
    ].compactMap { $0 }
    var notes: [String] = []
    if !parts.isEmpty {
      notes.append(
        "not written, because \(files) have no place for it: " + parts.joined(separator: ", "))
    }
    if let lists = Self.count(emptyLists, "empty list", "empty lists") {
      notes.append("\(lists) of related objects became null, as \(files) do not tell the two apart")
    }
    return notes
  }

  /// A number of things in words; nil for none.
  static func count(_ count: Int, _ one: String, _ many: String) -> String? {
    count == 0 ? nil : count == 1 ? "1 \(one)" : "\(count) \(many)"
  }
}
