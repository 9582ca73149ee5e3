import DocumentFile
import DocumentMigration
import DocumentTables

/// Imports a CSV file into a document that may have it already.
///
///     stored rows ──► base ───┐
///     the document ─► ours ───┼─► three-way merge ─► the document with the file's changes
///     the file ─────► theirs ─┘
///
/// First, the file is read as a document. Then its rows are matched with the objects of the document (``Finding``), and its trips
/// with those that were made for rows.
///
/// The stored columns say how a stored row was read. So a row is found, and an edit is told, by that reading, and what the
/// file changed by the one of today, of both rows.
struct CSVUpdate {
  let schema: TripSchema
  var items: ItemImport
  let fresh: Fresh
  /// The files that are other sheets of the same one.
  let sheets: Set<ComparisonText>
  private(set) var records: [ComparisonText: (file: CSVFileRecord, record: ExtensionRecord)] = [:]
  var stored: [ObjectKey: CSVStoredRow] = [:]
  /// The new data of other programs of objects.
  private var foreign: [ObjectKey: CSVStoredRow?] = [:]
  /// The objects of the document, by those of the file.
  var places: [ObjectKey: ObjectKey] = [:]

  /// The file as a document of its own.
  struct Fresh {
    let file: CSVFileRecord
    let objects: [TripObject]
    /// The places of ``objects``, by their keys.
    let places: [ObjectKey: Int]
    let rows: [ObjectKey: CSVStoredRow]
    let report: ImportReport
    let rejected: [UInt8]?
  }

  /// Returns the merge of a document with a file, and the rejected content of the file.
  static func update(
    _ tables: Tables, with bytes: [UInt8], _ schema: TripSchema, _ options: ImportOptions,
    removesCancelled: Bool, side: MergeSide
  ) throws(DocumentError) -> (outcome: MergeOutcome, report: UpdateReport, rejected: [UInt8]?) {
    var run = try CSVUpdate(
      tables, with: bytes, schema, options, removesCancelled: removesCancelled,
      takesTheirs: side == .theirs)
    try run.bringRows()
    if removesCancelled { run.items.objects.deleteRemoved() }
    var made = run.items.finished(run.fresh.report, rejected: run.fresh.rejected)
    made.objects.report.importReport.removeCancelled()
    var outcome = made.merged(schemas: [schema.tables], side: side)
    run.keep(in: &outcome.tables)
    return (outcome, made.report, made.rejected)
  }

  private init(
    _ tables: Tables, with bytes: [UInt8], _ schema: TripSchema, _ options: ImportOptions,
    removesCancelled: Bool, takesTheirs: Bool
  ) throws(DocumentError) {
    self.schema = schema
    items = ItemImport(
      tables, schema, options, removesCancelled: removesCancelled, takesTheirs: takesTheirs)
    for record in tables.extensions {
      if let file = CSVFileRecord(record), records[ComparisonText(file.identity)] == nil {
        records[ComparisonText(file.identity)] = (file, record)
      }
    }
    sheets = Set(options.sheets.map { ComparisonText($0) })
      .subtracting([ComparisonText(options.fallbackName)])
    // The zone that an option stated counts in later imports, too.
    var options = options
    if options.timeZone == nil {
      options.timeZone = records[ComparisonText(options.fallbackName)]?.file.columns.timeZone
    }
    var reader = try CSVReader(
      try ForeignBytes(.bytes(bytes), limits: options.limits), schema, options,
      keepsAllRows: true,
      earlier: Self.inOrder(records.values.map(\.file), options.fallbackName).map(\.columns))
    let read = try reader.tables()
    let objects = schema.objects(of: read)
    fresh = Fresh(
      file: reader.record, objects: objects,
      places: Dictionary(objects.enumerated().map { ($1.key, $0) }) { first, _ in first },
      rows: Self.rows(read),
      report: reader.report, rejected: reader.rejected)
    for (key, row) in Self.rows(tables) where records[ComparisonText(row.file)] != nil {
      stored[key] = row
    }
  }

  /// Returns the files of earlier imports, that of the same name first.
  private static func inOrder(_ files: [CSVFileRecord], _ name: String) -> [CSVFileRecord] {
    let own = ComparisonText(name)
    return files.sorted {
      let (left, right) = (ComparisonText($0.identity) == own, ComparisonText($1.identity) == own)
      return left == right ? utf8Precedes($0.identity, $1.identity) : left
    }
  }

  /// Returns what the objects of tables keep of rows.
  private static func rows(_ tables: Tables) -> [ObjectKey: CSVStoredRow] {
    var rows: [ObjectKey: CSVStoredRow] = [:]
    for segment in tables.tables.lazy.flatMap(\.segments) {
      for (row, tree) in segment.foreign {
        if let stored = tree[CSVStoredRow.member].flatMap({ CSVStoredRow($0) }) {
          rows[segment.keys[row]] = stored
        }
      }
    }
    return rows
  }

  // MARK: Bringing

  /// Brings all rows into the document.
  private mutating func bringRows() throws(DocumentError) {
    let (old, bases) = storedRows()
    var contents = CSVFileContents(schema)
    let rows = freshRows(&contents)
    let finding = findObjects(of: rows, old, bases)
    try matchTrips(of: rows, finding, bases)
    // What others refer to comes first.
    let ordered =
      rows.filter { schema.isTrip($0.object.entity) }
      + rows.filter { !schema.isTrip($0.object.entity) && $0.object.references.isEmpty }
      + rows.filter { !$0.object.references.isEmpty }
    for row in ordered { try bring(row, finding, bases, &contents) }
    try noteMissing(Set(finding.matched.values), bases)
    putRecord()
  }

  /// Brings what a row says into the document.
  private mutating func bring(
    _ fresh: FreshRow, _ finding: Finding, _ bases: [ObjectKey: Base],
    _ contents: inout CSVFileContents
  ) throws(DocumentError) {
    let (object, read) = (fresh.object, fresh.read)
    var item = TravelItem(
      entity: object.entity, identity: read.identity ?? read.title, title: read.title,
      content: read.content)
    if let key = finding.matched[object.key], let base = bases[key],
      let own = items.objects.objects[key]
    {
      try update(key, own, base, fresh, finding, &item, &contents)
    } else if let key = finding.equal[object.key] {
      if items.objects.recordsOfAnchor[key] != nil {
        items.objects.report.note(.joined, item.title, item.identity)
      }
      keepRow(fresh.row, of: key)
    } else if let key = finding.joined[object.key] {
      _ = items.join(key, with: item)
      keepRow(fresh.row, of: key)
    } else if self.fresh.file.columns.isOwn,
      items.objects.objects[object.key]?.entity == object.entity,
      stored[object.key]?.row == nil
    {
      places[object.key] = object.key
      if let participants = items.objects.participants[object.key] {
        item.content.participants = participants.map(TripParticipant.init)
      }
      item.identity = String(object.key)
      try items.updateOwn(object.key, with: item)
      // A trip that was made for rows of another file stays that.
      if stored[object.key] == nil { keepRow(fresh.row, of: object.key) }
    } else if !items.objects.takesTheirs, finding.deleted.contains(object.key) {
      items.objects.report.note(.deleted, item.title, item.identity)
    } else {
      let key = try insert(object, fresh.row)
      items.objects.report.note(.added, item.title, item.identity)
      if read.content.isCancelled { items.noteCancelled(key, item.title, item.identity, nil) }
    }
  }

  /// Brings the changes of a row into its object.
  private mutating func update(
    _ key: ObjectKey, _ own: TripObject, _ base: Base, _ fresh: FreshRow, _ finding: Finding,
    _ item: inout TravelItem, _ contents: inout CSVFileContents
  ) throws(DocumentError) {
    var row = fresh.row
    if own.entity != fresh.object.entity {
      // The file does not say so, but the reading of today.
      if fresh.earlier.kind.isSpelled(base.kind) { row.entity = own.entity }
      item.content =
        contents.content(of: row, in: self.fresh.file, as: own.entity)?.content ?? item.content
    }
    let trip = joinsTrip(fresh.read, key, base, finding) ? try self.trip(of: fresh.object) : nil
    // The row of a part that stays in its trip without a day.
    if fresh.read.days == nil, fresh.read.trip.isEmpty, !schema.isTrip(own.entity) {
      row.days = base.days ?? stored[key]?.days
    }
    _ = try items.update(key, with: item, base.state, in: trip)
    if item.content.isCancelled {
      items.noteCancelled(key, item.title, item.identity, base.state)
    }
    keepRow(row, of: key)
  }

  /// - Returns: The key of the new object.
  @discardableResult
  mutating func insert(
    _ object: TripObject, _ row: CSVStoredRow?
  ) throws(DocumentError) -> ObjectKey {
    let key = try items.keys.take()
    places[object.key] = key
    var new = object
    new.key = key
    new.trip = try trip(of: object)
    new.references = object.references.compactMapValues { places[$0] }
    try items.objects.insert(new, [], &items.keys)
    if let row { foreign[key] = row }
    return key
  }

  mutating func keepRow(_ row: CSVStoredRow, of key: ObjectKey) {
    if stored[key] != row { foreign[key] = row }
  }

  private mutating func noteMissing(
    _ matched: Set<ObjectKey>, _ bases: [ObjectKey: Base]
  ) throws(DocumentError) {
    let name = ComparisonText(fresh.file.identity)
    let keepsRows = records[name].map { hasSameHeader($0.file) } ?? true
    let placed = Set(places.values)
    for (key, row) in storedInOrder
    where !matched.contains(key) && ComparisonText(row.file) == name {
      guard items.objects.objects[key] != nil, foreign[key] == nil, !placed.contains(key) else {
        continue
      }
      let base = bases[key]
      // A row without a name is named by its day.
      let day = base?.days.map { DayText.text($0.lowerBound) }
      let title = [base?.title, day].compactMap { $0 }.first { !$0.isEmpty } ?? ""
      items.noteMissing(key, title, base?.identity ?? title, base?.state)
      if !keepsRows || items.removesCancelled && items.hasOtherSource(key) {
        // The columns of the file no longer say what the row means.
        foreign[key] = .some(nil)
      } else if let base {
        // The row is one of the columns of today from now on.
        try items.objects.update(key, from: base.state, to: base.state.source, &items.keys)
      }
    }
  }

  // MARK: What is kept

  private mutating func putRecord() {
    let old = records[ComparisonText(fresh.file.identity)]
    // Nothing is kept of a file whose rows are all as the document has them.
    guard old != nil || foreign.values.contains(where: { $0 != nil }) else { return }
    var file = fresh.file
    if let known = old?.file.known { file.known = known.union(file.known) }
    if file == old?.file { return }
    guard let key = old?.record.key ?? (try? items.keys.take()) else { return }
    items.objects.replace(old?.record, with: file.record(key))
  }

  /// Puts the rows of the file into the merged objects.
  private func keep(in tables: inout Tables) {
    var changes = ChangeSet(nextKey: tables.nextKey)
    for (key, row) in foreign.sorted(by: { $0.key < $1.key }) {
      guard let place = tables.find(key) else { continue }
      let segment = tables.tables[place.hierarchy].segments[place.location.segment]
      let old = segment.foreign[place.location.row]
      var members: [String: Tree] = [:]
      if case .object(let known)? = old {
        for member in known { members[member.name] = member.value }
      }
      members[CSVStoredRow.member] = row?.tree
      changes.updated.append(
        UpdatedRow(
          hierarchy: place.hierarchy, key: key, changes: [],
          foreign: Change(old: old, new: members.isEmpty ? nil : .members(members))))
    }
    if !changes.updated.isEmpty { tables = tables.applying(changes) }
  }
}
